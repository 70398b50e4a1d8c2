"""Connects a pipeline of pipecat with an answered call."""

import asyncio
import re
from typing import Any

try:
    from pipecat.flows import FlowManager, FlowsFunctionSchema, NodeConfig
    from pipecat.frames.frames import AggregatedTextFrame, EndFrame, Frame, LLMMessagesAppendFrame
    from pipecat.frames.frames import LLMRunFrame, OutputAudioRawFrame, TTSTextFrame
    from pipecat.pipeline.worker import PipelineWorker
    from pipecat.processors.frame_processor import FrameDirection, FrameProcessor
    from pipecat.runner.utils import parse_telephony_websocket
    from pipecat.serializers.telnyx import TelnyxFrameSerializer
    from pipecat.serializers.twilio import TwilioFrameSerializer
    from pipecat.transports.base_transport import BaseTransport
    from pipecat.workers.runner import WorkerRunner
except ModuleNotFoundError as error:
    needs = 'voice_agent_pipecat needs pipecat: pip install "voice-agent-platform[pipecat]"'
    raise ModuleNotFoundError(f"{needs} ({error})", name=error.name) from error
from voice_agent_run import Run

# What pipecat's aggregator of keys makes of them.
KEYS = re.compile(r"DTMF: ([0-9*#A-D]+)")
# Whoever answers says something in this time, else the agent begins; a stream starts in this.
GREETING_SECONDS, START_SECONDS = 2.0, 10.0
# What pipecat's flows take for a variable.
BRACES = re.compile(r"(\{\{\s*[A-Za-z_])")


class Played(FrameProcessor):
    """Counts how much of which text was played. It stands after the output of the transport."""

    ms, text = 0.0, ""

    async def process_frame(self, frame: Frame, direction: FrameDirection) -> None:
        await super().process_frame(frame, direction)
        if isinstance(frame, OutputAudioRawFrame):
            self.ms += 1000 * frame.num_frames / frame.sample_rate
        elif isinstance(frame, AggregatedTextFrame) and not isinstance(frame, TTSTextFrame):
            self.text = f"{self.text} {frame.text}".strip()
        await self.push_frame(frame, direction)


class Call:
    """An answered call: its run, the serializer of its carrier, and the nodes of its workflow as a flow."""

    def __init__(self, run: Run, serializer: Any):
        self.run, self.serializer, self.played = run, serializer, Played()
        self.path: list[str] = []  # The nodes that the conversation went through.
        self.is_over = False  # Whether the agent has said goodbye.

    @classmethod
    async def accept(cls, websocket: Any, api: str) -> "Call":
        """Reads the first messages of the stream and the session of the run. Closes a socket without a valid token."""
        try:
            async with asyncio.timeout(START_SECONDS):
                carrier, data = await parse_telephony_websocket(websocket)
            run = await Run(api).open({**websocket.query_params, **data.body})
        except BaseException:
            await websocket.close(code=1008)
            raise
        # The service hangs up: the serializers need no credentials of the carrier.
        if carrier == "telnyx":
            coding, params = (
                data.get("outbound_encoding") or "PCMU",
                TelnyxFrameSerializer.InputParams(auto_hang_up=False),
            )
            return cls(run, TelnyxFrameSerializer(data.stream_id, coding, coding, params=params))
        params = TwilioFrameSerializer.InputParams(auto_hang_up=False)
        return cls(run, TwilioFrameSerializer(data.stream_id, params=params))

    async def hold(self, worker: PipelineWorker, transport: BaseTransport, llm: Any, aggregators: Any) -> None:
        """Holds the conversation until the call has ended, and stores its turns."""
        user, assistant = aggregators
        has_spoken = asyncio.Event()

        @transport.event_handler("on_client_disconnected")
        async def on_end(_, __):
            await worker.cancel()

        @user.event_handler("on_user_turn_stopped")
        async def on_user(_, __, message):
            for number, part in enumerate(KEYS.split(message.content or "")):
                if part.strip():
                    self.run.say("caller", part.strip(), kind="keys" if number % 2 else "speech")
            has_spoken.set()

        @assistant.event_handler("on_assistant_turn_stopped")
        async def on_agent(_, message):
            played, text = round(self.played.ms), message.content or self.played.text
            self.played.ms, self.played.text = 0.0, ""
            if text:
                self.run.say("agent", text, interrupted=message.interrupted, spoken_ms=played)

        async def tell(text: str) -> None:
            message = {"role": "developer", "content": text}
            await worker.queue_frame(LLMMessagesAppendFrame(messages=[message], run_llm=True))

        async def follow() -> None:
            await self.run.follow(tell)
            await worker.cancel()

        async def begin() -> None:
            await flow.initialize({**self.node(), "respond_immediately": False})
            try:
                await asyncio.wait_for(has_spoken.wait(), GREETING_SECONDS)
            except TimeoutError:
                await worker.queue_frame(LLMRunFrame())

        flow = FlowManager(llm=llm, context_aggregator=aggregators, worker=worker)
        tasks = [asyncio.create_task(follow()), asyncio.create_task(begin())]
        runner = WorkerRunner(handle_sigint=False)
        await runner.add_workers(worker)
        try:
            await runner.run()
        finally:
            for task in tasks:
                task.cancel()
            await self.run.close(self.path, hangs_up=self.is_over)

    def node(self, node_id: str | None = None) -> NodeConfig:
        """A node of the definition for pipecat's flows; its edges are functions that lead to the next node."""
        node, run = self.run.node(node_id), self.run
        self.path.append(node.get("id"))
        functions = [self._edge(*edge) for edge in run.edges(node)] + [self._tool(**tool) for tool in run.tools(node)]
        return {
            "name": node.get("id") or "start",
            "role_message": BRACES.sub(r"\\\1", run.rules()) or "You are the agent of a phone call.",
            "task_messages": [{"role": "developer", "content": BRACES.sub(r"\\\1", run.prompt(node))}],
            "functions": functions,
            "post_actions": [{"type": "function", "handler": self._end}] if node.get("type") == "endCall" else [],
        }

    def _edge(self, name: str, description: str, target: str) -> FlowsFunctionSchema:
        async def go(_, __):
            return None, self.node(target)

        return FlowsFunctionSchema(name, description, {}, [], go, cancel_on_interruption=True)

    def _tool(self, name: str, description: str, parameters: dict[str, Any]) -> FlowsFunctionSchema:
        async def use(arguments, __):
            return await self.run.use_tool(name, arguments)

        return FlowsFunctionSchema(
            name, description, parameters.get("properties", {}), parameters.get("required", []), use
        )

    async def _end(self, _, flow: FlowManager) -> None:
        self.is_over = True
        await flow.worker.queue_frame(EndFrame())
