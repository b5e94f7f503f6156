"""Stands for the vendor's device library under the suite: a chip is tessera's bare cores."""

from enum import Enum

from .context import Context
from .tt_exalens_lib import check_context
from . import tt_exalens_init


class Verbosity(Enum):
    NONE = 0
    ERROR = 1
    WARN = 2
    INFO = 3
    VERBOSE = 4

    @staticmethod
    def set(_level):
        pass


__all__ = ["Context", "Verbosity", "check_context", "tt_exalens_init"]
