"""Lays the vendor's low-level test suite out as its Python expects it, with tessera's tools in the vendor's places.

The suite (tt-llk, `tests/`) expects the vendor's compiler below tests/sfpi and headers of the chip below
tests/hw_specific, which it downloads; here they are tests/llk/compiler and those of a tree of the vendor's. Nothing of
the suite is changed: its folders are linked, its Python is copied.
"""

import json
import os
import pathlib
import re
import shutil
import sys

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
CLIENTS = ROOT.parent / "shared/clients"
CHIPS = {"wormhole": "wormhole_b0", "blackhole": "blackhole"}


def cached(build):
    """What CMake has found."""
    entries = {}
    for line in (build / "CMakeCache.txt").read_text().splitlines():
        name, found, value = line.partition("=")
        if found and not line.startswith(("#", "//")):
            entries[name.partition(":")[0]] = value
    return entries


def check(options):
    """Ends with a line about a folder that is not there."""
    for folder, what in ((options.suite, "suite"), (options.tree, "tree")):
        if not folder.is_dir():
            sys.exit(f"--{what} {folder}: there is no such folder")
    if not (options.build / "CMakeCache.txt").exists():
        sys.exit(f"--build {options.build}: no build of tessera; build it first, with its Python module")


def defines(chip):
    """What tessera's SFPI asks of the chip, from where the chip is described."""
    described = (ROOT / f"sim/arch/{CHIPS[chip]}.cpp").read_text()
    address_mode = re.search(r"\.sfpi_addr_mod = (\d+)", described)[1]
    compares = re.search(r"\.has_compare = (true|false)", described)[1]
    return [f"-DTESSERA_SFPI_ADDR_MOD={address_mode}", f"-DTESSERA_HAS_COMPARE={int(compares == 'true')}"]


def write_tools(build, file):
    found = cached(build)
    c_library = pathlib.Path(found["TESSERA_PICOLIBC"])
    api = ROOT / "sim/api"
    folders = [HERE / "include", api / "vendor", api, ROOT, api / "shim", found["TESSERA_CXX_HEADERS"],
               found["TESSERA_CXX_HEADERS_MULTIARCH"]]
    file.write_text(json.dumps({
        "compiler": found["TESSERA_RISCV_CXX"],
        "defines": {f"-DARCH_{chip.upper()}": defines(chip) for chip in CHIPS},
        "headers": [str(folder) for folder in folders],
        "c_headers": str(c_library / "include"),
        "libraries": str(c_library / "lib/rv32im/ilp32"),
    }))


def link(to, target):
    to.parent.mkdir(parents=True, exist_ok=True)
    if not to.is_symlink():
        to.symlink_to(target)


def stage(suite, tree, build, folder):
    """Returns what the environment must say of it."""
    suite, tree = suite.resolve(), tree.resolve()
    for part in ("common", "tt_llk_wormhole_b0", "tt_llk_blackhole", "tests/helpers", "tests/sources"):
        link(folder / part, suite / part)
    shutil.copytree(suite / "tests/python_tests", folder / "tests/python_tests", dirs_exist_ok=True,
                    copy_function=shutil.copyfile)
    tools = folder / "tests/sfpi/compiler/bin"
    link(tools / "riscv-tt-elf-g++", HERE / "compiler")
    for tool in ("objcopy", "objdump", "size"):
        link(tools / f"riscv-tt-elf-{tool}", shutil.which(f"riscv64-unknown-elf-{tool}"))
    hardware = tree / "tt_metal/hw"
    for chip, full in CHIPS.items():
        into = folder / "tests/hw_specific" / chip
        registers = hardware / "inc/internal/tt-1xx" / chip
        for place in (registers, registers / f"{full}_defines"):
            for header in place.glob("*.h"):
                link(into / "inc" / header.name, header)
        for part in ("internal", "api"):
            link(into / "inc" / part, hardware / "inc" / part)
        link(into / "metal_sfpu", hardware / f"ckernels/{full}/metal/llk_api/llk_sfpu")
    write_tools(build, folder / "tools.json")
    return {
        "LLK_HOME": str(folder),
        "TESSERA_LLK_TOOLS": str(folder / "tools.json"),
        "TESSERA_LLK_ARTEFACTS": str(folder / f"artefacts-{os.getpid()}"),
        "PYTHONPATH": f"{HERE / 'stand_ins'}:{build / 'python'}",
        "PYTHONDONTWRITEBYTECODE": "1",
    }
