"""The page of an accuracy study in a real browser: read off a point, zoom to x, switch functions.

    python3 tests/browser/test_accuracy.py TESSERA [OPTIONS OF UNITTEST]
"""

import os
import subprocess
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
from browser import Browser, found  # noqa: E402

CTRL = 2
COMMAND = ""


class Page(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory(prefix="tessera-plots-")
        # The page needs no drawings, which take longest; this is what a shell says of a command that is not there.
        gnuplot = os.path.join(cls.folder.name, "gnuplot")
        with open(gnuplot, "w") as script:
            script.write("#!/bin/sh\nexit 127\n")
        os.chmod(gnuplot, 0o755)
        cls.plots = os.path.join(cls.folder.name, "plots")
        subprocess.run([COMMAND, "accuracy", "exp_21f", "exp_24f", "--range", "-10:0", "--sample", "4000", "--by", "value",
                        "--scatter", "-q", "-o", cls.plots], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                       env={**os.environ, "PATH": cls.folder.name + ":" + os.environ["PATH"]})
        cls.path = os.path.join(cls.plots, "index.html")
        cls.browser = Browser()
        cls.browser.size(1400, 900)

    @classmethod
    def tearDownClass(cls):
        cls.browser.__exit__()
        cls.folder.cleanup()

    def setUp(self):
        self.browser.load(self.path)

    def tearDown(self):
        self.assertEqual(self.browser.errors, [])
        self.assertEqual([url for url in self.browser.asked_for if not url.startswith(("file:", "about:", "data:"))], [])

    def js(self, script):
        return self.browser.run(script)

    def chart(self, name):
        """Its number among the charts, and where it lies once it is in view."""
        self.js(f"document.getElementById('chart-{name}').scrollIntoView()")
        self.browser.settle()
        number = self.js(f"charts.findIndex(chart => chart.canvas.closest('#chart-{name}'))")
        box = self.js(f"(c => {{ const b = c.canvas.getBoundingClientRect(); return [b.left + c.left, b.top + c.top, c.wide, c.tall]; }})(charts[{number}])")
        return number, *box

    def test_each_plot_is_drawn(self):
        self.assertLess(os.path.getsize(self.path), 1_000_000)
        # Without its functions each looks otherwise.
        drawn, bare = (self.js(f"shownFunctions.fill({shown}), charts.map(chart => (chart.paint(), chart.canvas.toDataURL()))")
                       for shown in ("true", "false"))
        self.assertGreater(len(drawn), 10)
        for one, other in zip(drawn, bare):
            self.assertNotEqual(one, other)
        self.assertEqual(self.js("document.querySelectorAll('figure > div:empty').length"), 0)

    def test_a_point_is_read_off_as_the_data_have_it(self):
        number, left, top, wide, tall = self.chart("ulp_against_x")
        self.browser.call("Input.dispatchMouseEvent", type="mouseMoved", x=left + wide / 2, y=top + tall / 2)
        self.browser.settle()
        x = self.js(f"charts[{number}].cursor")
        with open(os.path.join(self.plots, "ulp_against_x.tsv")) as data:
            rows = [line.split("\t") for line in data if line.startswith("exp_24f")]
        at = self.js(f"charts[{number}].found.find(({{one}}) => one.function === 1 && one.name === 'max').one.x["
                     f"charts[{number}].found.find(({{one}}) => one.function === 1 && one.name === 'max').i]")
        row = min(rows, key=lambda row: abs((float(row[1]) + float(row[2])) / 2 - at))
        read = self.js(f"charts[{number}].read.textContent")
        self.assertIn(self.js(f"'exp_24f max ' + short(Math.fround({row[8]}))"), read)
        self.assertTrue(-10 < x < 0, x)

    def test_names_of_points_are_in_the_frame_and_apart(self):
        number = self.chart("error_against_cycles")[0]
        apart = """(boxes, frame) => boxes.every((a, i) => a.left >= frame.left && a.left + a.width <= frame.left + frame.width
          && a.top >= frame.top && a.top + a.height <= frame.top + frame.height && boxes.slice(0, i).every(b =>
            a.left >= b.left + b.width || b.left >= a.left + a.width || a.top >= b.top + b.height || b.top >= a.top + a.height))"""
        frame = f"(c => ({{left: c.left, top: c.top, width: c.wide, height: c.tall}}))(charts[{number}])"
        self.assertEqual(self.js(f"charts[{number}].placed.length"), 2)
        self.assertTrue(self.js(f"({apart})(charts[{number}].placed, {frame})"))
        crowd = "Array.from({length: 12}, () => ({x: 300, y: 150, width: 90}))"
        whole = "{left: 0, top: 0, width: 600, height: 300}"
        self.assertTrue(self.js(f"(crowd => ({apart})(placeLabels(crowd, crowd, {whole}), {whole}))({crowd})"))

    def test_zoom_to_x_is_shared_and_undone(self):
        number, left, top, wide, tall = self.chart("ulp_against_x")
        self.browser.drag(left + 0.3 * wide, top + 50, left + 0.6 * wide, top + 50)
        axes = "charts.filter(chart => chart.group === 'x').map(({x}) => [x.low, x.high])"
        zoomed = self.js(axes)
        whole = self.js(f"charts[{number}].x.whole")
        self.assertGreater(len(zoomed), 2)
        for low, high in zoomed:
            self.assertLess(high - low, whole[1] - whole[0])
        before = self.js("scrollY")
        self.browser.wheel(left + 0.5 * wide, top + 50, down=-200, keys=CTRL)
        low, high = self.js(axes)[0]
        self.assertLess(high - low, zoomed[0][1] - zoomed[0][0])
        self.assertEqual(self.js("scrollY"), before)
        self.js("charts.find(chart => chart.group === 'x').canvas.focus()")
        self.browser.key("0", "0")
        self.assertEqual(self.js(f"[charts[{number}].x.low, charts[{number}].x.high]"), whole)

    def test_a_function_is_switched_off_and_dark_is_dark(self):
        self.browser.theme("dark")
        self.browser.settle()
        background = self.js("getComputedStyle(document.body).backgroundColor.match(/\\d+/g).map(Number)")
        self.assertLess(max(background), 60)
        number = self.chart("ulp_against_x")[0]
        pixels = f"charts[{number}].canvas.toDataURL()"
        both = self.js(pixels)
        self.js("document.querySelector('#controls button').click()")
        self.browser.settle()
        self.assertEqual(self.js("document.querySelector('#controls button').getAttribute('aria-pressed')"), "false")
        self.assertNotEqual(self.js(pixels), both)
        self.browser.theme("light")


if __name__ == "__main__":
    if not found():
        print("skipped: no chromium; apt-get install chromium")
        sys.exit(0)
    COMMAND = os.path.abspath(sys.argv.pop(1))
    unittest.main()
