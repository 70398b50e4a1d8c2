"""A service for the tests of the packages: it stores what it is sent as submitRunResult describes, and fails on demand."""

import json
import socket
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

TOKEN = "vap_run_1_7_secret"


class Service:
    def __init__(self, definition: dict[str, Any] | None = None, **session: Any):
        self.session = {
            "run_id": 7,
            "workflow_definition": definition or {"nodes": [], "edges": []},
            "workflow_configurations": {},
            "variables": {},
            "tools": [],
            "transcript_turns": 0,
            **session,
        }
        self.turns: list[dict[str, Any]] = []
        self.requests: list[tuple[str, Any]] = []
        self.results: list[dict[str, Any]] = []
        self.faults: list[int | None] = []  # What the next requests with turns get; None: the connection is lost.
        self.refusals: dict[str, list[tuple[int, Any]]] = {}  # What the next requests for a path get; None: no body.
        self.events: list[dict[str, Any]] = []
        self.answers: dict[str, list[dict[str, Any]]] = {}  # What each tool answers, one after another.
        self.codes = {"vap_code_1": TOKEN}
        self.has_ended = threading.Event()
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), type("Bound", (Handler,), {"service": self}))
        self.server.daemon_threads = True
        threading.Thread(target=self.server.serve_forever, args=(0.02,), daemon=True).start()
        self.api = f"http://127.0.0.1:{self.server.server_port}/api/v1"

    def close(self) -> None:
        self.has_ended.set()
        self.server.shutdown()
        self.server.server_close()

    def named(self, path: str) -> list[Any]:
        return [body for sent, body in self.requests if sent == path]

    def append(self, turns: list[dict[str, Any]]) -> tuple[int, dict[str, Any]]:
        for turn in turns:
            if turn["index"] > len(self.turns):
                return 409, {"code": "transcript_turns_missing", "next_index": len(self.turns)}
            if turn["index"] < len(self.turns) and self.turns[turn["index"]] != turn:
                return 409, {"code": "transcript_turn_differs"}
            if turn["index"] == len(self.turns):
                self.turns.append(turn)
        return 200, {}

    def answer(self, path: str, body: Any) -> tuple[int, Any]:
        if path == "run-codes/exchange":
            token = self.codes.pop(body["run_code"], None)
            return (200, {"run_id": 7, "run_token": token}) if token else (409, {"code": "run_code_ended"})
        if path == "runs/7/session":
            return 200, {**self.session, "transcript_turns": len(self.turns) or self.session["transcript_turns"]}
        if path == "runs/7/result" and body.get("append"):
            return self.append(body["transcript"])
        if path == "runs/7/result":
            self.results.append(body)
        if path.startswith("runs/7/tools/"):
            return 200, self.answers[path.rpartition("/")[2]].pop(0)
        return 200, {}


class Handler(BaseHTTPRequestHandler):
    service: Service
    protocol_version = "HTTP/1.1"

    def log_message(self, *_: Any) -> None:
        pass

    def do_GET(self) -> None:
        self.respond(None)

    def do_POST(self) -> None:
        length = int(self.headers.get("Content-Length") or 0)
        self.respond(json.loads(self.rfile.read(length) or "null"))

    def respond(self, body: Any) -> None:
        path, service = self.path.removeprefix("/api/v1/"), self.service
        service.requests.append((path, body))
        if path != "run-codes/exchange" and self.headers.get("X-API-Key") != TOKEN:
            return self.send(401, {"code": "unauthorized"})
        if path == "runs/7/session/stream":
            return self.stream()
        if path == "runs/7/speech/stream":
            return self.send(200, b"\x10\x20" * 8000)
        if path == "runs/7/result" and body.get("append") and service.faults:
            fault = service.faults.pop(0)
            if fault is None:
                service.append(body["transcript"])  # Stored, and the answer is lost.
                self.close_connection = True
                return self.connection.shutdown(socket.SHUT_RDWR)
            return self.send(fault, {"code": "fault"})
        if service.refusals.get(path):
            return self.send(*service.refusals[path].pop(0))
        self.send(*service.answer(path, body))

    def send(self, status: int, content: Any) -> None:
        data = content or b"" if isinstance(content, bytes | None) else json.dumps(content).encode()
        self.send_response(status)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def stream(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Connection", "close")
        self.end_headers()
        for event in self.service.events:
            number = event.get("instruction_number")
            head = f"id: {number}\n" if number else ""
            self.wfile.write(f"{head}event: {event['event']}\ndata: {json.dumps(event)}\n\n".encode())
        self.wfile.flush()
        self.service.has_ended.wait(20)
        self.close_connection = True
