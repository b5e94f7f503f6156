"""The layer of apps/examples, small: every part of it passes its check."""

import subprocess
import sys
from pathlib import Path

LAYER = Path(__file__).parents[2] / "apps" / "examples" / "layer" / "layer.py"


def test_every_part_of_a_small_layer_passes():
    done = subprocess.run(
        [sys.executable, "-B", LAYER, "--d", "256", "--hidden", "512", "--key-value", "128", "--grid", "2x2"],
        capture_output=True, text=True, check=True)
    parts = done.stdout.splitlines()[1:-1]
    assert len(parts) == 7
    assert all(part.endswith("passed") for part in parts), done.stdout
