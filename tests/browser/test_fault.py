"""The page of a run that a fault ended, by what its reader does.

    python3 tests/browser/test_fault.py TESSERA [OPTIONS OF UNITTEST]
"""

import os
import subprocess
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
from browser import Browser, found  # noqa: E402

COMMAND = ""
JOB = '''
cores = "$cores"
[parameters]
cores = 56
[[circular_buffer]]
index = 0
format = "fp32"
pages = 2
[[kernel]]
processor = "brisc"
text = """
void kernel_main() {
    for (int i = 0; i < 3; ++i) {
        cb_reserve_back(0, 1);
        cb_push_back(0, 1);
    }
}
"""
[[kernel]]
processor = "ncrisc"
text = """
void kernel_main() {
    for (int i = 0; i < 4; ++i) {
        cb_wait_front(0, 1);
        cb_pop_front(0, 1);
    }
}
"""
'''


class Fault(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory(prefix="tessera-faults-")
        cls.page = cls.written(JOB)
        cls.browser = Browser()

    @classmethod
    def tearDownClass(cls):
        cls.browser.__exit__()
        cls.folder.cleanup()

    @classmethod
    def written(cls, job):
        path = os.path.join(cls.folder.name, f"{len(os.listdir(cls.folder.name))}")
        with open(path + ".toml", "w") as file:
            file.write(job)
        ended = subprocess.run([COMMAND, "run", path + ".toml", "-q", "--report", path + ".html"], capture_output=True)
        assert ended.returncode == 1, ended.stderr
        return path + ".html"

    def tearDown(self):
        self.assertEqual(self.browser.errors, [])

    def js(self, script):
        return self.browser.run(script)

    def test_it_opens_with_the_fault_in_every_size_and_theme(self):
        for width, height in ((1400, 900), (800, 600)):
            for theme in ("light", "dark"):
                self.browser.size(width, height)
                self.browser.theme(theme)
                self.browser.load(self.page)
                head = self.js("(b => [b.top, b.bottom])($('fault').querySelector('.verdict').getBoundingClientRect())")
                self.assertGreater(head[0], 0)
                self.assertLess(head[1], height / 2)
                self.assertLessEqual(self.js("document.documentElement.scrollWidth"), width)
        self.browser.size(1400, 900)
        self.browser.theme("light")
        text = self.js("$('fault').textContent")
        for part in ("TS001", "deadlock", "core (0,0)", "Who waits for whom", "cb_push_back(0, 1);"):
            self.assertIn(part, text)
        self.assertIn("fault: ", self.js("document.title"))

    def test_cores_that_stand_alike_are_one_box(self):
        self.browser.load(self.page)
        boxes = self.js("[...document.querySelectorAll('.waits g')].map(one => one.getAttribute('aria-label'))")
        self.assertLessEqual(len(boxes), 4, boxes)
        self.assertTrue(any("55 " in one or "and 51 more" in one or "56 cores" in one for one in boxes), boxes)
        self.assertEqual(self.js("fault.standing.length"), 112)

    def test_every_risc_has_a_lane_and_waits_go_to_the_edge(self):
        self.browser.load(self.page)
        self.assertEqual(self.js("cores.map(core => core.tracks.length)"), [2] * 56)
        self.assertEqual(self.js("endless.size"), 56)
        self.js("[...$('fault').querySelectorAll('button')].find(one => one.textContent.startsWith('Show')).click()")
        self.browser.settle()
        colour = self.js("""(() => { const row = schedule.rowOf.get(trackOf(0, 1)), ratio = devicePixelRatio || 1;
            const at = [schedule.width - 3, schedule.screen(row.y) + row.height / 2].map(one => Math.round(one * ratio));
            return [...schedule.canvas.getContext("2d").getImageData(...at, 1, 1).data]; })()""")
        self.assertNotEqual(colour[:3], [252, 252, 251])
        # Beyond the fault the pointer finds the wait, which has no end.
        self.assertIn("without end", self.js("schedule.describe(schedule.sliceOf(trackOf(0, 1), data.cycles - 0.5))"))

    def test_a_box_leads_to_its_lane_and_line(self):
        self.browser.load(self.page)
        self.js("""[...document.querySelectorAll('.waits g')].find(one => one.getAttribute('aria-label').startsWith('NCRISC'))
            .dispatchEvent(new MouseEvent('click', {bubbles: true}))""")
        self.browser.settle()
        marked = self.js("document.querySelector('#source [aria-current] code').textContent")
        self.assertIn("cb_wait_front", marked)

    def test_a_fault_before_the_first_cycle_is_a_page(self):
        page = self.written(JOB.replace("pages = 2", "pages = 2000"))
        self.browser.load(page)
        self.assertIn("l1-overflow", self.js("$('fault').textContent"))


    def test_a_failed_check_opens_with_its_map(self):
        folder = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../kernels/examples")
        with open(os.path.join(folder, "scale.toml")) as file:
            page = self.written(file.read().replace("i < 16; ++i)", "i < 16; i += 2)"))
        for width, height in ((1400, 900), (800, 600)):
            self.browser.size(width, height)
            self.browser.load(page)
            text = self.js("$('failed').textContent")
            for part in ("The check failed", "64 of 128 elements: every second column from 1", "[0, 1]"):
                self.assertIn(part, text)
            self.assertLess(self.js("$('failed').getBoundingClientRect().top"), self.js("$('verdict').getBoundingClientRect().top"))
            self.assertLessEqual(self.js("document.documentElement.scrollWidth"), width)
        self.browser.size(1400, 900)
        # Cells of failed columns have another colour, and name their elements.
        cells = self.js("""(() => { const canvas = $('failed-map'), size = Math.floor((canvas.height - 1) / 8);
            const line = canvas.getContext('2d').getImageData(0, Math.floor(size / 2), 3 * size, 1).data;
            return [0.4, 1.4, 2.4].map(at => [...line.slice(4 * Math.floor(at * size)).slice(0, 3)]); })()""")
        self.assertEqual(cells[0], cells[2])
        self.assertNotEqual(cells[0], cells[1])


    def test_printed_lines_are_marks_and_a_table(self):
        page = self.written(JOB.replace("void kernel_main() {", "#include \"debug/dprint.h\"\nvoid kernel_main() { DPRINT << \"hello\" << ENDL();", 1)
                            .replace("cores = 56", "cores = 2"))
        self.browser.load(page)
        self.assertEqual(self.js("prints.length"), 2)
        self.assertIn("hello", self.js("$('prints').textContent"))
        self.assertIn("printed at", self.js("""(() => { schedule.arrange(); const row = schedule.rowOf.get(trackOf(0, 0));
            return schedule.printedAt(schedule.x(prints[0].cycle), schedule.screen(row.y) + row.height / 2); })()"""))
        self.js("document.querySelector('#prints tbody tr').click()")
        self.browser.settle()
        self.assertIn("hello", self.js("document.querySelector('#source [aria-current] code').textContent"))


if __name__ == "__main__":
    if not found():
        print("skipped: no chromium; apt-get install chromium")
        sys.exit(0)
    COMMAND = os.path.abspath(sys.argv.pop(1))
    unittest.main()
