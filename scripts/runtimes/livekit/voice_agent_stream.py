"""The audio of a carrier's stream, as the input and the output of an agent session of livekit."""

import asyncio
import base64
import time
from collections.abc import Awaitable, Callable

try:
    import audioop
    from livekit import rtc
    from livekit.agents.voice import io
except ModuleNotFoundError as error:
    needs = 'voice_agent_stream needs livekit-agents: pip install "voice-agent-platform[livekit]"'
    raise ModuleNotFoundError(f"{needs} ({error})", name=error.name) from error

RATE = 8000


class Ear(io.AudioInput):
    """What the person says, as the stream brings it."""

    def __init__(self):
        super().__init__(label="carrier")
        self.frames: asyncio.Queue[rtc.AudioFrame] = asyncio.Queue()

    async def __anext__(self) -> rtc.AudioFrame:
        return await self.frames.get()

    def hear(self, ulaw: bytes) -> None:
        self.frames.put_nowait(rtc.AudioFrame(audioop.ulaw2lin(ulaw, 2), RATE, 1, len(ulaw)))


class Mouth(io.AudioOutput):
    """What the agent says. The carrier plays it at the speed of speech, until it is told to drop the rest."""

    def __init__(self, send: Callable[..., Awaitable[None]], tell: Callable[[float], None]):
        """`tell` gets how many seconds of a speech were played."""
        super().__init__(label="carrier", capabilities=io.AudioOutputCapabilities(pause=False), sample_rate=RATE)
        self.send, self.tell, self.clearing = send, tell, set[asyncio.Task]()
        self.begun, self.sent = 0.0, 0.0
        self.playing: asyncio.TimerHandle | None = None

    def played(self) -> float:
        return min(self.sent, time.monotonic() - self.begun)

    async def capture_frame(self, frame: rtc.AudioFrame) -> None:
        await super().capture_frame(frame)
        if not self.sent:
            self.begun = time.monotonic()
            self.on_playback_started(created_at=time.time())
        self.sent += frame.duration
        ulaw = audioop.lin2ulaw(bytes(frame.data), 2)
        await self.send("media", media={"payload": base64.b64encode(ulaw).decode()})

    def flush(self) -> None:
        super().flush()
        if self.sent and not self.playing:
            self.playing = asyncio.get_running_loop().call_later(self.sent - self.played(), self.finish, False)

    def clear_buffer(self) -> None:
        if self.sent:
            task = asyncio.ensure_future(self.send("clear"))
            self.clearing.add(task)
            task.add_done_callback(self.clearing.discard)
            self.finish(True)

    def finish(self, interrupted: bool) -> None:
        if self.playing:
            self.playing.cancel()
        position, self.sent, self.playing = self.played(), 0.0, None
        self.tell(position)
        self.on_playback_finished(playback_position=position, interrupted=interrupted)
