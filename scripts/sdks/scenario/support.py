"""What the scenarios in Python share: the variables, the requests' bodies, the steps, the receiver of events."""

import json
import os
import threading
import time
import uuid
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from queue import Queue
from typing import Any, TypeVar

from standardwebhooks import Webhook

API = os.environ["API"]
# Where the paths of the contract begin, which start with /api/v1.
ORIGIN = API.removesuffix("/api/v1")
EMAIL = os.environ["EMAIL"]
PASSWORD = os.environ["PASSWORD"]
CSV = Path(os.environ["CSV"])
CHANGED_CAMPAIGN = int(os.environ["CAMPAIGN"])
RECEIVER_PORT = int(os.environ["RECEIVER_PORT"])
RECEIVER_URL = f"http://127.0.0.1:{RECEIVER_PORT}/"
UNKNOWN_ID = 9_007_199_254_740_991
TO_NUMBER = "+1 202-555-0185"
IDEMPOTENCY_KEY = f"sdk-{uuid.uuid4()}"
WORKFLOW_NAME = f"SDK {uuid.uuid4().hex[:8]}"
WORKFLOW_DEFINITION: dict[str, Any] = {
    "nodes": [
        {"id": "hello", "type": "startCall", "data": {"prompt": "Greet them."}},
        {"id": "bye", "type": "endCall", "data": {"prompt": "Say goodbye."}},
    ],
    "edges": [
        {
            "id": "on",
            "source": "hello",
            "target": "bye",
            "data": {"label": "answered", "condition": "They have answered."},
        }
    ],
}

T = TypeVar("T")


def done(step: str) -> None:
    """Reports a step."""
    print(f"ok {step}", flush=True)


def until(what: str, look: Callable[[], T | None]) -> T:
    """Repeats until there is a value, for at most a minute."""
    end = time.monotonic() + 60
    while time.monotonic() < end:
        found = look()
        if found is not None:
            return found
        time.sleep(0.2)
    raise TimeoutError(f"There was no {what} within a minute.")


class Receiver:
    """Listens for events; each counts only if it was signed with the endpoint's secret."""

    def __init__(self) -> None:
        self.secret = ""
        self._events: Queue[dict[str, Any]] = Queue()
        receiver = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["content-length"])).decode()
                headers = {name.lower(): value for name, value in self.headers.items()}
                try:
                    Webhook(receiver.secret).verify(body, headers)
                    receiver._events.put(json.loads(body))
                    self.send_response(204)
                except Exception as error:
                    self.log_error("%s", error)
                    self.send_response(400)
                self.end_headers()

            def log_request(self, code: object = "-", size: object = "-") -> None:
                pass

        self._server = HTTPServer(("127.0.0.1", RECEIVER_PORT), Handler)
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def event(self, run_id: int) -> dict[str, Any]:
        """The first event about the run. The demo's calls have events too."""
        while True:
            event = self._events.get(timeout=60)
            if event["call"]["run_id"] == run_id:
                return event

    def stop(self) -> None:
        self._server.shutdown()
