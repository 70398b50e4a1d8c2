"""Calls of Twilio and Telnyx with the bot of bot.py, and the first messages of streams that others have published."""

import asyncio
import base64
import json
import threading
import time

import bot
import pytest
import talk
from pipecat.frames.frames import TranscriptionFrame
from service import TOKEN
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect
from voice_agent_pipecat import Call

PCMU = {"encoding": "PCMU", "sample_rate": 8000, "channels": 1}
MULAW = {"encoding": "audio/x-mulaw", "sampleRate": 8000, "channels": 1}
TWILIO = {"streamSid": "MZ1", "callSid": "CA1", "mediaFormat": MULAW, "customParameters": {"run_id": "7", "run_token": TOKEN}}
TELNYX = {"call_control_id": "v3:1", "media_format": PCMU}
LOUD, QUIET = (base64.b64encode(bytes([byte]) * 160).decode() for byte in (0x10, 0xFF))
DEFINITION = {
    "nodes": [
        {"id": "hello", "type": "startCall", "data": {"prompt": "Hello {{name}}. Shall I go on?"}},
        {"id": "bye", "type": "endCall", "data": {"prompt": "Goodbye."}},
    ],
    "edges": [{"source": "hello", "target": "bye", "data": {"label": "yes"}}],
}


class Ears(talk.Recognizer):
    """Hears what is next."""

    heard = []

    def recognize(self, audio):
        return self.heard.pop(0)


@pytest.fixture
def client(monkeypatch):
    monkeypatch.setattr(talk, "SENTENCES", ["yes"])
    services = {"OpenAISTTService": Ears, "OpenAILLMService": talk.Script}
    voice = {"SileroVADAnalyzer": talk.Loudness, "LLMUserAggregatorParams": talk.quick_turns}
    for name, value in {**services, **voice}.items():
        monkeypatch.setattr(bot, name, value)
    with TestClient(bot.app) as made:
        yield made


def hold(socket, start, steps, ends=True):
    """Speaks as a carrier, 20 ms of audio in 20 ms; `steps` are the milliseconds of speech, of silence and keys."""
    sent = []

    def receive():
        try:
            while True:
                sent.append(json.loads(socket.receive_text()))
        except (WebSocketDisconnect, RuntimeError):
            sent.append({"event": "closed"})

    socket.send_text(json.dumps({"event": "connected"}))
    socket.send_text(json.dumps(start))
    ears = threading.Thread(target=receive, daemon=True)
    ears.start()
    for payload, ms in steps:
        for _ in range(ms // 20):
            if not ears.is_alive():
                return sent
            message = {"event": "media", "media": {"payload": payload}}
            socket.send_text(json.dumps(message if payload else {"event": "dtmf", "dtmf": {"digit": "5"}}))
            time.sleep(0.02)
    if ends:
        ears.join(5)
    return sent


CALLS = {
    "twilio": ({"event": "start", "streamSid": "MZ1", "start": TWILIO}, ""),
    "telnyx": ({"event": "start", "stream_id": "S1", "start": TELNYX}, "?run_id=7&run_code=vap_code_1"),
}


@pytest.mark.parametrize("carrier", CALLS)
def test_a_call_stores_its_turns_and_ends(client, serve, monkeypatch, carrier):
    service = serve(DEFINITION, variables={"name": "Ada"}, workflow_configurations={"run_token_scopes": ["run:act"]})
    service.events = [{"event": "instruction", "instruction_number": 1, "text": "Be brief."}]
    monkeypatch.setenv("API", service.api)
    Ears.heard = ["what", "yes"]
    start, query = CALLS[carrier]
    # "What" interrupts the agent's first sentence, and "yes" answers its second attempt.
    steps = [(QUIET, 2200), (LOUD, 200), (QUIET, 2200), (LOUD, 200), (QUIET, 6000)]

    with client.websocket_connect(f"/stream{query}") as socket:
        sent = hold(socket, start, steps)
        # The result is submitted once the call has ended.
        until = time.monotonic() + 10
        while not service.results and time.monotonic() < until:
            time.sleep(0.02)

    said = [(turn["role"], turn["text"], turn.get("interrupted")) for turn in service.turns]
    assert ("caller", "what", None) in said and ("caller", "yes", None) in said
    assert any(interrupted for _, _, interrupted in said) and said[-1] == ("agent", "Goodbye.", False)
    assert [turn["index"] for turn in service.turns] == list(range(len(said)))
    assert all(0 < turn["spoken_ms"] < 2500 for turn in service.turns if turn["role"] == "agent")
    assert service.results == [{"gathered_context": {"path": ["hello", "bye"]}}]
    assert len(service.named("runs/7/hang-up")) == 1
    assert service.named("runs/7/instructions/1/acknowledge") == [{"status": "taken"}]
    assert {message["event"] for message in sent} >= {"media", "closed"}
    assert service.named("run-codes/exchange") == ([] if carrier == "twilio" else [{"run_code": "vap_code_1"}])


# The first messages of streams in public repositories and documentation.
STARTS = {
    # https://developers.telnyx.com/docs/voice/programmable-voice/media-streaming
    "telnyx's documentation": {
        "event": "start",
        "sequence_number": "1",
        "start": {
            "user_id": "3E6F995F-85F7-4705-9741-53B116D28237",
            "call_control_id": "v2:T02llQxIyaRkhfRKxgAP8nY511EhFLizdvdUKJiSw8d6A9BborherQ",
            "call_session_id": "ff55a038-6f5d-11ef-9692-02420aeffb1f",
            "from": "+13122010094",
            "to": "+13122123456",
            "tags": ["TAG1", "TAG2"],
            "client_state": "aGF2ZSBhIG5pY2UgZGF5ID1d",
            "media_format": PCMU,
        },
        "stream_id": "32DE0DEA-53CB-4B21-89A4-9E1819C043BC",
    },
    # The same, before 2024: another name of the encoding, no numbers.
    "telnyx's earlier documentation": {
        "event": "start",
        "sequence_number": "1",
        "start": {
            "user_id": "3e6f995f-85f7-4705-9741-53b116d28237",
            "call_control_id": "v3:MdI91X4lWFEs7IgbBEOT9M4AigoY08M0WWZFISt1Yw2axZ_IiE4pqg",
            "client_state": "aGF2ZSBhIG5pY2UgZGF5ID1d",
            "media_format": {"encoding": "audio/x-mulaw", "sample_rate": 8000, "channels": 1},
        },
        "stream_id": "32de0dea-53cb-4b21-89a4-9e1819c043bc",
    },
    # com.sauti.call.TelnyxMediaWebSocketHandlerTest
    "a test of an L16 stream": {
        "event": "start",
        "stream_id": "stream-123",
        "start": {"call_control_id": "v3:call-control", "media_format": {"encoding": "L16", "sample_rate": 16000, "channels": 1}},
    },
    # The tests of hikky, and those of fg_voice with parameters of its own.
    "a test of an echo": {
        "event": "start",
        "sequenceNumber": "1",
        "start": {"streamSid": "MZxxx", "callSid": "CAxxx", "tracks": ["inbound"], "customParameters": {}, "mediaFormat": MULAW},
        "streamSid": "MZxxx",
    },
    "a test with parameters": {
        "event": "start",
        "streamSid": "MZ_TEST",
        "start": {
            "streamSid": "MZ_TEST",
            "callSid": "CA_TEST",
            "accountSid": "AC_TEST",
            "tracks": ["inbound"],
            "customParameters": {"report_id": "rid-1", "caller_hash": "hash-1", "locale": "en-IN"},
            "mediaFormat": MULAW,
        },
    },
    "a script that simulates a call": {
        "event": "start",
        "sequenceNumber": "1",
        "start": {
            "streamSid": "test-stream-123",
            "accountSid": "test-account",
            "callSid": "test-call",
            "tracks": ["inbound", "outbound"],
            "customParameters": {},
        },
        "streamSid": "test-stream-123",
    },
}


class Socket:
    """A socket as pipecat reads the first messages of it."""

    def __init__(self, message, query):
        self.messages, self.query_params, self.closed = [{"event": "connected"}, message], query, None

    async def iter_text(self):
        for message in self.messages:
            yield json.dumps(message)

    async def close(self, code):
        self.closed = code


@pytest.mark.parametrize("name", STARTS)
async def test_a_published_start_without_our_token_is_refused_and_with_a_code_accepted(serve, name):
    service = serve()
    stranger, ours = Socket(STARTS[name], {}), Socket(STARTS[name], {"run_id": "7", "run_code": "vap_code_1"})

    with pytest.raises(Exception, match="run_code_ended"):
        await Call.accept(stranger, service.api)
    call = await Call.accept(ours, service.api)
    frame = await call.serializer.deserialize(json.dumps({"event": "dtmf", "dtmf": {"digit": "7"}}))
    await call.run.close()

    assert (stranger.closed, ours.closed) == (1008, None)
    assert frame.button.value == "7"


def test_keys_are_turns_of_their_own(client, serve, monkeypatch):
    service = serve(DEFINITION)
    monkeypatch.setenv("API", service.api)
    with client.websocket_connect("/stream") as socket:
        hold(socket, CALLS["twilio"][0], [(QUIET, 400), (None, 40), (QUIET, 2600)], ends=False)

    keys = [turn for turn in service.turns if turn.get("kind") == "keys"]
    assert [(turn["role"], turn["text"]) for turn in keys] == [("caller", "55")]


async def test_a_stream_that_does_not_start_is_closed(serve, monkeypatch):
    monkeypatch.setattr("voice_agent_pipecat.START_SECONDS", 0.1)

    class Silent(Socket):
        async def iter_text(self):
            yield json.dumps({"event": "connected"})
            await asyncio.sleep(5)

    silent = Silent(None, {})
    with pytest.raises(TimeoutError):
        await Call.accept(silent, serve().api)

    assert silent.closed == 1008
