"""The bot of bot.py with a recognizer and a script that need no key, for `make talk`; it also records each call."""

import asyncio
import audioop
import base64
import json
import os
import re
import uuid
import warnings
import wave
from collections.abc import AsyncIterator
from dataclasses import fields
from difflib import SequenceMatcher

import bot
import uvicorn
from pipecat.audio.vad.vad_analyzer import VADAnalyzer, VADParams
from pipecat.frames.frames import Frame, LLMContextFrame, LLMFullResponseEndFrame, LLMFullResponseStartFrame
from pipecat.frames.frames import TranscriptionFrame
from pipecat.processors.aggregators.llm_response_universal import LLMUserAggregatorParams
from pipecat.processors.frame_processor import FrameDirection
from pipecat.services.llm_service import FunctionCallFromLLM, LLMService
from pipecat.services.openai.llm import OpenAILLMService
from pipecat.services.settings import LLMSettings, STTSettings
from pipecat.services.stt_service import SegmentedSTTService
from pipecat.turns.user_stop import SpeechTimeoutUserTurnStopStrategy
from pipecat.turns.user_turn_strategies import UserTurnStrategies
from pipecat.utils.time import time_now_iso8601
from pocketsphinx import Decoder

SENTENCES = json.loads(os.environ.get("TALK_SENTENCES", "[]"))
RATE = 16_000
FRAME = RATE // 50 * 2  # 20 ms
LOUD = 200


def words(text: str) -> str:
    return " ".join(re.findall(r"[a-z0-9']+", text.lower()))


class Recognizer(SegmentedSTTService):
    """Recognizes the sentences of the demonstration, with pocketsphinx."""

    wants_wav_segments = False

    def __init__(self):
        super().__init__(sample_rate=RATE, ttfs_p99_latency=0.5, settings=STTSettings(model=None, language=None))
        grammar = "#JSGF V1.0; grammar talk; public <sentence> = " + " | ".join(map(words, SENTENCES)) + ";"
        # Noise in place of digital silence, and little weight for the grammar, recognize more of espeak-ng.
        self.decoder = Decoder(lm=None, loglevel="FATAL", samprate=RATE, dither=True, lw=2.0)
        self.decoder.add_jsgf_string("talk", grammar)
        self.decoder.activate_search("talk")

    def recognize(self, audio: bytes) -> str:
        frames = [audio[n : n + FRAME] for n in range(0, len(audio), FRAME)]
        loud = [n for n, frame in enumerate(frames) if audioop.rms(frame, 2) > LOUD] or [0]
        self.decoder.start_utt()
        # Long silence makes a short sentence of a long one.
        self.decoder.process_raw(b"".join(frames[max(0, loud[0] - 10) : loud[-1] + 15]), full_utt=True)
        self.decoder.end_utt()
        found = self.decoder.hyp()
        heard = found.hypstr.split() if found else []
        likeness = {s: SequenceMatcher(None, words(s).split(), heard).ratio() for s in SENTENCES}
        best = max(SENTENCES, key=lambda s: likeness[s])
        return best if likeness[best] > 0 else "(unclear)"

    async def run_stt(self, audio: bytes) -> AsyncIterator[Frame]:
        text = await asyncio.to_thread(self.recognize, audio)
        yield TranscriptionFrame(text, self._user_id, time_now_iso8601())


class Loudness(VADAnalyzer):
    """Takes all that is loud for speech: the person's line has no noise."""

    def __init__(self):
        super().__init__(params=VADParams(confidence=0.5, start_secs=0.1, stop_secs=0.5, min_volume=0.0))

    def num_frames_required(self) -> int:
        return self.sample_rate // 50

    def voice_confidence(self, buffer: bytes) -> float:
        return float(audioop.rms(buffer, 2) > LOUD)


def quick_turns(vad_analyzer: VADAnalyzer) -> LLMUserAggregatorParams:
    strategies = UserTurnStrategies(stop=[SpeechTimeoutUserTurnStopStrategy(user_speech_timeout=0.1)])
    return LLMUserAggregatorParams(vad_analyzer=vad_analyzer, user_turn_strategies=strategies)


class Script(LLMService):
    """Says the prompt of each node, and follows the edge whose label the person names."""

    def __init__(self):
        none = {field.name: None for field in fields(LLMSettings) if field.name != "extra"}
        super().__init__(settings=LLMSettings(**none))

    async def process_frame(self, frame: Frame, direction: FrameDirection) -> None:
        await super().process_frame(frame, direction)
        if not isinstance(frame, LLMContextFrame):
            return await self.push_frame(frame, direction)
        await self.push_frame(LLMFullResponseStartFrame())
        await self.answer(frame.context)
        await self.push_frame(LLMFullResponseEndFrame())

    async def answer(self, context) -> None:
        messages = context.get_messages()
        prompts = [n for n, m in enumerate(messages) if m["role"] == "developer" and not m["content"].startswith("{")]
        since = messages[prompts[-1] + 1 :]
        said = [words(str(m["content"])) for m in since if m["role"] == "user"]
        offered = {f.name: f.description for f in context.tools.standard_tools} if context.tools else {}
        labels = {name: description.split(". ")[0] for name, description in offered.items() if name.startswith("go_")}
        edge = next((name for name, label in labels.items() if said and words(label) in said[-1]), None)
        has_submitted = any(m["role"] == "tool" for m in since)
        if edge and "submit_result" in offered and not has_submitted:
            summary = f"The person said: {said[-1]}."
            await self.use(context, "submit_result", {"analysis": {"call_summary": summary, "call_successful": True}})
        elif edge:
            await self.use(context, edge, {})
        else:
            await self._push_llm_text(messages[prompts[-1]]["content"])

    async def use(self, context, name: str, arguments: dict) -> None:
        call = FunctionCallFromLLM(name, uuid.uuid4().hex, arguments, context)
        await self.run_function_calls([call])


class Recording:
    """Passes the messages of Twilio's stream on and keeps both sides of the call, each where it was heard."""

    def __init__(self, app):
        self.app = app

    async def __call__(self, scope, receive, send):
        if scope["type"] != "websocket":
            return await self.app(scope, receive, send)
        person, agent = bytearray(), bytearray()

        async def hear():
            message = await receive()
            person.extend(media_in(message))
            return message

        async def say(message):
            audio = media_in(message)
            if audio:
                agent.extend(b"\xff" * (len(person) - len(agent)) + audio)
            if message.get("text") and json.loads(message["text"])["event"] == "clear":
                del agent[len(person) :]
            await send(message)

        try:
            await self.app(scope, hear, say)
        finally:
            write(person, agent)


def media_in(message: dict) -> bytes:
    text = json.loads(message.get("text") or "{}")
    return base64.b64decode(text["media"]["payload"]) if text.get("event") == "media" else b""


def write(person: bytearray, agent: bytearray) -> None:
    """Writes the person as the left and the agent as the right channel."""
    length = max(len(person), len(agent))
    left, right = (audioop.ulaw2lin(bytes(side).ljust(length, b"\xff"), 2) for side in (person, agent))
    with wave.open(os.environ["TALK_WAV"], "wb") as file:
        file.setparams((2, 2, 8000, length, "NONE", ""))
        stereo = audioop.add(audioop.tostereo(left, 2, 1, 0), audioop.tostereo(right, 2, 0, 1), 2)
        file.writeframes(stereo)


def model():
    settings = OpenAILLMService.Settings(model=os.environ.get("LLM_MODEL") or "default")
    key = os.environ.get("LLM_API_KEY") or "none"
    return OpenAILLMService(api_key=key, base_url=os.environ["LLM_BASE_URL"], settings=settings)


if __name__ == "__main__":
    # The framework's own, which it prints in spite of -W.
    warnings.showwarning = lambda *_, **__: None
    bot.OpenAISTTService, bot.SileroVADAnalyzer, bot.LLMUserAggregatorParams = Recognizer, Loudness, quick_turns
    bot.OpenAILLMService = model if os.environ.get("LLM_BASE_URL") else Script
    uvicorn.run(Recording(bot.app), host="127.0.0.1", port=int(os.environ["PORT"]), log_level="warning")
