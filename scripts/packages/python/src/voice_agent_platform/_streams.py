"""The parser of `text/event-stream`, as the HTML standard defines it (section 9.2.6)."""

from __future__ import annotations

import codecs
import re
from dataclasses import dataclass

_LINE_END = re.compile("\r\n?|\n")
_DIGITS = re.compile(r"[0-9]+\Z")


class StreamTooLongError(Exception):
    """The stream sent a line or an event that is longer than the reader accepts."""


@dataclass(frozen=True)
class Message:
    """One event of a stream: the last `id` that the stream has sent, the name and the data."""

    id: str
    event: str
    data: str


class StreamParser:
    """Parses a stream piece by piece. A line, and the data of an event, have at most `max_length` characters."""

    def __init__(self, max_length: int, last_event_id: str = "") -> None:
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self._max_length = max_length
        self._is_first = True
        self._skips_line_feed = False
        self._parts: list[str] = []
        self._length = 0
        self._data: list[str] = []
        self._data_length = 0
        self._event = ""
        self._id = last_event_id
        # The `id` to continue after, which an event without data moves too.
        self.last_event_id = last_event_id
        # The number of milliseconds to wait before the stream is opened again, if the stream has sent one.
        self.retry_ms: int | None = None

    def push(self, data: bytes) -> list[Message]:
        """Returns the events that these bytes complete."""
        text = self._decoder.decode(data)
        if text and self._is_first:
            self._is_first = False
            text = text.removeprefix("\ufeff")
        start = 0
        if text and self._skips_line_feed:
            start = int(text[0] == "\n")
            self._skips_line_feed = False
        messages: list[Message] = []
        for end in _LINE_END.finditer(text, start):
            self._append(text[start : end.start()])
            start = end.end()
            line = "".join(self._parts)
            self._parts, self._length = [], 0
            if line:
                self._read(line)
            elif message := self._dispatch():
                messages.append(message)
        self._append(text[start:])
        if text.endswith("\r"):
            self._skips_line_feed = True
        return messages

    def _append(self, part: str) -> None:
        self._parts.append(part)
        self._length += len(part)
        if self._length > self._max_length:
            raise StreamTooLongError(f"A line of the stream has more than {self._max_length} characters.")

    def _read(self, line: str) -> None:
        name, _, value = line.partition(":")
        value = value.removeprefix(" ")
        if name == "data":
            self._data_length += len(value) + 1
            if self._data_length > self._max_length:
                raise StreamTooLongError(f"An event of the stream has more than {self._max_length} characters.")
            self._data.append(value)
        elif name == "event":
            self._event = value
        elif name == "id" and "\0" not in value:
            self._id = value
        elif name == "retry" and _DIGITS.match(value):
            self.retry_ms = int(value)

    def _dispatch(self) -> Message | None:
        data, event = self._data, self._event
        self.last_event_id = self._id
        self._data, self._data_length, self._event = [], 0, ""
        return Message(self._id, event or "message", "\n".join(data)) if data else None
