"""Chromium without a window, driven over its debugging pipe: what a reader does with a page, and what came of it."""

import base64
import json
import os
import shutil
import subprocess
import tempfile
import time

SWITCHES = [
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--hide-scrollbars",
    "--disable-background-networking", "--disable-component-update", "--disable-sync", "--disable-extensions",
    "--disable-default-apps", "--disable-dev-shm-usage", "--force-device-scale-factor=1", "--disable-smooth-scrolling",
    "--remote-debugging-pipe",
]

# How the browser answers a question whose page was left before it could answer.
LEFT_PAGE = ("Inspected target navigated or closed", "Execution context was destroyed.", "Cannot find context with specified id")


class LeftPage(RuntimeError):
    pass


def found():
    return shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")


class Browser:
    """One page at a time. Requests for anything but files are refused and noted, as are errors of the page."""

    def __init__(self):
        self.profile = tempfile.TemporaryDirectory(prefix="tessera-browser-", ignore_cleanup_errors=True)
        to_browser, self._out = os.pipe()
        self._in, from_browser = os.pipe()
        os.set_inheritable(to_browser, True)
        os.set_inheritable(from_browser, True)

        def place_pipes():
            # The browser reads at 3 and writes at 4; the pipes may have these numbers the other way round.
            reads, writes = os.dup(to_browser), os.dup(from_browser)
            os.dup2(reads, 3)
            os.dup2(writes, 4)

        self.process = subprocess.Popen(
            [found(), *SWITCHES, "--user-data-dir=" + self.profile.name, "about:blank"],
            preexec_fn=place_pipes, close_fds=False, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL)
        os.close(to_browser)
        os.close(from_browser)
        self._rest, self._number, self.session = b"", 0, None
        self.errors, self.asked_for = [], []
        target = next(t for t in self.call("Target.getTargets")["targetInfos"] if t["type"] == "page")
        self.session = self.call("Target.attachToTarget", targetId=target["targetId"], flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Network", "Log"):
            self.call(domain + ".enable")
        self.call("Network.emulateNetworkConditions", offline=True, latency=0, downloadThroughput=-1, uploadThroughput=-1)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        try:
            self.session = None
            self.call("Browser.close")
            self.process.wait(10)
        except (OSError, EOFError, subprocess.TimeoutExpired):
            self.process.kill()
            self.process.wait()
        os.close(self._in)
        os.close(self._out)
        self.profile.cleanup()

    def _receive(self):
        while b"\0" not in self._rest:
            part = os.read(self._in, 1 << 16)
            if not part:
                raise EOFError("the browser has ended")
            self._rest += part
        message, self._rest = self._rest.split(b"\0", 1)
        message = json.loads(message)
        method, told = message.get("method"), message.get("params", {})
        if method == "Runtime.exceptionThrown":
            details = told["exceptionDetails"]
            self.errors.append(details.get("exception", {}).get("description") or details["text"])
        elif method == "Runtime.consoleAPICalled" and told["type"] in ("error", "warning", "assert"):
            self.errors.append(" ".join(str(one.get("value", one.get("description"))) for one in told["args"]))
        elif method == "Log.entryAdded" and told["entry"]["level"] in ("error", "warning"):
            self.errors.append(told["entry"]["text"])
        elif method == "Network.requestWillBeSent":
            self.asked_for.append(told["request"]["url"])
        return message

    def call(self, method, **parameters):
        self._number += 1
        request = {"id": self._number, "method": method, "params": parameters}
        if self.session:
            request["sessionId"] = self.session
        os.write(self._out, json.dumps(request).encode() + b"\0")
        while True:
            message = self._receive()
            if message.get("id") != self._number:
                continue
            if "error" in message:
                if message["error"]["message"] in LEFT_PAGE:
                    raise LeftPage(method)
                raise RuntimeError(method + ": " + message["error"]["message"])
            return message["result"]

    def size(self, width, height, touch=False):
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)
        self.call("Emulation.setTouchEmulationEnabled", enabled=touch)

    def theme(self, name):
        self.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": name}])

    def load(self, path, fragment=""):
        self.call("Page.navigate", url="about:blank")
        self.call("Page.navigate", url="file://" + os.path.abspath(path) + fragment)
        self.until("document.readyState === 'complete' && location.protocol === 'file:'")
        self.settle()

    def run(self, script):
        """The value of an expression in the page; of a promise what it becomes."""
        result = self._evaluated(script)
        if "exceptionDetails" in result:
            raise RuntimeError(result["exceptionDetails"].get("exception", {}).get("description", script))
        return result["result"].get("value")

    def _evaluated(self, script):
        return self.call("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)

    def _holds(self, condition):
        try:
            result = self._evaluated(condition)
        except LeftPage:
            return False
        return "exceptionDetails" not in result and result["result"].get("value")

    def until(self, condition, seconds=20):
        """Waits for a condition, on whatever page it comes true: pages that load or are left meanwhile do not fail it."""
        end = time.monotonic() + seconds
        while not self._holds(condition):
            if time.monotonic() > end:
                raise AssertionError("never became true: " + condition)
            time.sleep(0.02)

    def settle(self):
        """Until the page has drawn what was done to it."""
        self.run("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")

    def wheel(self, x, y, down=0, across=0, keys=0):
        self.call("Input.dispatchMouseEvent", type="mouseWheel", x=x, y=y, deltaX=across, deltaY=down, modifiers=keys)
        self.settle()

    def drag(self, from_x, from_y, to_x, to_y, keys=0):
        moves = [("mousePressed", from_x, from_y), ("mouseMoved", (from_x + to_x) / 2, (from_y + to_y) / 2),
                 ("mouseMoved", to_x, to_y), ("mouseReleased", to_x, to_y)]
        for kind, x, y in moves:
            self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", buttons=1, clickCount=1, modifiers=keys)
        self.settle()

    def click(self, x, y):
        self.drag(x, y, x, y)

    def key(self, key, text=""):
        for kind in ("keyDown", "keyUp"):
            self.call("Input.dispatchKeyEvent", type=kind, key=key, text=text if kind == "keyDown" else "",
                      windowsVirtualKeyCode={"Enter": 13, "Escape": 27, "Tab": 9}.get(key, 0))

    def type(self, text):
        self.call("Input.insertText", text=text)

    def shot(self, path, whole=False):
        image = self.call("Page.captureScreenshot", format="png", captureBeyondViewport=whole)
        with open(path, "wb") as out:
            out.write(base64.b64decode(image["data"]))

    def pdf(self):
        return base64.b64decode(self.call("Page.printToPDF", printBackground=True)["data"])
