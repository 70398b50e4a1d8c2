"""Definitions as flows of pipecat: those of its own examples, walked by its own manager."""

import json
from pathlib import Path

import pytest
from pipecat.flows import FlowManager
from pipecat.frames.frames import EndFrame, LLMContextFrame, LLMFullResponseEndFrame, LLMFullResponseStartFrame
from pipecat.pipeline.pipeline import Pipeline
from pipecat.pipeline.worker import PipelineWorker
from pipecat.processors.aggregators.llm_context import LLMContext
from pipecat.processors.aggregators.llm_response_universal import LLMContextAggregatorPair
from pipecat.services.llm_service import FunctionCallFromLLM
from pipecat.workers.runner import WorkerRunner
from service import TOKEN
from talk import Script
from voice_agent_pipecat import Call
from voice_agent_run import Run

FLOWS = json.loads((Path(__file__).parent / "flows.json").read_text())
FUNCTION = {"name": "find", "description": "Finds it.", "parameters": {"type": "object", "properties": {"id": {}}}}


def definition_of(flow):
    """A flow of pipecat as a definition of the service."""

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


async def call_of(serve, definition, **session):
    run = await Run(serve(definition, **session).api, patience=5).open({"run_id": "7", "run_token": TOKEN})
    return Call(run, None)


class Walker(Script):
    """Takes, at each node, the edge that leads along a route."""

    def __init__(self, route):
        super().__init__()
        self.route, self.seen = route, []

    async def process_frame(self, frame, direction):
        if isinstance(frame, LLMContextFrame) and frame.context.tools:
            self.seen.append([tool.name for tool in frame.context.tools.standard_tools])
        await super().process_frame(frame, direction)

    async def answer(self, context):
        if self.route:
            label = self.route.pop(0)
            name = next(tool.name for tool in context.tools.standard_tools if tool.name.endswith(label))
            await self.run_function_calls([FunctionCallFromLLM(name, label, {}, context)])
        else:
            await self._push_llm_text("Goodbye.")


ROUTES = [
    ("food_ordering_static", ["choose_pizza", "select_pizza_order", "revise_order", "choose_sushi", "select_sushi_order", "complete_order"]),
    ("helpdesk", ["choose_pricing_question", "confirm_conversation", "complete_conversation"]),
    ("helpdesk", ["choose_technical_question", "confirm_conversation", "complete_conversation"]),
    ("emotional_states", ["happy", "sad", "neutral", "end"]),
    ("good_bad_cop", ["bad_cop", "good_cop", "end_conversation"]),
]


@pytest.mark.parametrize("name, route", ROUTES)
async def test_an_example_is_walked_to_its_end(serve, name, route):
    flow = FLOWS[name]
    call = await call_of(serve, definition_of(flow))
    llm = Walker(list(route))
    pair = user, assistant = LLMContextAggregatorPair(LLMContext())
    worker = PipelineWorker(Pipeline([user, llm, assistant]), enable_rtvi=False)
    manager = FlowManager(llm=llm, context_aggregator=pair, worker=worker)
    runner = WorkerRunner(handle_sigint=False)
    await runner.add_workers(worker)

    @worker.event_handler("on_pipeline_started")
    async def begin(*_):
        await manager.initialize(call.node())

    await runner.run()
    await call.run.close()

    node, path = flow["initial_node"], [flow["initial_node"]]
    for label in route:
        node = next(target for name, _, target in flow["nodes"][node] if name == label)
        path.append(node)
    assert call.path == path
    assert call.is_over
    assert [len(names) for names in llm.seen] == [len(flow["nodes"][node]) for node in path if flow["nodes"][node]]


@pytest.mark.parametrize("name", FLOWS)
async def test_each_edge_is_a_function_that_models_can_call(serve, name):
    flow = FLOWS[name]
    call = await call_of(serve, definition_of(flow))

    for node, functions in flow["nodes"].items():
        offered = call.node(node)["functions"]
        assert [f.description for f in offered] == [f"{label}. {condition}" for label, condition, _ in functions]
        assert all(len(f.name) <= 64 and f.name.isascii() and f.name.replace("_", "").isalnum() for f in offered)
    await call.run.close()


async def test_a_node_has_its_tools_and_those_that_no_node_names(serve):
    tools = [{"type": "function", "function": {**FUNCTION, "name": name}} for name in ("find", "move", "hang_up")]
    definition = {"nodes": [{"id": "a", "type": "startCall", "data": {"tools": ["move"]}}, {"id": "b"}], "tools": ["find"]}
    call = await call_of(serve, definition, tools=tools)

    names = {node: [f.name for f in call.node(node)["functions"]] for node in ("a", "b")}
    await call.run.close()

    assert names == {"a": ["find", "move", "hang_up"], "b": ["find", "hang_up"]}


@pytest.mark.parametrize(
    "prompt, rendered",
    [
        ("Hello {{ first_name }}.", "Hello Ada."),
        ("{{visits}} {{unknown}} {{ none }}", "3 {{unknown}} {{ none }}"),
        ("{{ braces }} {{first-name}}", "{{first_name}} Hopper"),
        ("", ""),
    ],
)
async def test_prompts_show_variables_once_and_leave_the_others(serve, prompt, rendered):
    variables = {"first_name": "Ada", "visits": 3, "none": None, "braces": "{{first_name}}", "first-name": "Hopper"}
    definition = {"nodes": [{"id": "a", "type": "startCall", "data": {"prompt": prompt}}]}
    call = await call_of(serve, definition, variables=variables)
    manager = FlowManager(llm=None, context_aggregator=None, worker=PipelineWorker(Pipeline([Script()])))

    shown = manager._render_node("a", call.node())["task_messages"][0]["content"]
    await call.run.close()

    assert shown == rendered


@pytest.mark.parametrize("definition", [{}, {"nodes": None, "edges": None}, {"nodes": [{}], "edges": [{}]}])
async def test_a_draft_without_a_graph_is_a_node_without_edges(serve, definition):
    call = await call_of(serve, definition)

    node = call.node()
    await call.run.close()

    assert (node["name"], node["functions"]) == ("start", [])
