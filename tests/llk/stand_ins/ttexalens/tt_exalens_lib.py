"""The calls of the vendor's device library that the suite makes, on one chip of tessera's bare cores.

Reads and writes let simulated time pass, as they do on a board. A fault of a program is raised by the read or write that let it
happen, and the next program begins on a chip as after reset.
"""

import base64
import hashlib
import os
import struct

import tessera

SOFT_RESET = "RISCV_DEBUG_REG_SOFT_RESET_0"
RESET_BITS = {"brisc": 11, "trisc0": 12, "trisc1": 13, "trisc2": 14, "ncrisc": 18}
ALL_HELD = sum(1 << bit for bit in RESET_BITS.values())
CYCLES_OF_AN_ACCESS = 2000
POLLS_OF_ONE_WHO_STANDS_STILL = 8


class TTException(Exception):
    pass


class ParsedElfFile:
    pass


class Chip:
    """What the suite has put on the core, so that a new one can be given it again."""

    def __init__(self):
        self.restart()

    def restart(self):
        # The verdict is the suite's; what tessera finds besides is told beside it.
        self.cores = tessera.BareCores(
            arch=os.environ["TESSERA_LLK_ARCH"], faults=os.environ.get("TESSERA_LLK_FAULTS", ""), keep_going=True
        )
        self.held = ALL_HELD
        self.loaded = set()
        self.quiet = 0
        # For who records: what was written before the programs began, and what was read of them in the end.
        self.written, self.taken = [], []

    def pass_time(self):
        """Whether something moves."""
        return self.held != ALL_HELD and self.cores.run(CYCLES_OF_AN_ACCESS)

    def write(self, location, address, data):
        self.quiet = 0
        self.pass_time()
        self.cores.write(f"{location}:{address:#x}", bytes(data))
        if self.held == ALL_HELD:
            self.written.append([address, base64.b64encode(bytes(data)).decode()])

    def read(self, location, address, count):
        data = self.cores.read(f"{location}:{address:#x}", count)
        if count > 4:
            self.taken.append([address, count, hashlib.sha256(data).hexdigest()])
        return data

    def poll(self, location, address):
        """A word, after which time goes on; a chip that stands still for good says why."""
        word = struct.unpack("<I", self.read(location, address, 4))[0]
        if self.held != ALL_HELD:
            self.quiet = 0 if self.pass_time() else self.quiet + 1
            if self.quiet > POLLS_OF_ONE_WHO_STANDS_STILL:
                self.cores.run_to_the_end()
        return word

    def load(self, location, risc, file):
        self.cores.load(f"{location}:{risc}", file, in_reset=True)
        self.loaded.add(risc)

    def set_resets(self, location, held):
        for risc, bit in RESET_BITS.items():
            if risc in self.loaded and (held ^ self.held) >> bit & 1:
                self.cores.set_reset(f"{location}:{risc}", bool(held >> bit & 1))
        self.held = held


chip = Chip()


class Registers:
    def __init__(self, location):
        self.location = location

    def read_register(self, name):
        return chip.held if name == SOFT_RESET else 0

    def write_register(self, name, value):
        if name == SOFT_RESET:
            chip.set_resets(self.location, value)


class Block:
    def __init__(self, location):
        self.location = location

    def get_register_store(self):
        return Registers(self.location)

    def get_risc_debug(self, *_, **__):
        return self

    def is_ebreak_hit(self):
        return False  # a fault ends the run where it is


class RegistersDescription:
    general_purpose_registers = []


class Device:
    _arch = os.environ.get("CHIP_ARCH", "")

    def get_block(self, location):
        return Block(location)

    def get_tensix_registers_description(self):
        return RegistersDescription()


class OneChip:
    devices = {0: Device()}


def check_context():
    return OneChip()


def convert_coordinate(location, _device=0, _context=None):
    return location


def arc_msg(**_message):
    return 0, 0


def callstack(*_, **__):
    return []


def parse_elf(_file, _context=None):
    raise TTException("tables of ELF files are not read")


def get_tensix_state(*_, **__):
    raise TTException("the state of a core is not dumped")


def load_elf(elf_file, location, risc_name, return_start_address=False, **_options):
    chip.load(location, risc_name, elf_file)
    if return_start_address:
        with open(elf_file, "rb") as file:
            return struct.unpack_from("<I", file.read(28), 24)[0]
    return None


def read_from_device(location, addr, device_id=0, num_bytes=4, context=None, **_options):
    return chip.read(location, addr, num_bytes)


def read_word_from_device(location, addr, device_id=0, context=None, **_options):
    return chip.poll(location, addr)


def read_words_from_device(location, addr, device_id=0, word_count=1, context=None, **_options):
    return list(struct.unpack(f"<{word_count}I", chip.read(location, addr, 4 * word_count)))


def write_to_device(location, addr, data, device_id=0, context=None, **_options):
    chip.write(location, addr, bytes(data))
    return len(data)


def write_words_to_device(location, addr, data, device_id=0, context=None, **_options):
    words = [data] if isinstance(data, int) else data
    chip.write(location, addr, struct.pack(f"<{len(words)}I", *words))
    return 4 * len(words)
