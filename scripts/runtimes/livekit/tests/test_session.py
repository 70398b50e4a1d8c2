"""Agent sessions of livekit at a run: by text with its own test utilities, and with the stream of a call."""

import asyncio
import base64
import json
from pathlib import Path

import pytest
from aiohttp import ClientSession, WSMsgType, web
from livekit import rtc
from livekit.agents import AgentSession, llm, tts
from service import TOKEN
from voice_agent_livekit import Call
from voice_agent_run import Run
from voice_agent_stream import Ear

FLOWS = json.loads((Path(__file__).parents[2] / "pipecat/tests/flows.json").read_text())
DEFINITION = {
    "nodes": [
        {"id": "hello", "type": "startCall", "data": {"prompt": "Hello {{name}}. Shall I go on?"}},
        {"id": "bye", "type": "endCall", "data": {"prompt": "Goodbye."}},
        {"id": "rules", "type": "globalNode", "data": {"prompt": "Be brief."}},
    ],
    "edges": [{"source": "hello", "target": "bye", "data": {"label": "yes"}}],
}


class Script(llm.LLM):
    """Says the prompt of each node, and takes the edge whose label the person says."""

    def chat(self, *, chat_ctx, tools=None, conn_options=None, **_):
        return Answer(self, chat_ctx=chat_ctx, tools=tools or [], conn_options=conn_options)


class Answer(llm.LLMStream):
    async def _run(self):
        messages = [item for item in self._chat_ctx.items if item.type in ("message", "function_call_output")]
        last = messages[-1]
        said = last.text_content if last.type == "message" and last.role == "user" else ""
        names = [tool.info.name for tool in self._tools]
        edge = next((name for name in names if said and name.endswith(said)), None)
        prompt = next(m.text_content for m in messages if m.type == "message" and m.role in ("system", "developer"))
        calls = [llm.FunctionToolCall(name=edge, arguments="{}", call_id="1")] if edge else []
        content = None if edge else prompt.splitlines()[-1]
        delta = llm.ChoiceDelta(role="assistant", content=content, tool_calls=calls)
        self._event_ch.send_nowait(llm.ChatChunk(id="1", delta=delta))


class Voice(tts.TTS):
    """Speaks half a second of noise for each text, at another rate than the carrier's."""

    def __init__(self):
        super().__init__(capabilities=tts.TTSCapabilities(streaming=False), sample_rate=16000, num_channels=1)

    def synthesize(self, text, *, conn_options=None):
        return Speech(tts=self, input_text=text, conn_options=conn_options)


class Speech(tts.ChunkedStream):
    async def _run(self, output):
        output.initialize(request_id="1", sample_rate=16000, num_channels=1, mime_type="audio/pcm")
        output.push(b"\x10\x20" * 8000)


async def run_at(service):
    return await Run(service.api, patience=5).open({"run_id": "7", "run_token": TOKEN})


def definition_of(flow):
    def kind(name):
        return "startCall" if name == flow["initial_node"] else "agentNode" if flow["nodes"][name] else "endCall"

    return {
        "nodes": [{"id": name, "type": kind(name), "data": {"prompt": f"Be at {name}."}} for name in flow["nodes"]],
        "edges": [
            {"source": source, "target": target, "data": {"label": label, "condition": condition}}
            for source, functions in flow["nodes"].items()
            for label, condition, target in functions
        ],
    }


ROUTES = [
    (
        "food_ordering_static",
        ["choose_pizza", "select_pizza_order", "revise_order", "choose_sushi", "select_sushi_order", "complete_order"],
    ),
    ("helpdesk", ["choose_pricing_question", "confirm_conversation", "complete_conversation"]),
    ("emotional_states", ["happy", "sad", "neutral", "end"]),
    ("good_bad_cop", ["bad_cop", "good_cop", "end_conversation"]),
]


@pytest.mark.parametrize("name, route", ROUTES)
async def test_a_definition_is_walked_by_text(serve, name, route):
    service = serve(definition_of(FLOWS[name]))
    call = Call(await run_at(service))
    session = AgentSession(llm=Script())
    held = asyncio.create_task(call.hold(session))
    await asyncio.sleep(0.1)

    for label in route:
        result = await asyncio.wait_for(session.run(user_input=label), 5)
        result.expect.contains_function_call(name=next(e.item.name for e in result.events if e.type == "function_call"))
    await asyncio.wait_for(held, 5)

    node, path = FLOWS[name]["initial_node"], [FLOWS[name]["initial_node"]]
    for label in route:
        node = next(target for each, _, target in FLOWS[name]["nodes"][node] if each == label)
        path.append(node)
    assert service.results == [{"gathered_context": {"path": path}}]
    said = [(turn["role"], turn["text"]) for turn in service.turns]
    assert said == [
        turn
        for label, at in zip(route, path[1:], strict=True)
        for turn in (("caller", label), ("agent", f"Be at {at}."))
    ]
    assert call.is_over


async def test_instructions_and_tools_reach_the_model(serve):
    find = {"name": "find", "description": "Finds it.", "parameters": {"type": "object", "properties": {"id": {}}}}
    service = serve(DEFINITION, variables={"name": "Ada"}, tools=[{"type": "function", "function": find}])
    service.events = [{"event": "instruction", "instruction_number": 1, "text": "Offer 16 June."}]
    service.answers["find"] = [{"status": "succeeded", "result": {"found": True}}]
    call = Call(await run_at(service))
    session = AgentSession(llm=Script())
    held = asyncio.create_task(call.hold(session))
    await asyncio.sleep(1)

    agent = session.current_agent
    told = [m.text_content for m in agent.chat_ctx.messages() if m.role == "developer"]
    tools = {tool.info.name: tool for tool in agent.tools}
    found = await tools["find"]({"id": 1})
    call.end(False)
    await asyncio.wait_for(held, 5)

    assert agent.instructions == "Be brief.\nHello Ada. Shall I go on?"
    assert list(tools) == ["go_0_yes", "find"]
    assert told == ["Offer 16 June."]
    assert found == {"found": True}
    assert service.named("runs/7/instructions/1/acknowledge") == [{"status": "taken"}]
    assert not service.named("runs/7/hang-up")


STARTS = {
    "twilio": (
        {"event": "start", "streamSid": "MZ1", "start": {"customParameters": {"run_id": "7", "run_token": TOKEN}}},
        "",
    ),
    "telnyx": (
        {"event": "start", "stream_id": "S1", "start": {"call_control_id": "v3:1"}},
        "?run_id=7&run_code=vap_code_1",
    ),
}


@pytest.fixture
async def bot(serve):
    """A server of calls; `sessions` has the session of each."""
    service = serve(DEFINITION, variables={"name": "Ada"}, workflow_configurations={"run_token_scopes": ["run:act"]})
    sessions = []

    async def stream(request):
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        call = await Call.accept(socket, request.query, service.api)
        sessions.append(AgentSession(llm=Script(), tts=Voice()))
        await call.hold(sessions[-1])
        return socket

    app = web.Application()
    app.router.add_get("/stream", stream)
    runner = web.AppRunner(app, shutdown_timeout=1)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    port = site._server.sockets[0].getsockname()[1]
    yield service, sessions, f"http://127.0.0.1:{port}/stream"
    await runner.cleanup()


@pytest.mark.parametrize("carrier", STARTS)
async def test_a_call_is_spoken_interrupted_and_ended(bot, carrier):
    service, sessions, url = bot
    start, query = STARTS[carrier]
    heard = []

    async def hear(socket):
        async for message in socket:
            if message.type == WSMsgType.TEXT:
                heard.append(json.loads(message.data))

    async with ClientSession() as http, http.ws_connect(url + query) as socket:
        await socket.send_json({"event": "connected"})
        await socket.send_json(start)
        listening = asyncio.create_task(hear(socket))
        payload = base64.b64encode(b"\x10" * 160).decode()
        await socket.send_json({"event": "media", "media": {"payload": payload}})
        # The person says nothing, so the agent begins, and is interrupted after a fifth of a second.
        while not any(message["event"] == "media" for message in heard):
            await asyncio.sleep(0.02)
        await asyncio.sleep(0.2)
        await sessions[0].interrupt()
        await asyncio.sleep(0.3)
        sessions[0].generate_reply(user_input="yes")
        await asyncio.wait_for(listening, 8)
    while not service.results:
        await asyncio.sleep(0.02)

    [first, *_], last = service.turns, service.turns[-1]
    assert (first["role"], first["interrupted"]) == ("agent", True) and 100 < first["spoken_ms"] < 450
    assert (last["text"], last["interrupted"]) == ("Goodbye.", False) and 450 < last["spoken_ms"] < 600
    assert [turn["index"] for turn in service.turns] == list(range(len(service.turns)))
    assert {message["event"] for message in heard} == {"media", "clear"}
    assert {message.get("streamSid") or message.get("stream_id") for message in heard} == {
        "MZ1" if carrier == "twilio" else "S1"
    }
    assert len(service.named("runs/7/hang-up")) == 1
    assert service.results == [{"gathered_context": {"path": ["hello", "bye"]}}]


async def test_a_stream_without_a_token_is_closed(bot):
    service, sessions, url = bot
    async with ClientSession() as http, http.ws_connect(url) as socket:
        await socket.send_json({"event": "start", "stream_id": "S1", "start": {}})
        closed = await socket.receive(timeout=5)

    assert (closed.type, closed.data) == (WSMsgType.CLOSE, 1008)
    assert sessions == []


async def test_a_stream_that_does_not_start_is_closed(bot, monkeypatch):
    monkeypatch.setattr("voice_agent_livekit.START_SECONDS", 0.3)
    _, sessions, url = bot

    async def talk(socket):
        while not socket.closed:
            await socket.send_json({"event": "connected"})
            await asyncio.sleep(0.05)

    async with ClientSession() as http, http.ws_connect(url) as socket:
        talking = asyncio.create_task(talk(socket))
        closed = await socket.receive(timeout=5)
        talking.cancel()

    assert (closed.type, closed.data) == (WSMsgType.CLOSE, 1008)
    assert sessions == []


async def test_what_is_no_message_is_left_out(bot):
    service, _, url = bot
    async with ClientSession() as http, http.ws_connect(url) as socket:
        await socket.send_json(STARTS["twilio"][0])
        for text in ("hello", "[]", "7", '{"event": "media"}', '{"event": "media", "media": {"payload": "?"}}'):
            await socket.send_str(text)
        await socket.send_str('{"event": "media", "media": null}')
        await socket.send_json({"event": "dtmf", "streamSid": "MZ1", "dtmf": {"digit": "5"}})
        await asyncio.sleep(2.6)
    async with asyncio.timeout(8):
        while not service.results:
            await asyncio.sleep(0.02)

    assert [turn["text"] for turn in service.turns if turn.get("kind") == "keys"] == ["5"]


async def test_an_instruction_that_is_open_at_the_start_is_told_and_the_call_ends(serve, monkeypatch):
    service = serve(DEFINITION, variables={"name": "Ada"})
    instruction = {"event": "instruction", "instruction_number": 1, "text": "Offer 16 June."}
    service.events = [instruction, {"event": "complete"}]
    call, session = Call(await run_at(service)), AgentSession(llm=Script())
    start = session.start

    async def start_late(agent):
        await asyncio.sleep(0.5)
        await start(agent)

    monkeypatch.setattr(session, "start", start_late)
    await asyncio.wait_for(call.hold(session), 5)

    assert service.named("runs/7/instructions/1/acknowledge") == [{"status": "taken"}]
    assert len(service.named("runs/7/session/stream")) == 1


async def test_keys_are_a_turn_of_their_own(bot):
    service, sessions, url = bot
    async with ClientSession() as http, http.ws_connect(url) as socket:
        await socket.send_json(STARTS["twilio"][0])
        for digit in "42":
            await socket.send_json({"event": "dtmf", "streamSid": "MZ1", "dtmf": {"digit": digit}})
        await asyncio.sleep(2.6)
        await socket.send_json({"event": "stop"})
        await asyncio.sleep(0.5)

    assert [turn["text"] for turn in service.turns if turn.get("kind") == "keys"] == ["42"]


async def test_a_person_is_heard_at_the_rate_of_the_carrier():
    ear = Ear()
    ear.hear(b"\xff" * 160)

    frame = await ear.__anext__()
    assert isinstance(frame, rtc.AudioFrame) and (frame.sample_rate, frame.samples_per_channel) == (8000, 160)
