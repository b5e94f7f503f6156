"""Types of the module `tessera`, for editors and checkers. tests/python/test_types.py compares them with the module."""

from collections.abc import Mapping, Sequence
from os import PathLike
from typing import Any

import numpy as np
import numpy.typing as npt

_Path = str | PathLike[str]
_Core = tuple[int, int]
_Cores = _Core | list[_Core] | int  # several are a list of them, the first of the grid a number
_Arguments = Sequence[int | Address]

class Fault(RuntimeError):
    """The simulated program is wrong, or needs what is not modelled; str() is the whole message with its remedy."""

    id: str  # "TS012"
    text: str
    file: str
    line: int
    core: _Core | None
    risc: str
    cycle: int

class InputError(ValueError):
    """A wrong argument, array or file: one line."""

class Address:
    """The address that a tensor's buffer will have."""

class Result:
    """What came of a run."""

    @property
    def outputs(self) -> dict[str, npt.NDArray[Any]]: ...  # none with blind_time
    @property
    def output(self) -> npt.NDArray[Any] | None: ...  # the first of them
    @property
    def cycles(self) -> int: ...
    @property
    def microseconds(self) -> float: ...
    @property
    def check(self) -> dict[str, Any] | None: ...  # whether it `passed`, and how far results are from the exact ones
    @property
    def summary(self) -> dict[str, Any]: ...  # the report of `--json`
    @property
    def profile(self) -> dict[str, Any] | None: ...  # with profile=True
    @property
    def text(self) -> str: ...  # the report as the command prints it

class Job:
    """Tensors, circular buffers, semaphores and kernels, and a run of them."""

    def __init__(self, name: str, *, arch: str = "wormhole_b0", cores: _Cores | None = None) -> None: ...
    def tensor(
        self,
        name: str,
        array: npt.ArrayLike,
        *,
        format: str = "fp32",
        layout: str = "tiles",
        memory: str = "dram",
        page_bytes: int = 0,
    ) -> None: ...
    def output(
        self,
        name: str,
        shape: Sequence[int],
        *,
        format: str = "fp32",
        layout: str = "tiles",
        memory: str = "dram",
        page_bytes: int = 0,
    ) -> None: ...
    def circular_buffer(
        self, index: int, format: str, pages: int, *, cores: _Cores | None = None, page_bytes: int = 0
    ) -> None: ...
    def semaphore(self, initial: int = 0, *, cores: _Cores | None = None) -> int: ...
    def address(self, tensor: str) -> Address: ...
    def accessor(self, tensor: str) -> int: ...
    def kernel(
        self,
        source: str,
        *,
        processor: str,
        cores: _Cores | None = None,
        compile_args: Sequence[int] = [],
        named_compile_args: Mapping[str, int] = {},
        args: _Arguments | Mapping[_Core, _Arguments] | None = None,
        common_args: _Arguments = [],
        defines: Mapping[str, object] = {},
        noc: int | None = None,
        math_fidelity: str | None = None,
        fp32_dest_acc: bool | None = None,
        full_sync: bool | None = None,
        approx: bool | None = None,
        bfp8_pack_precise: bool | None = None,
        unpack_to_dst: Sequence[int] = [],
        opt_level: str = "",
    ) -> None: ...
    def run(
        self,
        *,
        lowering: str = ..., races: str = ..., faults: str = ..., dprint: str = ..., keep_going: bool = ...,
        strict: bool = ..., pedantic: bool = ..., first_nan: bool = ..., blind_time: bool = ..., threads: int = ...,
        max_cycles: int = ..., profiler_overhead: str = ..., no_profiler: bool = ..., profile: bool = ...,
        set: Mapping[str, object] = ..., board: str = ...,
        harvest: str = ..., force: bool = ..., report: _Path = ..., trace: _Path = ...,
        trace_cores: str = ..., trace_window: str = ..., trace_time: str = ..., profiler_log: _Path = ...,
        profiler_columns: int = ..., noc_trace: _Path = ..., npe_timeline: _Path = ...,
    ) -> Result: ...

class BareCores:
    """Cores without the kernel API, for programs that others have linked."""

    def __init__(
        self,
        *,
        arch: str = "wormhole_b0",
        fp32_dest_acc: bool = False,
        lowering: str = ..., races: str = ..., faults: str = ..., dprint: str = ..., keep_going: bool = ...,
        strict: bool = ..., pedantic: bool = ..., first_nan: bool = ..., blind_time: bool = ..., threads: int = ...,
        max_cycles: int = ..., profiler_overhead: str = ..., no_profiler: bool = ..., set: Mapping[str, object] = ...,
        board: str = ..., harvest: str = ...,
    ) -> None: ...
    def load(self, risc: str, file: _Path, *, in_reset: bool = False) -> None: ...
    def load_from_l1(self, risc: str, address: int, *, in_reset: bool = False) -> None: ...
    def set_reset(self, risc: str, in_reset: bool) -> None: ...
    def write(self, place: str, data: bytes) -> None: ...
    def read(self, place: str, bytes: int) -> bytes: ...
    def run(self, cycles: int) -> bool: ...  # whether something still moves by itself
    def wait(self, place: str, value: int) -> None: ...  # until the word of L1 there has that value
    def run_to_the_end(self) -> None: ...
    @property
    def cycle(self) -> int: ...
    @property
    def faults(self) -> list[str]: ...  # texts of warnings and of faults that were passed over

def operations() -> dict[str, dict[str, str]]:
    """Parameters of each operation by name, and what they mean."""

def run(
    operation: str,
    *,
    arch: str = ...,
    seed: int = ...,
    lowering: str = ..., races: str = ..., faults: str = ..., dprint: str = ..., keep_going: bool = ...,
    strict: bool = ..., pedantic: bool = ..., first_nan: bool = ..., blind_time: bool = ..., threads: int = ...,
    max_cycles: int = ..., profiler_overhead: str = ..., no_profiler: bool = ..., profile: bool = ...,
    set: Mapping[str, object] = ..., board: str = ...,
    harvest: str = ..., force: bool = ..., report: _Path = ..., trace: _Path = ...,
    trace_cores: str = ..., trace_window: str = ..., trace_time: str = ..., profiler_log: _Path = ...,
    profiler_columns: int = ..., noc_trace: _Path = ..., npe_timeline: _Path = ...,
    **parameters: str | float | _Path | npt.ArrayLike | None,
) -> Result:
    """Runs an operation; a parameter that is a file takes an array as well."""

def run_file(
    path: _Path,
    *,
    arch: str = ...,
    seed: int = ...,
    lowering: str = ..., races: str = ..., faults: str = ..., dprint: str = ..., keep_going: bool = ...,
    strict: bool = ..., pedantic: bool = ..., first_nan: bool = ..., blind_time: bool = ..., threads: int = ...,
    max_cycles: int = ..., profiler_overhead: str = ..., no_profiler: bool = ..., profile: bool = ...,
    set: Mapping[str, object] = ..., board: str = ...,
    harvest: str = ..., force: bool = ..., report: _Path = ..., trace: _Path = ...,
    trace_cores: str = ..., trace_window: str = ..., trace_time: str = ..., profiler_log: _Path = ...,
    profiler_columns: int = ..., noc_trace: _Path = ..., npe_timeline: _Path = ...,
    **parameters: str | float | _Path | npt.ArrayLike | None,
) -> Result:
    """Runs a job file; its parameters are keyword arguments."""
