"""Loaded by pytest in front of the suite's conftest: where results go, what torch 1.13 and numpy lack, and which
variants are run."""

import json
import os
import pathlib
import random
import signal
import sys
import zlib

import numpy as np
import pytest
import torch
import typing_extensions

sys.path.insert(0, os.getcwd())

# Of the same bits; the suite masks what it takes from them.
for unsigned, signed in (("uint16", torch.int16), ("uint32", torch.int32)):
    if not hasattr(torch, unsigned):
        setattr(torch, unsigned, signed)


def with_any_count(shift, leftwards):
    """Before torch 2 a shift by the width of a number or more gave what the processor gives."""

    def shifted(value, count):
        value, count = torch.as_tensor(value), torch.as_tensor(count)
        most = torch.iinfo(torch.result_type(value, count)).bits - 1
        inside = (count >= 0) & (count <= most)
        out = shift(value, torch.where(inside, count, torch.zeros_like(count)))
        beyond = torch.zeros_like(out) if leftwards else -(out < 0).to(out.dtype)
        return torch.where(inside, out, beyond)

    return shifted


for name, leftwards in (("left", True), ("right", False)):
    setattr(torch, f"bitwise_{name}_shift", with_any_count(getattr(torch, f"bitwise_{name}_shift"), leftwards))
    operator = f"__{name[0]}shift__"
    setattr(torch.Tensor, operator, with_any_count(getattr(torch.Tensor, operator), leftwards))
if not hasattr(typing_extensions, "deprecated"):
    typing_extensions.deprecated = lambda *_, **__: lambda function: function

import helpers.pack  # noqa: E402
import helpers.unpack  # noqa: E402


def pack_bfloat16(tensor):
    return tensor.cpu().to(torch.float32).to(torch.bfloat16).view(torch.int16).numpy().tobytes()


def unpack_bfloat16(data):
    bits = np.frombuffer(bytes(data), dtype=np.uint16).astype(np.uint32) << 16
    return bits.view(np.float32).tolist()


def e4m3_values():
    """Of the 127 patterns below the one that is no number."""
    exponent, mantissa = np.divmod(np.arange(127), 8)
    normal = (1 + mantissa / 8) * 2.0 ** (exponent - 7)
    return np.where(exponent == 0, mantissa * 2.0**-9, normal)


E4M3 = e4m3_values()


def pack_e4m3(tensor):
    import llk_plugin

    values = tensor.cpu().to(torch.float32).numpy().flatten()
    magnitude = np.abs(values)
    above = np.searchsorted(llk_plugin.E4M3, magnitude).clip(1, 126)
    low, high = llk_plugin.E4M3[above - 1], llk_plugin.E4M3[above]
    nearer = np.where(magnitude - low < high - magnitude, above - 1, above)
    code = np.where(magnitude - low == high - magnitude, above - above % 2, nearer)
    code = np.where(magnitude > 464, 127, code)
    return (code | (np.signbit(values) << 7)).astype(np.uint8).tobytes()


def unpack_e4m3(data):
    import llk_plugin

    code = np.frombuffer(bytes(data), dtype=np.uint8)
    magnitude = np.append(llk_plugin.E4M3, np.nan)[code & 127]
    return np.where(code >= 128, -magnitude, magnitude).astype(np.float32).tolist()


# Tables of the suite hold these functions already.
helpers.pack.pack_bfp16.__code__ = pack_bfloat16.__code__
helpers.unpack.unpack_bfp16.__code__ = unpack_bfloat16.__code__
helpers.pack.pack_fp8_e4m3.__code__ = pack_e4m3.__code__
helpers.unpack.unpack_fp8_e4m3.__code__ = unpack_e4m3.__code__


def by_float(function):
    """Before torch 2 a processor had few functions of halves."""

    def of_any(*arguments, **options):
        try:
            return function(*arguments, **options)
        except RuntimeError as error:
            if "not implemented for 'Half'" not in str(error):
                raise
        return function(*(one.float() if torch.is_tensor(one) else one for one in arguments), **options).half()

    return of_any


for module, names in (
    (torch, ("matmul", "mm", "bmm", "einsum")),
    (torch.nn.functional, ("threshold", "silu", "sigmoid", "hardsigmoid", "gelu", "elu", "celu")),
):
    for name in names:
        setattr(module, name, by_float(getattr(module, name)))
torch.Tensor.__matmul__ = by_float(torch.Tensor.__matmul__)

from helpers import device, test_config  # noqa: E402
from helpers.test_config import TestConfig  # noqa: E402
from ttexalens import tt_exalens_lib  # noqa: E402

TestConfig.DEFAULT_ARTEFACTS_PATH = pathlib.Path(os.environ["TESSERA_LLK_ARTEFACTS"])




class ChipsClock:
    """What the suite waits by: seconds of the chip at 1 GHz, whatever the host is busy with."""

    @staticmethod
    def time():
        return tt_exalens_lib.chip.cores.cycle / 1e9


device.time = test_config.time = ChipsClock


def pytest_addoption(parser):
    parser.addoption("--sample", type=int, default=0, help="run so many variants, drawn by the seed")
    parser.addoption("--of-each", type=int, default=0, help="run so many variants of each test, drawn by the seed")
    parser.addoption("--sample-seed", type=int, default=1)
    parser.addoption("--shard", default="0/1", help="run one part of these, I/N")
    parser.addoption("--verdicts", type=pathlib.Path, help="a line of JSON there for each variant")
    parser.addoption("--variant-timeout", type=int, default=60, help="seconds of the host's")
    parser.addoption("--record", type=pathlib.Path, help="a line of JSON there for each variant that is right")


def pytest_collection_modifyitems(config, items):
    draw = random.Random(config.getoption("--sample-seed"))
    if count := config.getoption("--of-each"):
        tests = {}
        for item in items:
            tests.setdefault(item.nodeid.partition("[")[0], []).append(item)
        items[:] = [item for some in tests.values() for item in draw.sample(some, min(count, len(some)))]
    count = config.getoption("--sample")
    if 0 < count < len(items):
        items[:] = draw.sample(items, count)
    part, parts = map(int, config.getoption("--shard").split("/"))
    items[:] = items[part::parts]


def out_of_time(*_):
    raise TimeoutError("the variant takes longer than --timeout allows")


@pytest.fixture(scope="session")
def worker_id():
    """Of pytest-xdist, whose name for a process by itself is this; the driver makes processes of its own."""
    return "master"



def pytest_runtest_setup(item):
    """Each variant has a chip as after reset, and numbers of its own."""
    tt_exalens_lib.chip.restart()
    device.common_counter = 0
    TestConfig.BRISC_ELF_LOADED = False
    TestConfig.LAST_LOADED_ELFS = pathlib.Path()
    seed = zlib.crc32(item.nodeid.encode()) + item.config.getoption("--sample-seed")
    torch.manual_seed(seed)
    np.random.seed(seed % 2**32)
    random.seed(seed)
    signal.signal(signal.SIGALRM, out_of_time)
    signal.alarm(item.config.getoption("--variant-timeout"))


def pytest_runtest_teardown():
    signal.alarm(0)


def reason(report):
    """One line: what tessera says, or else what the suite does."""
    lines = [line.strip() for line in str(report.longrepr).splitlines() if line.strip()]
    for mark in ("error:", "Error", "assert", "TIMED OUT"):
        for line in lines:
            if mark in line:
                return line[-600:]
    return lines[0][-600:] if lines else ""


class Verdicts:
    def __init__(self, file):
        self.file = file

    def pytest_runtest_logreport(self, report):
        if report.when != "call" and report.passed:
            return
        verdict = "skipped" if report.skipped else "right" if report.passed else "wrong"
        row = {"test": report.nodeid, "verdict": verdict, "faults": tt_exalens_lib.chip.cores.faults}
        if verdict == "wrong":
            row["why"] = reason(report)
        with open(self.file, "a", encoding="utf-8") as out:
            out.write(json.dumps(row) + "\n")


class Records:
    """What a variant is without the suite's Python: its programs, what they are given, and what they leave."""

    def __init__(self, file):
        self.file = file
        self.commands = []
        run = test_config.run_shell_command

        def recorded(command, cwd=None, stdin_data=None, **options):
            if "riscv-tt-elf-g++" in command:
                self.commands.append({"line": self.without_folders(command), "source": stdin_data})
            return run(command, cwd, stdin_data, **options)

        test_config.run_shell_command = recorded
        build = TestConfig.generate_build_header

        def header(config):
            self.header = build(config)
            self.variant = f"{config.test_name}/{config.variant_id}"
            return self.header

        TestConfig.generate_build_header = header

    def without_folders(self, command):
        command = command.replace(str(TestConfig.ARTEFACTS_DIR / self.variant), "VARIANT")
        return command.replace(str(TestConfig.ARTEFACTS_DIR), "SHARED").replace(os.environ["LLK_HOME"], "SUITE")

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_call(self):
        self.commands.clear()

    def pytest_runtest_logreport(self, report):
        if report.when != "call" or not report.passed:
            return
        programs = {row["line"].rpartition("/")[2].removesuffix(".elf"): row for row in self.commands if row["source"]}
        row = {"test": report.nodeid, "chip": os.environ["CHIP_ARCH"], "build.h": self.header, "programs": programs,
               "writes": tt_exalens_lib.chip.written, "reads": tt_exalens_lib.chip.taken}
        with open(self.file, "a", encoding="utf-8") as out:
            out.write(json.dumps(row) + "\n")


def pytest_configure(config):
    if file := config.getoption("--verdicts"):
        config.pluginmanager.register(Verdicts(file))
    if file := config.getoption("--record"):
        config.pluginmanager.register(Records(file))
