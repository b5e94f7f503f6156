"""The page of a run in a real browser, by what a reader does: load, scroll, zoom, select, follow, search.

    python3 tests/browser/test_report.py TESSERA [OPTIONS OF UNITTEST]
"""

import os
import subprocess
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
from browser import Browser, found  # noqa: E402

CTRL, SHIFT = 2, 8
COMMAND = ""


class Page(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory(prefix="tessera-pages-")
        cls.run_page = cls.written("rope", "--batch", "2", "--rows", "64", "--cores", "56")
        cls.browser = Browser()
        cls.browser.size(1400, 900)

    @classmethod
    def tearDownClass(cls):
        cls.browser.__exit__()
        cls.folder.cleanup()

    @classmethod
    def written(cls, *command):
        path = os.path.join(cls.folder.name, f"{len(os.listdir(cls.folder.name))}.html")
        subprocess.run([COMMAND, *command, "-q", "--report", path], check=True, stdout=subprocess.DEVNULL)
        return path

    def tearDown(self):
        self.assertEqual(self.browser.errors, [])
        self.assertEqual([url for url in self.browser.asked_for if not url.startswith(("file:", "about:", "data:"))], [])

    def load(self, fragment="", path=None):
        self.browser.load(path or self.run_page, fragment)

    def js(self, script):
        return self.browser.run(script)

    def canvas(self):
        """Left, top, width and height of the schedule in the window."""
        return self.js("(b => [b.left, b.top, b.width, b.height])(schedule.canvas.getBoundingClientRect())")

    def to_schedule(self):
        self.js("schedule.holder.scrollIntoView()")
        self.browser.settle()

    def window(self):
        return self.js("[state.from, state.to]")

    def at(self, core, row, cycle):
        """Where a cycle of a track lies in the window."""
        return self.js(f"""(() => {{ const box = schedule.canvas.getBoundingClientRect(), row = schedule.rowOf.get(trackOf({core}, {row}));
            return [box.left + schedule.x({cycle}), box.top + schedule.screen(row.y) + row.height / 2]; }})()""")

    def test_all_cores_stand_in_one_window(self):
        for width, height in ((1400, 900), (800, 600)):
            self.browser.size(width, height)
            self.load()
            self.to_schedule()
            self.assertEqual(self.js("schedule.rows.length"), 56)
            _, top, _, tall = self.canvas()
            self.assertGreater(top, -1)
            self.assertLess(top + tall, height + 1)
            self.assertLessEqual(self.js("document.documentElement.scrollWidth"), width)
        self.browser.size(1400, 900)

    def test_the_first_screen_has_answer_and_first_lane(self):
        for width, height in ((1400, 900), (800, 600)):
            self.browser.size(width, height)
            self.load()
            self.assertLess(self.js("schedule.holder.getBoundingClientRect().top + schedule.top"), height)
            # The source pane stands at the line that costs most.
            line = self.js("Number(document.querySelector('#source [aria-current]').dataset.line)")
            most = self.js("Math.max(...[...source.costs.get(source.file).values()].map(one => one.waits + one.sfpu))")
            self.assertEqual(self.js(f"(one => one.waits + one.sfpu)(source.costs.get(source.file).get({line}))"), most)
        self.browser.size(1400, 900)

    def test_a_wheel_scrolls_with_control_zooms_and_sideways_pans(self):
        self.load()
        self.to_schedule()
        left, top, width, _ = self.canvas()
        x, y = left + 0.7 * width, top + 100
        whole, before = self.window(), self.js("scrollY")
        self.browser.wheel(x, y, down=120)
        self.browser.until(f"scrollY === {before} + 120")
        self.assertEqual(self.window(), whole)

        self.to_schedule()
        under = f"schedule.cycle({x - left})"
        cycle, before = self.js(under), self.js("scrollY")
        self.browser.wheel(x, y, down=-200, keys=CTRL)
        zoomed = self.window()
        self.assertLess(zoomed[1] - zoomed[0], 0.7 * (whole[1] - whole[0]))
        self.assertAlmostEqual(self.js(under), cycle, delta=1)
        self.browser.wheel(x, y, across=60)
        panned = self.window()
        self.assertGreater(panned[0], zoomed[0])
        self.assertAlmostEqual(panned[1] - panned[0], zoomed[1] - zoomed[0], delta=1e-6)
        self.assertEqual(self.js("scrollY"), before)

    def test_two_fingers_pinch(self):
        self.browser.size(1400, 900, touch=True)
        self.load()
        self.to_schedule()
        left, top, width, _ = self.canvas()
        before = self.window()
        points = lambda apart: [{"x": left + 0.6 * width + side * apart, "y": top + 100, "id": i} for i, side in enumerate((-1, 1))]
        for kind, apart in (("touchStart", 40), ("touchMove", 60), ("touchMove", 80)):
            self.browser.call("Input.dispatchTouchEvent", type=kind, touchPoints=points(apart))
        self.browser.call("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])
        self.browser.settle()
        after = self.window()
        self.assertAlmostEqual(after[1] - after[0], (before[1] - before[0]) / 2, delta=0.02 * before[1])
        self.browser.size(1400, 900)

    def test_a_drag_on_the_ruler_selects_and_sums_by_reason(self):
        self.load()
        self.to_schedule()
        left, top, width, _ = self.canvas()
        self.browser.drag(left + 0.4 * width, top + 8, left + 0.7 * width, top + 8)
        wanted = [self.js(f"Math.round(schedule.cycle({part} * {width}))") for part in (0.4, 0.7)]
        self.assertEqual(self.js("[state.range.from, state.range.to]"), wanted)
        self.browser.until("$('sums').textContent.startsWith('Selected')")
        # Each RISC's work and waits make up its life in the range, which the profile of the page knows otherwise.
        sums = self.js("""(() => { const {units} = selection.sums(chosenCore().tracks, 0, data.cycles);
            return units.filter(unit => isRisc(unit.row)).map(unit => { const known = profileOf.get(state.core).units.find(one => one.row === unit.row);
              return [unit.life, unit.work, sum([...unit.waits.values()]), known.cycles, known.busy]; }); })()""")
        self.assertEqual(len(sums), 5)
        for life, work, waits, known_cycles, known_busy in sums:
            self.assertEqual((life, work, waits), (known_cycles, known_busy, known_cycles - known_busy))
        self.browser.until("location.hash.includes('sel=')")
        self.load(self.js("location.hash"))
        self.assertEqual(self.js("[state.range.from, state.range.to]"), wanted)

    def test_a_link_lands_in_view(self):
        self.load("#t=5000:9000&core=6,5")
        self.assertEqual(self.window(), [5000, 9000])
        self.browser.until("scrollY > 0")
        self.browser.settle()
        x, y = self.at(*self.js("[state.core, 0]"), 6000)
        self.assertEqual(self.js("chosenCore().label"), "(6,5)")
        self.assertTrue(0 < y < 900 and 0 < x < 1400, (x, y))
        self.js("location.hash = '#t=100:400&core=0,3'")
        self.browser.until("state.from === 100 && chosenCore().label === '(0,3)'")

    def test_a_click_keeps_a_slice_and_leads_to_its_cause_and_source(self):
        self.load("#core=0,0")
        self.browser.until("scrollY > 0")
        self.browser.settle()
        wait = self.js("(waits => [waits.begin[0], waits.end[0]])(trackOf(state.core, 1).waits)")
        self.browser.click(*self.at(self.js("state.core"), 1, sum(wait) / 2))
        self.assertIn("NCRISC", self.js("$('picked').textContent"))
        line = self.js("data.places[schedule.picked.layer.place[schedule.picked.i]]")
        self.assertRegex(line, r"^kernels/rope/writer\.cpp:\d+$")
        marked = "document.querySelector('#source [aria-current]')"
        self.assertEqual(self.js(f"$('source-file').value + ':' + {marked}.dataset.line"), line)
        with open(os.path.join(os.path.dirname(__file__), "../..", line.split(":")[0])) as source:
            text = source.read().split("\n")[int(line.split(":")[1]) - 1]
        self.assertEqual(self.js(f"{marked}.querySelector('code').textContent"), text)
        box, pane = (self.js(f"(b => [b.top, b.bottom])({what}.getBoundingClientRect())") for what in (marked, "$('source')"))
        self.assertTrue(pane[0] <= box[0] and box[1] <= pane[1])

        cause = self.js("schedule.causeOf(schedule.picked)")
        self.assertLessEqual(cause["at"], wait[1])
        self.js("schedule.canvas.focus()")
        self.browser.key("c", "c")
        self.assertEqual(self.js("schedule.picked.track.row"), cause["row"])

    def test_search_finds_fades_and_steps(self):
        self.load()
        self.to_schedule()
        self.browser.key("/", "/")
        self.assertEqual(self.js("document.activeElement.id"), "search")
        self.browser.type("noc_write")
        self.browser.until("$('found').textContent.endsWith('slices')")
        self.browser.key("Enter")
        self.browser.settle()
        self.assertRegex(self.js("$('found').textContent"), r"^1 of \d")
        self.assertIn("noc_write", self.js("$('picked').textContent"))
        self.browser.key("Escape")
        self.assertFalse(self.js("search.active"))

    def test_the_keyboard_does_what_the_pointer_does(self):
        self.load()
        self.js("schedule.canvas.focus()")
        self.browser.key("p", "p")
        first = self.js("$('picked').textContent")
        self.assertIn("waits:", first)
        self.browser.key(".", ".")
        self.assertNotEqual(self.js("$('picked').textContent"), first)
        self.browser.key("s", "s")
        self.assertEqual(self.js("[state.range.from, state.range.to]"), [round(at) for at in self.window()])
        self.browser.key("Escape")
        self.assertIsNone(self.js("state.range"))
        # Whatever can have the focus has a name.
        tree = self.browser.call("Accessibility.getFullAXTree")["nodes"]
        nameless = [node["role"]["value"] for node in tree if not node.get("ignored")
                    and any(one["name"] == "focusable" and one["value"].get("value") for one in node.get("properties", []))
                    and not node.get("name", {}).get("value") and node["role"]["value"] not in ("RootWebArea", "generic")]
        self.assertEqual(nameless, [])

    def test_every_colour_has_its_legend_in_both_themes(self):
        for theme in ("light", "dark"):
            self.browser.theme(theme)
            self.load()
            used = self.js("""[...new Set(cores.flatMap(core => core.tracks.flatMap(({work, waits}) => [work, waits].flatMap(layer =>
                [...new Set(layer.name)].map(name => colourOfName(data.names[name]))))))]""")
            named = self.js("[...$('legend').querySelectorAll('i')].map(i => /--(\\w+)/.exec(i.getAttribute('style'))[1])")
            self.assertTrue(set(used) <= set(named), (used, named))
            colours = self.js("[...$('legend').querySelectorAll('div')].map(group => [...new Set([...group.querySelectorAll('i')]"
                              ".map(i => getComputedStyle(i).backgroundColor))].length)")
            self.assertGreater(max(colours), 3)
        self.assertNotEqual(self.js("getComputedStyle(document.body).backgroundColor"), "rgb(249, 249, 247)")
        self.browser.theme("light")

    def test_roofline_places_the_units_under_their_limits(self):
        self.load()
        points = self.js("[...document.querySelectorAll('#roofline circle')].map(dot => [Number(dot.getAttribute('cx')), Number(dot.getAttribute('cy'))])")
        roofs = self.js("[...document.querySelectorAll('#roofline line[stroke-width=\\'2\\']')].map(line => ['x1', 'y1', 'x2', 'y2'].map(name => Number(line.getAttribute(name))))")
        self.assertTrue(points)
        (left, low, knee, top), (_, _, right, _) = roofs
        for x, y in points:
            self.assertTrue(left <= x <= right, points)
            roof = top if x >= knee else low + (top - low) * (x - left) / (knee - left)
            self.assertGreaterEqual(y, roof - 0.01)

    def test_it_prints(self):
        self.load()
        self.assertTrue(self.browser.pdf().startswith(b"%PDF"))

    def test_two_runs_make_a_page_of_their_difference(self):
        path = self.written("profile", "rope", "--rung", "R5", "--against", "R4")
        self.load(path=path)
        here, there = self.js("page.comparison.here"), self.js("page.comparison.there")
        text = self.js("$('against').textContent")
        self.assertIn(f"{here['cycles'] - there['cycles']} cycles more", text)
        self.assertEqual(self.js("data.cycles"), here["cycles"])
        # Both schedules on one axis: each lane of both has something in it, and tells what lies under the pointer.
        self.assertEqual(self.js("stacked.ran"), max(here["cycles"], there["cycles"]))
        self.assertEqual(self.js("stacked.rows.filter(({pair}) => pair[0] && pair[1]).length"), self.js("chosenCore().tracks.length"))
        shades = self.js("""(() => {
            const ratio = devicePixelRatio, {left, lane, rows, canvas} = stacked, wide = 400 * ratio;
            const {data: dots} = canvas.getContext('2d').getImageData(left * ratio, rows[0].y * ratio, wide, 2 * lane * ratio);
            return [4, lane + 4].map(y => new Set(dots.slice(4 * wide * y * ratio, 4 * wide * (y * ratio + 1))).size);
        })()""")
        self.assertGreater(min(shades), 4)
        self.js("stacked.tip({offsetX: stacked.left + 20, offsetY: stacked.rows[0].y + stacked.lane + 4, clientX: 9, clientY: 9})")
        self.assertRegex(self.js("tip.textContent"), r"BRISC\n.*\n[0-9,]+ cycles")
        self.js("[...$('against').querySelectorAll('button')].find(one => one.textContent === 'Show the other run').click()")
        self.browser.until("typeof showsOther !== 'undefined' && showsOther")
        self.assertEqual(self.js("[data.cycles, data.title]"), [there["cycles"], there["title"]])


if __name__ == "__main__":
    if not found():
        print("skipped: no chromium; apt-get install chromium")
        sys.exit(0)
    COMMAND = os.path.abspath(sys.argv.pop(1))
    unittest.main()
