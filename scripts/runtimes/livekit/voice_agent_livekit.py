"""Connects an agent session of livekit with an answered call, by its stream or by text."""

import asyncio
import base64
import json
from contextlib import suppress
from typing import Any

try:
    from aiohttp import WSMsgType, web
    from livekit.agents import Agent, AgentSession, ChatContext, function_tool
except ModuleNotFoundError as error:
    needs = 'voice_agent_livekit needs livekit-agents: pip install "voice-agent-platform[livekit]"'
    raise ModuleNotFoundError(f"{needs} ({error})", name=error.name) from error
from voice_agent_run import Run
from voice_agent_stream import Ear, Mouth

# Who answers says something in this time, else the agent begins; keys end with such a pause; a stream starts in this.
GREETING_SECONDS, KEYS_SECONDS, START_SECONDS = 2.0, 2.0, 10.0


class Node(Agent):
    """An agent at a node of the workflow's definition. Its edges are tools that hand the conversation to the next."""

    def __init__(self, call: "Call", node_id: str | None = None, chat_ctx: ChatContext | None = None):
        self.call, self.node = call, call.run.node(node_id)
        call.path.append(self.node.get("id"))
        instructions = "\n".join(filter(None, (call.run.rules(), call.run.prompt(self.node))))
        tools = [self._edge(*e) for e in call.run.edges(self.node)] + [self._tool(t) for t in call.run.tools(self.node)]
        super().__init__(instructions=instructions or "Talk.", tools=tools, chat_ctx=chat_ctx)

    async def on_enter(self) -> None:
        if len(self.call.path) > 1:
            said = self.session.generate_reply()
            if self.node.get("type") == "endCall":
                said.add_done_callback(lambda _: self.call.end())

    def _edge(self, name: str, description: str, target: str) -> Any:
        async def go(raw_arguments: dict[str, Any]) -> Agent:
            return Node(self.call, target, self.chat_ctx.copy(exclude_instructions=True))

        parameters = {"type": "object", "properties": {}}
        return function_tool(go, raw_schema={"name": name, "description": description, "parameters": parameters})

    def _tool(self, function: dict[str, Any]) -> Any:
        async def use(raw_arguments: dict[str, Any]) -> Any:
            return await self.call.run.use_tool(function["name"], raw_arguments)

        return function_tool(use, raw_schema=function)


class Call:
    """An answered call: its run, its stream if it has one, and its agent session."""

    def __init__(self, run: Run, socket: web.WebSocketResponse | None = None, stream: dict[str, str] | None = None):
        self.run, self.socket, self.stream = run, socket, stream or {}
        self.path, self.tasks = list[str](), list[asyncio.Task[None]]()
        self.spoken_ms: int | None = None
        self.is_over, self.done, self.greeted, self.keys = False, asyncio.Event(), asyncio.Event(), ""

    @classmethod
    async def accept(cls, socket: web.WebSocketResponse, query: Any, api: str) -> "Call":
        """Reads the first messages of Twilio's or Telnyx's stream and the session. Closes a socket without a valid token."""
        try:
            async with asyncio.timeout(START_SECONDS):
                while (message := await socket.receive_json()).get("event") != "start":
                    pass
            given, sid = message["start"].get("customParameters") or {}, message.get("streamSid")
            run = await Run(api).open({**query, **given})
        except BaseException:
            await socket.close(code=1008)
            raise
        return cls(run, socket, {"streamSid": sid} if sid else {"stream_id": message["stream_id"]})

    async def send(self, event: str, **content: Any) -> None:
        if self.socket and not self.socket.closed:
            await self.socket.send_json({"event": event, **self.stream, **content})

    def _played(self, seconds: float) -> None:
        self.spoken_ms = round(1000 * seconds)

    def end(self, is_over: bool = True) -> None:
        self.is_over = self.is_over or is_over
        self.done.set()

    async def hold(self, session: AgentSession) -> None:
        """Holds the conversation until the call has ended, and stores its turns."""
        session.on("conversation_item_added", self._added)
        session.on("close", lambda _: self.end(False))
        if self.socket:
            ear = session.input.audio = Ear()
            session.output.audio = Mouth(self.send, self._played)
            self.tasks.append(asyncio.create_task(self._listen(session, ear)))
        try:
            await session.start(Node(self))
            self.tasks += [asyncio.create_task(self._follow(session)), asyncio.create_task(self._begin(session))]
            await self.done.wait()
            await session.aclose()
        finally:
            for task in self.tasks:
                task.cancel()
            if self.socket:
                await self.socket.close()
            await self.run.close(self.path, hangs_up=self.is_over)

    def _added(self, event: Any) -> None:
        item, spoken = event.item, self.spoken_ms
        text = item.text_content if item.type == "message" else None
        if text and item.role == "user":
            self.greeted.set()
            self.run.say("caller", text)
        elif text and item.role == "assistant":
            self.spoken_ms = None
            self.run.say("agent", text, interrupted=item.interrupted, spoken_ms=spoken)

    async def _begin(self, session: AgentSession) -> None:
        try:
            await asyncio.wait_for(self.greeted.wait(), GREETING_SECONDS)
        except TimeoutError:
            session.generate_reply()

    async def _follow(self, session: AgentSession) -> None:
        async def tell(text: str) -> None:
            context = session.current_agent.chat_ctx.copy()
            context.add_message(role="developer", content=text)
            await session.current_agent.update_chat_ctx(context)
            session.generate_reply()

        await self.run.follow(tell)
        self.end(False)

    async def _listen(self, session: AgentSession, ear: Ear) -> None:
        """Reads the stream until the carrier closes it. What is no message of a stream is left out."""
        timer = None
        try:
            async for message in self.socket:
                with suppress(AttributeError, KeyError, TypeError, ValueError):
                    data = json.loads(message.data) if message.type == WSMsgType.TEXT else {}
                    if data.get("event") == "media":
                        ear.hear(base64.b64decode(data["media"]["payload"]))
                    elif data.get("event") == "dtmf":
                        self.keys += data["dtmf"]["digit"]
                        if timer:
                            timer.cancel()
                        timer = asyncio.get_running_loop().call_later(KEYS_SECONDS, self._pressed, session)
                    elif data.get("event") == "stop":
                        break
        finally:
            self.end(False)

    def _pressed(self, session: AgentSession) -> None:
        keys, self.keys = self.keys, ""
        self.run.say("caller", keys, kind="keys")
        session.generate_reply(instructions=f"The person has pressed the keys {keys}.")
