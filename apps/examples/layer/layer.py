"""One layer of a transformer in tile kernels: its two norms and five linear layers, each a program of its own.

    PYTHONPATH=build/release/python python3 apps/examples/layer/layer.py --tokens 32

Attention itself is left out. Prints what each part takes of the chip's time and of the host's, and how much of its time
the matrix units of its cores are busy. Exit code 1 where a result is wrong.
"""

import argparse
import math
import sys
import time
from pathlib import Path

import tessera

LINEAR = Path(__file__).parents[3] / "kernels" / "examples" / "linear.toml"
TILE = 32


def parts(d: int, hidden: int, key_value: int):
    """Of a layer with grouped queries and a gated hidden layer: name, inputs and outputs of a token; a norm has none."""
    return [
        ("norm", d, None),
        ("queries, keys, values", d, d + 2 * key_value),
        ("output", d, d),
        ("norm", d, None),
        ("gate", d, hidden),
        ("up", d, hidden),
        ("down", hidden, d),
    ]


def run(inputs: int, outputs: int | None, given: argparse.Namespace):
    common = {"arch": given.arch, "blind_time": given.blind_time}
    columns, rows = given.grid
    if outputs is None:
        return tessera.run("rms_norm", rows=given.tokens, width=inputs, format="bf16", cores=columns * rows, **common)
    tiles = given.tokens // TILE
    return tessera.run_file(
        LINEAR, last_x=columns - 1, last_y=rows - 1, Mt=tiles, Kt=inputs // TILE, Nt=outputs // TILE,
        Nb=max(1, 4 // tiles), Kb=math.gcd(inputs // TILE, 32), fidelity=given.fidelity, weights=given.weights, **common)


def grid(text: str):
    columns, rows = text.split("x")
    return int(columns), int(rows)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tokens", type=int, default=32, help="rows, a multiple of 32 and at most 128")
    parser.add_argument("--d", type=int, default=4096)
    parser.add_argument("--hidden", type=int, default=14336)
    parser.add_argument("--key-value", type=int, default=1024, help="columns of the keys, and of the values")
    parser.add_argument("--grid", type=grid, default="8x7", help="columns and rows of cores")
    parser.add_argument("--arch", default="wormhole_b0")
    parser.add_argument("--fidelity", default="HiFi2")
    parser.add_argument("--weights", default="bfp8", help="format of the weights")
    parser.add_argument("--blind-time", action="store_true", help="time only, values are not computed")
    given = parser.parse_args()
    if given.tokens % TILE or not 0 < given.tokens <= 4 * TILE:
        parser.error("--tokens must be 32, 64, 96 or 128")

    cores = given.grid[0] * given.grid[1]
    print(f"{'part':<22} {'columns':>14} {'us':>9} {'matrix units %':>14} {'host s':>8} {'us a product':>12}  check")
    microseconds = seconds = 0.0
    products = cycles = busy = 0
    wrong = False
    for name, inputs, outputs in parts(given.d, given.hidden, given.key_value):
        begin = time.perf_counter()
        result = run(inputs, outputs, given)
        host = time.perf_counter() - begin
        of_part = 0 if outputs is None else given.tokens * inputs * outputs // TILE**3
        shape = f"{inputs}" if outputs is None else f"{inputs} -> {outputs}"
        of_units = sum(unit["busy_cycles"] for unit in result.summary["units"] if unit["unit"] == "FPU")
        passed = given.blind_time or result.check["passed"]
        check = "-" if given.blind_time else "passed" if passed else "FAILED"
        print(f"{name:<22} {shape:>14} {result.microseconds:>9.1f} {100 * of_units / cores / result.cycles:>14.1f} {host:>8.2f} "
              f"{1e6 * host / of_part if of_part else 0:>12.0f}  {check}", flush=True)
        microseconds += result.microseconds
        seconds += host
        products += of_part
        cycles += result.cycles
        busy += of_units
        wrong |= not passed
    print(f"{'layer':<22} {given.tokens:>7} tokens {microseconds:>9.1f} {100 * busy / cores / cycles:>14.1f} {seconds:>8.2f} "
          f"{1e6 * seconds / products:>12.0f}")
    return 1 if wrong else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except (tessera.Fault, tessera.InputError) as error:
        sys.exit(f"layer.py: {error}")
