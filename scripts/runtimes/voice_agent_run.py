"""A run of the Voice Agent Platform API, as the token of an answered call reads and writes it."""

import asyncio
import json
import logging
import re
import uuid
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from typing import Any

try:
    import aiohttp
except ModuleNotFoundError as error:
    needs = 'voice_agent_run needs aiohttp: pip install "voice-agent-platform[pipecat]" or "voice-agent-platform[livekit]"'
    raise ModuleNotFoundError(f"{needs} ({error})", name=error.name) from error

PLACEHOLDER = re.compile(r"\{\{\s*([\w.-]+)\s*\}\}")
FAILURE = ("status", "error_code", "error_detail")
# How often a tool that asks a person is called again.
APPROVAL_SECONDS = 2.0
log = logging.getLogger("voice_agent_run")


class Refused(Exception):
    """The service refuses a request, for good or for a while. `code` is that of its problem."""

    def __init__(self, status: int, content: Any):
        problem = content if isinstance(content, dict) else {}
        super().__init__(f"{status} {problem.get('code')}: {problem.get('detail')}")
        self.status, self.code, self.problem = status, problem.get("code"), problem
        self.is_final = status < 500 and status != 429


class Run:
    """What an agent does with a run. Turns are stored in order, each again until the service has it."""

    def __init__(self, api: str, patience: float = 60.0):
        self.api, self.patience = api.rstrip("/"), patience
        self.http = aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(total=30))
        self.turns: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.storing: asyncio.Task[None] | None = None

    async def open(self, members: dict[str, str]) -> "Run":
        """Reads the session, with the `run_token` of a stream's parameters or the one for a query's `run_code`."""
        try:
            if "run_token" not in members:
                code = {"run_code": members.get("run_code") or "-"}
                members = members | await self.send("POST", "run-codes/exchange", code)
            self.http.headers["X-API-Key"], self.path = members["run_token"], f"runs/{int(members['run_id'])}"
            self.session = await self.send("GET", f"{self.path}/session")
        except BaseException:
            await self.http.close()
            raise
        self.definition, self.variables = self.session["workflow_definition"], dict(self.session["variables"])
        self.index = self.session["transcript_turns"]
        self.storing = asyncio.create_task(self._store())
        return self

    async def close(self, path: list[str] | None = None, hangs_up: bool = False) -> None:
        """Stores the turns that are left and the path through the workflow; ends the call if the agent has."""
        try:
            if self.storing:
                if hangs_up:
                    await self._hang_up_or_log()
                await asyncio.wait_for(self.turns.join(), self.patience)
                await self.submit(gathered_context={"path": path or []})
        except (Refused, aiohttp.ClientError, TimeoutError) as error:
            log.error("%s is incomplete: %s %s", self.path, type(error).__name__, error)
        finally:
            if self.storing:
                self.storing.cancel()
            await self.http.close()

    async def send(self, method: str, path: str, body: Any = None) -> Any:
        """Sends a request that may be repeated, again if the service does not answer, or answers 429 or 5xx."""
        end, pause = asyncio.get_running_loop().time() + self.patience, 0.2
        while True:
            try:
                async with self.http.request(method, f"{self.api}/{path}", json=body) as answer:
                    content = json.loads(await answer.text() or "null")
                if answer.status < 400:
                    return content
                refused = Refused(answer.status, content)
                if refused.is_final:
                    raise refused
                fault: Exception = refused
            except (aiohttp.ClientError, TimeoutError, ValueError) as error:
                fault = error
            if asyncio.get_running_loop().time() + pause > end:
                raise fault
            await asyncio.sleep(pause)
            pause = min(2 * pause, 5.0)

    def say(self, role: str, text: str, **members: Any) -> None:
        """Adds a turn of the `agent` or the `caller` to the transcript."""
        at = datetime.now(UTC).isoformat(timespec="milliseconds")
        self.turns.put_nowait({"role": role, "text": text[:10_000], "at": at, **members})

    async def _store(self) -> None:
        while turn := await self.turns.get():
            while not await self._is_stored(turn):
                await asyncio.sleep(0.2)
            self.turns.task_done()

    async def _is_stored(self, turn: dict[str, Any]) -> bool:
        try:
            return await self._is_appended(turn)
        except Exception as error:
            if isinstance(error, Refused) and error.is_final:
                log.error("A turn of %s is not stored: %s", self.path, error)
                return True
            log.warning("A turn of %s is sent again after %s", self.path, type(error).__name__)
            return False

    async def _is_appended(self, turn: dict[str, Any]) -> bool:
        try:
            await self.submit(append=True, transcript=[{"index": self.index, **turn}])
        except Refused as refused:
            if refused.code == "transcript_turns_missing":
                self.index = refused.problem["next_index"]
            elif refused.code == "transcript_turn_differs":  # Another process of the runtime has stored turns.
                self.index = (await self.send("GET", f"{self.path}/session"))["transcript_turns"]
            else:
                raise
            return False
        self.index += 1
        return True

    def submit(self, **members: Any) -> Awaitable[Any]:
        """Submits a part of the result, such as `analysis`, `gathered_context` or `answered_by` (submitRunResult)."""
        return self.send("POST", f"{self.path}/result", members)

    async def use_tool(self, name: str, arguments: dict[str, Any]) -> Any:
        """Calls a tool once. Returns its result, or why it has none; waits while a person is asked."""
        body = {"call_id": uuid.uuid4().hex, "arguments": arguments}
        while (done := await self.send("POST", f"{self.path}/tools/{name}", body))["status"] == "waiting_for_approval":
            await asyncio.sleep(APPROVAL_SECONDS)
        return done["result"] if done["status"] == "succeeded" else {name: done[name] for name in FAILURE}

    async def hang_up(self) -> None:
        """Ends the call if the workflow lets the token (`run_token_scopes`); else closing the stream ends it."""
        if "run:act" in (self.session["workflow_configurations"].get("run_token_scopes") or []):
            await self.send("POST", f"{self.path}/hang-up")

    async def _hang_up_or_log(self) -> None:
        try:
            await self.hang_up()
        except Refused as refused:  # A transfer has the call, for example.
            log.warning("%s is not hung up: %s", self.path, refused)

    async def follow(self, tell: Callable[[str], Awaitable[None]]) -> None:
        """Tells the agent what people instruct and how transfers fail. Returns when the agent has lost its person."""
        last: dict[str, str] = {}
        told: set[int] = set()
        url, timeout = f"{self.api}/{self.path}/session/stream", aiohttp.ClientTimeout(total=None, sock_read=60)
        while True:
            try:
                async with self.http.get(url, headers=last, timeout=timeout) as answer:
                    if answer.status in (401, 404):
                        return
                    async for line in answer.content:
                        name, _, value = line.decode().strip().partition(": ")
                        if name == "id":
                            last = {"Last-Event-ID": value}
                        elif name == "data" and await self._has_left(json.loads(value), tell, told):
                            return
            except Exception as error:
                log.warning("The stream of %s is opened again: %s %s", self.path, type(error).__name__, error)
            await asyncio.sleep(1)

    async def _has_left(self, event: dict[str, Any], tell: Callable[[str], Awaitable[None]], told: set[int]) -> bool:
        if event["event"] == "instruction":
            await tell(event["text"])
            number = event["instruction_number"]
            try:
                await self.send("POST", f"{self.path}/instructions/{number}/acknowledge", {"status": "taken"})
            except Refused as refused:  # Somebody has answered it otherwise.
                log.warning("Instruction %s of %s is not acknowledged: %s", number, self.path, refused)
        transfer = event.get("transfer") or {}
        if transfer.get("status") == "failed" and not transfer["fallback"] and transfer["id"] not in told:
            told.add(transfer["id"])
            await tell(f"Nobody was connected: {transfer['failure']['message']} The person is with you.")
        return event["event"] == "complete" or transfer.get("status") == "bridged"

    def node(self, node_id: str | None = None) -> dict[str, Any]:
        """The node with an id, or the one that the conversation starts with."""
        nodes = self.definition.get("nodes") or []
        found = (n for n in nodes if (n.get("type") == "startCall" if node_id is None else n.get("id") == node_id))
        return next(found, {})

    def prompt(self, node: dict[str, Any]) -> str:
        """The prompt of a node with the values of its variables; one without a value stays as it is written."""

        def value(match: re.Match[str]) -> str:
            known = self.variables.get(match[1])
            return match[0] if known is None else known if isinstance(known, str) else json.dumps(known)

        return PLACEHOLDER.sub(value, (node.get("data") or {}).get("prompt") or "")

    def rules(self) -> str:
        """The rules that hold at every node."""
        nodes = self.definition.get("nodes") or []
        return "\n".join(self.prompt(node) for node in nodes if node.get("type") == "globalNode")

    def edges(self, node: dict[str, Any]) -> list[tuple[str, str, str]]:
        """The edges that leave a node: the name of a function, when to call it, and the id of the next node."""
        edges = [e for e in self.definition.get("edges") or [] if node and e.get("source") == node.get("id")]
        texts = [
            ((e.get("data") or {}).get("label") or "", (e.get("data") or {}).get("condition") or "") for e in edges
        ]
        return [
            (
                f"go_{n}_{re.sub('[^a-zA-Z0-9]+', '_', label)}"[:64].rstrip("_"),
                ". ".join(filter(None, (label, when))),
                e["target"],
            )
            for n, (e, (label, when)) in enumerate(zip(edges, texts, strict=True))
            if self.node(e.get("target"))
        ]

    def tools(self, node: dict[str, Any]) -> list[dict[str, Any]]:
        """The functions that the agent may call at a node: those that it or no node names."""
        named = [(n.get("data") or {}).get("tools") or [] for n in self.definition.get("nodes") or []]
        here = {*(self.definition.get("tools") or []), *((node.get("data") or {}).get("tools") or [])}
        functions = [tool["function"] for tool in self.session["tools"]]
        return [f for f in functions if f["name"] in here or not any(f["name"] in names for names in named)]
