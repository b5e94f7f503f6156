"""What Python has of a check that fails and of a run that a fault ends."""

import os

import pytest
import tessera

EXAMPLES = os.path.join(os.path.dirname(__file__), "../../kernels/examples")


def scale_with(tmp_path, before, after):
    with open(os.path.join(EXAMPLES, "scale.toml")) as file:
        text = file.read()
    assert before in text
    path = tmp_path / "job.toml"
    path.write_text(text.replace(before, after))
    return str(path)


def test_a_failed_check_has_its_map(tmp_path):
    result = tessera.run_file(scale_with(tmp_path, "i < 16; ++i)", "i < 16; i += 2)"))
    failures = result.check["failures"]
    assert failures["count"] == 64
    assert failures["words"] == "every second column from 1"
    assert failures["map"]["failed"] == [[0, 1] * 8] * 8
    assert ".#.#.#.#.#.#.#.#" in result.text


def test_a_fault_leaves_its_page(tmp_path):
    path = scale_with(tmp_path, "noc_async_read_barrier();", "noc_async_read_barrier(); cb_wait_front(0, 1);")
    page = tmp_path / "r.html"
    with pytest.raises(tessera.Fault) as raised:
        tessera.run_file(path, report=str(page))
    assert raised.value.id == "TS001"
    assert '"name":"deadlock"' in page.read_text()
