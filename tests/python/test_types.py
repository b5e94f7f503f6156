"""The types that editors read, host/python/__init__.pyi: every public name of the module with its signature."""

import ast
import pathlib

import pytest
import tessera

FOLDER = pathlib.Path(tessera.__file__).parent
TYPES = ast.parse((FOLDER / "__init__.pyi").read_text())


def named(body):
    return {node.name: node for node in body if isinstance(node, (ast.ClassDef, ast.FunctionDef))}


def members(node):
    """Names of a class, methods and annotated ones, with what defines them."""
    annotated = {one.target.id: one for one in node.body if isinstance(one, ast.AnnAssign)}
    return annotated | named(node.body)


def public(thing):
    return {name for name in vars(thing) if not name.startswith("_")}


def signature_of(documented):
    """What pybind11 writes in the first line of a docstring, as Python reads it."""
    line = documented.__doc__.splitlines()[0]
    return ast.parse(f"def {line}: ...").body[0]


def parameters(function):
    """(name, how it is given, default) of each but self."""
    args = function.args
    positional = args.posonlyargs + args.args
    defaults = [None] * (len(positional) - len(args.defaults)) + args.defaults
    rows = [(one.arg, "positional", default) for one, default in zip(positional, defaults)]
    rows += [(one.arg, "keyword", default) for one, default in zip(args.kwonlyargs, args.kw_defaults)]
    return [(name, how, default and ast.unparse(default)) for name, how, default in rows if name != "self"]


def class_name(annotation):
    return ast.unparse(annotation).rpartition(".")[2]


FUNCTIONS = {name: (getattr(tessera, name), node) for name, node in named(TYPES.body).items() if name.islower()}
METHODS = {
    f"{kind}.{name}": (vars(getattr(tessera, kind))[name], node)
    for kind in ("Job", "BareCores")
    for name, node in members(named(TYPES.body)[kind]).items()
    if not isinstance(vars(getattr(tessera, kind))[name], property) and (kind, name) != ("BareCores", "__init__")
}


def test_every_public_name_has_types_and_nothing_else_has():
    assert named(TYPES.body).keys() == public(tessera)
    assert (FOLDER / "py.typed").exists()


@pytest.mark.parametrize("name", ["Job", "BareCores", "Result", "Address", "Fault", "InputError"])
def test_a_class_has_the_members_that_its_types_name(name):
    node, here = named(TYPES.body)[name], getattr(tessera, name)
    assert [ast.unparse(base) for base in node.bases] == [
        base.__name__ for base in here.__bases__ if base.__module__ == "builtins" and base.__name__ != "pybind11_object"
    ]
    if name != "Fault":  # an instance has its members, below
        assert members(node).keys() - {"__init__"} == public(here)


@pytest.mark.parametrize("here, node", (FUNCTIONS | METHODS).values(), ids=(FUNCTIONS | METHODS).keys())
def test_a_signature_is_the_modules(here, node):
    documented = signature_of(here)
    assert class_name(node.returns) == class_name(documented.returns) or class_name(documented.returns) == "dict"
    if documented.args.kwarg is None:
        assert parameters(node) == parameters(documented)
    else:  # options are compared below
        given = [row for row in parameters(node) if row[1] == "positional"]
        assert given == parameters(documented)


def options(node):
    return {name for name, how, _ in parameters(node) if how == "keyword"}


def known(run):
    """The names that a run takes, from what it says of one that it does not."""
    with pytest.raises(tessera.InputError, match="known are ") as caught:
        run(no_option_is_like_this=1)
    return set(str(caught.value).partition("known are ")[2].split(", "))


def test_options_are_those_that_a_run_takes(tmp_path):
    job = tmp_path / "job.toml"
    job.write_text('[[kernel]]\nprocessor = "brisc"\ntext = "void kernel_main() {}"\n')
    assert options(METHODS["Job.run"][1]) == known(tessera.Job("none").run)
    assert options(named(named(TYPES.body)["BareCores"].body)["__init__"]) - {"arch", "fp32_dest_acc"} == known(
        tessera.BareCores
    )
    assert options(FUNCTIONS["run_file"][1]) == known(lambda **given: tessera.run_file(job, **given))
    own = tessera.operations()["softmax"].keys()
    assert options(FUNCTIONS["run"][1]) | own == known(lambda **given: tessera.run("softmax", **given))


def test_a_fault_has_its_members(tmp_path):
    job = tmp_path / "job.toml"
    job.write_text('[[kernel]]\nprocessor = "brisc"\ntext = "void kernel_main() { cb_wait_front(0, 1); }"\n')
    with pytest.raises(tessera.Fault) as caught:
        tessera.run_file(job)
    assert vars(caught.value).keys() == members(named(TYPES.body)["Fault"]).keys()
