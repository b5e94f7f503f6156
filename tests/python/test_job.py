"""A kernel of one's own beside numpy, and what is refused on the way to it."""

from pathlib import Path

import numpy as np
import pytest
import tessera

EXAMPLES = Path(__file__).parents[2] / "kernels" / "examples"

READER = """
void kernel_main() {
    const uint32_t first = get_arg_val<uint32_t>(2), count = get_arg_val<uint32_t>(3);
    constexpr auto a_args = TensorAccessorArgs<0>();
    constexpr auto b_args = TensorAccessorArgs<1>();
    const auto a = TensorAccessor(a_args, get_arg_val<uint32_t>(0), get_tile_size(0));
    const auto b = TensorAccessor(b_args, get_arg_val<uint32_t>(1), get_tile_size(1));
    for (uint32_t tile = first; tile < first + count; ++tile) {
        cb_reserve_back(0, 1);
        cb_reserve_back(1, 1);
        noc_async_read_tile(tile, a, get_write_ptr(0));
        noc_async_read_tile(tile, b, get_write_ptr(1));
        noc_async_read_barrier();
        cb_push_back(0, 1);
        cb_push_back(1, 1);
    }
}
"""

COMPUTE = """
#include "compute_kernel_api/eltwise_binary.h"
namespace NAMESPACE {
void MAIN {
    const uint32_t count = get_arg_val<uint32_t>(0);
    binary_op_init_common(0, 1, 16);
    add_tiles_init(0, 1);
    for (uint32_t tile = 0; tile < count; ++tile) {
        cb_wait_front(0, 1);
        cb_wait_front(1, 1);
        tile_regs_acquire();
        add_tiles(0, 1, 0, 0, 0);
        tile_regs_commit();
        cb_pop_front(0, 1);
        cb_pop_front(1, 1);
        cb_reserve_back(16, 1);
        tile_regs_wait();
        pack_tile(0, 16);
        tile_regs_release();
        cb_push_back(16, 1);
    }
}
}
"""

WRITER = """
void kernel_main() {
    const uint32_t first = get_arg_val<uint32_t>(1), count = get_arg_val<uint32_t>(2);
    constexpr auto args = TensorAccessorArgs<0>();
    const auto out = TensorAccessor(args, get_arg_val<uint32_t>(0), get_tile_size(16));
    for (uint32_t tile = first; tile < first + count; ++tile) {
        cb_wait_front(16, 1);
        noc_async_write_tile(tile, out, get_read_ptr(16));
        noc_async_write_barrier();
        cb_pop_front(16, 1);
    }
}
"""


def add_job(a, b, cores=1, reader=READER):
    """c = a + b in bf16, as many tiles on each of the cores."""
    job = tessera.Job("add", cores=cores)
    job.tensor("a", a, format="bf16")
    job.tensor("b", b, format="bf16")
    job.output("c", a.shape, format="bf16")
    for index in (0, 1, 16):
        job.circular_buffer(index, "bf16", 2)
    each = a.size // 1024 // cores
    shares = {(0, y): (y * each, each) for y in range(cores)}
    sources, target = [job.address("a"), job.address("b")], [job.address("c")]
    job.kernel(reader, processor="brisc", compile_args=[job.accessor("a"), job.accessor("b")],
               args={core: sources + [*share] for core, share in shares.items()})
    job.kernel(COMPUTE, processor="compute", args=[each])
    job.kernel(WRITER, processor="ncrisc", compile_args=[job.accessor("c")],
               args={core: target + [*share] for core, share in shares.items()})
    return job


def operands(shape=(64, 64)):
    """Small whole numbers, whose sums bf16 holds exactly."""
    random = np.random.default_rng(1)
    return (random.integers(-64, 64, shape).astype(np.float32) for _ in range(2))


@pytest.mark.parametrize("cores", [1, 4])
def test_an_element_wise_add_is_what_numpy_says(cores):
    a, b = operands()
    result = add_job(a, b, cores).run(profile=True)
    np.testing.assert_array_equal(result.output, a + b)
    assert result.outputs["c"].dtype == np.float32
    assert result.check is None
    assert result.summary["time"]["cycles"] == result.cycles > 0
    assert len(result.profile["cores"]) == cores
    assert result.text.startswith("add ")


def test_equal_jobs_give_equal_results_and_reports():
    a, b = operands()
    job = add_job(a, b)
    one, other = job.run(), job.run()
    np.testing.assert_array_equal(one.output, other.output)
    assert (one.text, one.summary) == (other.text, other.summary)


def test_strides_and_byte_order_do_not_change_values():
    a, b = operands()
    expected = add_job(a.T.copy(), b).run()
    for same in (a.T, a.T.astype(">f4"), a.T.astype(np.float64)):
        np.testing.assert_array_equal(add_job(same, b).run().output, expected.output)


def test_a_job_keeps_the_values_it_was_given():
    a, b = operands()
    job, expected = add_job(a, b), a + b
    a[:] = 0
    np.testing.assert_array_equal(job.run().output, expected)


def test_blind_time_takes_the_same_cycles_and_gives_no_values():
    a, b = operands()
    job = add_job(a, b)
    blind = job.run(blind_time=True)
    assert blind.cycles == job.run().cycles
    assert (blind.output, blind.outputs) == (None, {})


def test_another_constant_changes_the_time_and_is_reported():
    a, b = operands()
    job = add_job(a, b)
    assert job.run(set={"noc.hop_cycles": 90}).cycles > job.run().cycles


def test_a_fault_says_where_and_what():
    a, b = operands()
    line = "cb_push_back(1, 1);"
    broken = READER.replace(line, line + "\n        cb_push_back(1, 9);")
    with pytest.raises(tessera.Fault) as caught:
        add_job(a, b, reader=broken).run()
    fault = caught.value
    assert fault.id == "TS003"
    assert (fault.core, fault.risc) == ((0, 0), "BRISC")
    assert fault.file.endswith("brisc.cpp")
    assert broken.splitlines()[fault.line - 1].strip() == "cb_push_back(1, 9);"
    assert fault.text in str(fault) and f"[{fault.id}]" in str(fault)


@pytest.mark.parametrize("array, expected", [
    (np.ones((32, 32), np.int32), "tensor a: elements of type <i4 given for format bf16; expected real numbers"),
    (np.ones((32, 32), complex), "tensor a: elements are complex128; float16, float32, float64 or whole numbers"),
    (np.ones((32, 32), bool), "tensor a: elements are bool;"),
])
def test_elements_of_another_type_are_refused_in_a_line(array, expected):
    job = tessera.Job("types")
    with pytest.raises(tessera.InputError) as caught:
        job.tensor("a", array, format="bf16")
    assert str(caught.value).startswith(expected) and "\n" not in str(caught.value)


def test_a_job_file_runs_with_its_parameters():
    result = tessera.run_file(EXAMPLES / "add.toml", rows=32)
    assert result.outputs["z"].shape == (32, 256)
    assert result.check["passed"]


def test_wrong_words_are_refused_in_a_line():
    job = tessera.Job("words")
    job.tensor("a", np.zeros((32, 32), np.float32))
    wrong = {
        "unknown format bf17; did you mean `bf16`?": lambda: job.output("b", (32, 32), format="bf17"),
        "tensor b, layout tile: unknown": lambda: job.output("b", (32, 32), layout="tile"),
        "tensor a: there is one": lambda: job.output("a", (32, 32)),
        "unknown tensor aa; did you mean `a`?": lambda: job.address("aa"),
        "processor trisc: unknown": lambda: job.kernel(WRITER, processor="trisc"),
        "brisc kernel: math_fidelity": lambda: job.kernel(WRITER, processor="brisc", math_fidelity="LoFi"),
        "brisc kernel, args[1]: 1.5 is given": lambda: job.kernel(WRITER, processor="brisc", args=[1, 1.5]),
        "brisc kernel, args: core (1,0)": lambda: job.kernel(WRITER, processor="brisc", args={(1, 0): [1]}),
        "cores: 'all' is given": lambda: job.kernel(WRITER, processor="brisc", cores="all"),
        "strickt: no such argument; did you mean `strict`?": lambda: job.run(strickt=True),
        "arch: no such argument": lambda: job.run(arch="blackhole"),
        "strict: 'yes' is given, True or False": lambda: job.run(strict="yes"),
        "--arch grayskull: unknown": lambda: tessera.Job("j", arch="grayskull"),
    }
    for start, call in wrong.items():
        with pytest.raises(tessera.InputError) as caught:
            call()
        assert str(caught.value).startswith(start) and "\n" not in str(caught.value)
    assert issubclass(tessera.InputError, ValueError)
