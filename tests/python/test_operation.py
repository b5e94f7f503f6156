"""Operations with arrays in and out."""

import numpy as np
import pytest
import tessera

SMALL = {"rows": 32, "width": 128, "rotary_dim": 64}


def test_operations_tell_their_parameters():
    assert tessera.operations()["rope"].keys() >= {"rotary_dim", "positions", "per_row"}


def test_rope_is_checked_on_generated_values():
    result = tessera.run("rope", **SMALL, seed=3)
    assert result.check["passed"]
    assert result.output.shape == (1, 32, 128)
    assert result.microseconds == pytest.approx(result.cycles / 1000)  # at 1 GHz
    assert result.summary["seed"] == 3
    assert "check  passed" in result.text


def test_rope_of_arrays_is_what_numpy_says():
    """unpack_to_dst and turns: close to the rotation in double precision."""
    x = np.random.default_rng(1).uniform(-1, 1, (2, 32, 128)).astype(np.float32)
    positions = np.array([5, 70000], np.int64)
    result = tessera.run("rope", input=x, positions=positions, rotary_dim=64, phase="turns", unpack_to_dst=True)
    angles = positions[:, None, None] * 10000.0 ** (-np.arange(32) / 32)
    low, high = x[..., :32].astype(float), x[..., 32:64].astype(float)
    exact = np.concatenate([low * np.cos(angles) - high * np.sin(angles),
                            low * np.sin(angles) + high * np.cos(angles), x[..., 64:]], axis=-1)
    np.testing.assert_allclose(result.output, exact, atol=1e-5)
    assert result.check["passed"]


def test_files_of_a_run_are_written_and_not_overwritten(tmp_path):
    trace = tmp_path / "trace.json"
    tessera.run("rope", **SMALL, trace=trace)
    written = trace.read_bytes()
    with pytest.raises(tessera.InputError, match="trace.json"):
        tessera.run("rope", **SMALL, trace=trace)
    tessera.run("rope", **SMALL, trace=str(trace), force=True)
    assert trace.read_bytes() == written


@pytest.mark.parametrize("given, expected", [
    ({"input": np.zeros((1, 32, 128), np.float64)}, "--input array of <f8 (1, 32, 128): "),
    ({"input": np.zeros((1, 32, 128), bool)}, "input: elements are bool; "),
    ({"positions": [0.5]}, "--positions array of <f8 (1,): "),
    ({"rows": [1, 2]}, "rows: is an array; "),
    ({"rows": 2.5}, "rows: "),
    ({"row": 32}, "row: no such argument; did you mean `rows`?"),
    ({"arch": "wormhole"}, "--arch wormhole: unknown; "),
    ({"set": "noc.hop_cycles=12"}, "set: 'noc.hop_cycles=12' is given, a dict"),
    ({"seed": -1}, "seed: -1 is given, a whole number"),
    ({"exp": "exp_24"}, "--exp exp_24: unknown; did you mean `exp_24f`?"),
])
def test_what_cannot_be_is_refused_in_a_line(given, expected):
    with pytest.raises(tessera.InputError) as caught:
        tessera.run("rope", **(SMALL | given))
    assert str(caught.value).startswith(expected) and "\n" not in str(caught.value)


def test_an_unknown_operation_is_refused():
    with pytest.raises(tessera.InputError, match="operation ropes: unknown; did you mean `rope`?"):
        tessera.run("ropes")


def test_a_pedantic_run_faults_where_a_rung_reads_released_rows():
    with pytest.raises(tessera.Fault) as caught:
        tessera.run("rope", rung="R9", pedantic=True)
    assert caught.value.id == "TS037"
