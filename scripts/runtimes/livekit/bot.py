"""A bot of one's own: a recognizer, a model and a voice around the workflow of each call."""

import os

from aiohttp import web
from livekit.agents import AgentSession
from livekit.plugins import openai, silero
from voice_agent_livekit import Call


async def stream(request: web.Request) -> web.WebSocketResponse:
    socket = web.WebSocketResponse()
    await socket.prepare(request)
    call = await Call.accept(socket, request.query, os.environ["API"])
    session = AgentSession(stt=openai.STT(), llm=openai.LLM(), tts=openai.TTS(), vad=silero.VAD.load())
    await call.hold(session)
    return socket


app = web.Application()
app.router.add_get("/stream", stream)
if __name__ == "__main__":
    web.run_app(app, port=8788)
