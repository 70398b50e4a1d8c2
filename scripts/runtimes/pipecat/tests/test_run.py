"""The client of a run, which the packages share."""

import asyncio

import pytest
from service import TOKEN
from voice_agent_run import Refused, Run

WITH_TOKEN = {"run_id": "7", "run_token": TOKEN}


async def test_a_code_is_exchanged_once(serve):
    service = serve()

    run = await Run(service.api, patience=5).open({"run_id": "7", "run_code": "vap_code_1"})
    await run.close()
    with pytest.raises(Refused) as refused:
        await Run(service.api, patience=5).open({"run_id": "7", "run_code": "vap_code_1"})

    assert refused.value.code == "run_code_ended"
    assert run.session["run_id"] == 7


async def test_a_stream_parameter_is_no_code(serve):
    service = serve()

    await (await Run(service.api, patience=5).open(WITH_TOKEN)).close()

    assert service.named("run-codes/exchange") == []


@pytest.mark.parametrize(
    "faults",
    [[503], [None], [429, 500, 502], [None, 503, None]],
    ids=["it is overloaded", "an answer is lost", "it refuses for a while", "all of it"],
)
async def test_turns_are_stored_in_order_and_once(serve, faults):
    service = serve()
    service.faults = faults
    run = await Run(service.api, patience=5).open(WITH_TOKEN)

    for n in range(5):
        run.say("agent" if n % 2 else "caller", f"Turn {n}.")
    await run.close(["start", "end"])

    assert [(turn["index"], turn["text"]) for turn in service.turns] == [(n, f"Turn {n}.") for n in range(5)]
    assert service.results == [{"gathered_context": {"path": ["start", "end"]}}]
    assert len(service.named("runs/7/session")) == 1


async def test_a_turn_outlasts_the_patience_of_a_request(serve):
    service = serve()
    service.faults = [503, 503]
    run = await Run(service.api, patience=0.1).open(WITH_TOKEN)

    run.say("caller", "Hello?")
    await asyncio.wait_for(run.turns.join(), 5)
    await run.close()

    assert [turn["text"] for turn in service.turns] == ["Hello?"]


async def test_turns_follow_what_another_process_stored(serve):
    service = serve()
    run = await Run(service.api, patience=5).open(WITH_TOKEN)
    service.turns.append({"index": 0, "role": "agent", "text": "Hello from the process before."})

    run.say("caller", "Yes?")
    await run.close()

    assert [turn["text"] for turn in service.turns] == ["Hello from the process before.", "Yes?"]


async def test_turns_go_on_where_the_service_has_none(serve):
    service = serve(transcript_turns=3)
    run = await Run(service.api, patience=5).open(WITH_TOKEN)

    run.say("caller", "Yes?")
    await run.close()

    assert [turn["index"] for turn in service.turns] == [0]


async def test_a_turn_that_is_refused_holds_up_no_other(serve):
    service = serve()
    service.faults = [422]
    run = await Run(service.api, patience=5).open(WITH_TOKEN)

    run.say("caller", "Bad.")
    run.say("caller", "Good.")
    await run.close()

    assert [turn["text"] for turn in service.turns] == ["Good."]


async def test_a_tool_is_called_again_with_one_id_while_a_person_is_asked(serve, monkeypatch):
    service = serve()
    monkeypatch.setattr("voice_agent_run.APPROVAL_SECONDS", 0.01)
    waiting = {"status": "waiting_for_approval", "result": None}
    service.answers["move"] = [waiting, waiting, {"status": "succeeded", "result": {"moved": True}}]
    failure = {"status": "failed", "error_code": "refused", "error_detail": "call_ended"}
    service.answers["hang_up"] = [{**failure, "result": None}]
    run = await Run(service.api, patience=5).open(WITH_TOKEN)

    moved, refused = await run.use_tool("move", {"to": "Tuesday"}), await run.use_tool("hang_up", {})
    await run.close()

    assert (moved, refused) == ({"moved": True}, failure)
    assert len({body["call_id"] for body in service.named("runs/7/tools/move")}) == 1


async def test_what_people_say_is_told_once_until_the_person_has_left(serve):
    service = serve()
    failed = {"id": 1, "status": "failed", "fallback": None, "failure": {"message": "Nobody answered."}}
    service.events = [
        {"event": "instruction", "instruction_number": 1, "text": "Offer 16 June."},
        {"event": "transfer", "transfer": failed},
        {"event": "transfer", "transfer": failed},
        {"event": "transfer", "transfer": {"id": 2, "status": "ringing", "fallback": None}},
        {"event": "transfer", "transfer": {"id": 2, "status": "bridged", "fallback": None}},
    ]
    run, told = await Run(service.api, patience=5).open(WITH_TOKEN), []

    async def tell(text):
        told.append(text)

    await asyncio.wait_for(run.follow(tell), 5)
    await run.close()

    assert told == ["Offer 16 June.", "Nobody was connected: Nobody answered. The person is with you."]
    assert service.named("runs/7/instructions/1/acknowledge") == [{"status": "taken"}]


async def test_an_instruction_that_somebody_answered_otherwise_ends_nothing(serve):
    service = serve()
    instruction = {"event": "instruction", "instruction_number": 1, "text": "Offer 16 June."}
    service.events = [instruction, {"event": "complete"}]
    service.refusals["runs/7/instructions/1/acknowledge"] = [(409, {"code": "instruction_answered"})]
    run, told = await Run(service.api, patience=5).open(WITH_TOKEN), []

    async def tell(text):
        told.append(text)

    await asyncio.wait_for(run.follow(tell), 5)
    await run.close()

    assert told == ["Offer 16 June."]
    assert len(service.named("runs/7/session/stream")) == 1


async def test_the_stream_is_opened_again_after_any_failure_of_the_agent(serve):
    service = serve()
    service.events = [
        {"event": "instruction", "instruction_number": 1, "text": "Offer 16 June."},
        {"event": "complete"},
    ]
    run, told = await Run(service.api, patience=5).open(WITH_TOKEN), []

    async def tell(text):
        told.append(text)
        if len(told) == 1:
            raise RuntimeError("It has not begun.")

    await asyncio.wait_for(run.follow(tell), 5)
    await run.close()

    assert len(service.named("runs/7/session/stream")) == len(told) == 2


@pytest.mark.parametrize("body", [None, ["It is overloaded."], "It is overloaded."])
async def test_a_refusal_without_a_problem_is_repeated(serve, body):
    service = serve()
    service.refusals["runs/7/session"] = [(503, body)]

    run = await Run(service.api, patience=5).open(WITH_TOKEN)
    await run.close()

    assert run.session["run_id"] == 7


async def test_turns_are_stored_though_a_transfer_has_the_call(serve):
    service = serve(workflow_configurations={"run_token_scopes": ["run:act"]})
    service.refusals["runs/7/hang-up"] = [(409, {"code": "transfer_in_progress"})]
    run = await Run(service.api, patience=5).open(WITH_TOKEN)

    run.say("agent", "I connect you.")
    await run.close(["start"], hangs_up=True)

    assert len(service.named("runs/7/hang-up")) == 1
    assert [turn["text"] for turn in service.turns] == ["I connect you."]
    assert service.results == [{"gathered_context": {"path": ["start"]}}]


async def test_turns_are_stored_though_the_session_cannot_be_read(serve):
    service = serve()
    run = await Run(service.api, patience=5).open(WITH_TOKEN)
    service.turns.append({"index": 0, "role": "agent", "text": "Hello from the process before."})
    service.refusals["runs/7/session"] = [(403, {"code": "fault"})]

    run.say("caller", "Yes?")
    run.say("caller", "Hello?")
    await run.close(["start"])

    # The first cannot be placed; it is logged, and the next one finds where it belongs.
    assert [turn["text"] for turn in service.turns] == ["Hello from the process before.", "Hello?"]
    assert service.results == [{"gathered_context": {"path": ["start"]}}]


async def test_the_token_is_in_no_error(serve):
    service = serve()
    run = await Run(service.api, patience=0.1).open(WITH_TOKEN)
    run.api = "http://127.0.0.1:9"

    with pytest.raises(Exception) as error:
        await run.send("GET", "runs/7/session")
    await run.close()

    assert TOKEN not in repr(error.value)
