"""The JSON schema of job files: every job file of the tree is valid, and what the reader refuses is not."""

import json
import os
import pathlib
import subprocess
import tomllib

import pytest

jsonschema = pytest.importorskip("jsonschema", reason="apt-get install python3-jsonschema")

TREE = pathlib.Path(__file__).parents[2]
COMMAND = pathlib.Path(os.environ["TESSERA_TEST_COMMAND"])
# Made to be refused: see the fuzzer of job files.
WRONG = TREE / "tests/fuzz/inputs/corpus/job/wrong.toml"
JOB_FILES = sorted(
    file for folder in ("kernels", "apps", "bench", "tests") for file in (TREE / folder).rglob("*.toml") if file != WRONG
)


@pytest.fixture(scope="module")
def schema():
    text = subprocess.run([COMMAND, "help", "job-file", "--json"], check=True, capture_output=True, text=True).stdout
    schema = json.loads(text)
    jsonschema.Draft7Validator.check_schema(schema)
    return jsonschema.Draft7Validator(schema)


def read(text):
    return tomllib.loads(text)


def test_every_job_file_of_the_tree_is_valid(schema):
    assert len(JOB_FILES) > 30
    for file in JOB_FILES:
        errors = [error.json_path for error in schema.iter_errors(read(file.read_text()))]
        assert not errors, f"{file}: {errors}"


def test_the_installed_schema_is_what_the_command_prints(schema):
    installed = COMMAND.parent / "documents/tessera/job.schema.json"
    assert json.loads(installed.read_text()) == schema.schema


KERNEL = '[[kernel]]\nprocessor = "brisc"\ntext = "void kernel_main() {}"\n'

# Each is refused by the reader as well, in a line that holds the words.
REFUSED = {
    "a key of the top": ('core = "0,0"\n' + KERNEL, "unknown key `core`; did you mean `cores`?"),
    "a key of a tensor": ('[tensor.x]\nshapes = [1]\nformat = "fp32"\n' + KERNEL, "did you mean `shape`?"),
    "a key of a kernel": (KERNEL + "opt = 3\n", "unknown key `opt`"),
    "a key of a circular buffer": ("[[circular_buffer]]\nindex = 0\npage = 2\n" + KERNEL, "unknown key `page`"),
    "a key of a parameter": ("[parameters]\nn = { default = 1, low = 0 }\n" + KERNEL, "unknown key `low`"),
    "no processor": ('[[kernel]]\ntext = "void kernel_main() {}"\n', "`processor` is missing"),
    "no kernel": ('name = "none"\n', "`kernel` is missing"),
    "no pages": ('[[circular_buffer]]\nindex = 0\nformat = "bf16"\n' + KERNEL, "`pages` is missing"),
    "a word that is no choice": ('[tensor.x]\nshape = [1]\nformat = "fp32"\nlayout = "row"\n' + KERNEL, "`rows`"),
    "a word that is no format": ('[tensor.x]\nshape = [1]\nformat = "fp31"\n' + KERNEL, "unknown format fp31"),
    "a name that is none": ('[tensor."x y"]\nshape = [1]\nformat = "fp32"\n' + KERNEL, "letters, digits and underscores"),
    "a number for a string": (KERNEL.replace('"brisc"', "0"), "a string is expected"),
}


@pytest.mark.parametrize("text, words", REFUSED.values(), ids=REFUSED.keys())
def test_what_the_reader_refuses_is_not_valid(schema, tmp_path, text, words):
    assert not schema.is_valid(read(text))
    (tmp_path / "job.toml").write_text(text)
    ran = subprocess.run([COMMAND, "run", tmp_path / "job.toml"], capture_output=True, text=True)
    assert ran.returncode == 2
    assert words in ran.stderr
