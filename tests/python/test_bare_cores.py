"""Programs linked elsewhere, stepped from Python (spec/design.md 8.1)."""

import struct
import subprocess

import pytest
import tessera

# Waits for a word of the host's, answers with twice of it, and again for ever.
SERVER = """
.globl _start
_start:
  li a0, 0x21000
again:
  lw a1, 0(a0)
  beqz a1, again
  add a1, a1, a1
  sw zero, 0(a0)
  sw a1, 4(a0)
  j again
"""


@pytest.fixture
def server(tmp_path):
    source, elf = tmp_path / "server.S", tmp_path / "server.elf"
    source.write_text(SERVER)
    line = "riscv64-unknown-elf-gcc -march=rv32im -mabi=ilp32 -nostdlib -Wl,-Ttext=0x6000 -o".split()
    subprocess.run([*line, elf, source], check=True)
    return elf


def word(cores, place):
    return struct.unpack("<I", cores.read(place, 4))[0]


def test_the_host_and_a_program_take_turns(server):
    cores = tessera.BareCores(arch="blackhole")
    cores.write("1,0:0x21000", bytes(8))
    cores.load("1,0:ncrisc", server, in_reset=True)
    assert not cores.run(100), "nothing moves while its only program is in reset"
    cores.set_reset("1,0:ncrisc", False)
    for number in (3, 1000):
        cores.write("1,0:0x21000", struct.pack("<I", number))
        before = cores.cycle
        cores.wait("1,0:0x21004", 2 * number)
        assert cores.cycle > before
    assert word(cores, "1,0:0x21000") == 0
    assert cores.faults == []


def test_a_run_in_slices_is_the_run_in_one(server):
    def end_of(*slices):
        cores = tessera.BareCores()
        cores.write("0x21000", struct.pack("<II", 21, 0))
        cores.load("trisc2", server)
        for cycles in slices:
            cores.run(cycles)
        cores.wait("0x21004", 42)
        return cores.cycle

    assert end_of() == end_of(1, 1, 1) == end_of(10)


def test_a_text_can_be_written_instead_of_loaded():
    cores = tessera.BareCores()
    # addi x5, x0, 7; lui x6, 0x21; sw x5, 0(x6); j .
    cores.write("0x8000", struct.pack("<IIII", 0x00700293, 0x00021337, 0x00532023, 0x0000006F))
    cores.load_from_l1("brisc", 0x8000)
    cores.run_to_the_end()
    assert word(cores, "0x21000") == 7
    cores.write("0x8000", struct.pack("<I", 0x00900293))
    cores.set_reset("brisc", True)
    cores.set_reset("brisc", False)
    cores.run_to_the_end()
    assert word(cores, "0x21000") == 9
    with pytest.raises(tessera.InputError, match="multiples of 4"):
        cores.load_from_l1("brisc", 0x8002)


def test_what_is_wrong_is_told(server, tmp_path):
    with pytest.raises(tessera.InputError, match="expected .X,Y:.RISC"):
        tessera.BareCores().load("trisc3", server)
    with pytest.raises(tessera.InputError, match="report: no such argument"):
        tessera.BareCores(report=tmp_path / "r.html")
    with pytest.raises(tessera.InputError, match="outside the compute grid"):
        tessera.BareCores().load("20,0:brisc", server)
    cores = tessera.BareCores()
    cores.load("brisc", server)
    with pytest.raises(tessera.Fault, match="never written"):
        cores.run_to_the_end()
