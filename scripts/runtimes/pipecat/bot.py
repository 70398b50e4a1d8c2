"""A bot of one's own: a recognizer, a model and a voice around the workflow of each call."""

import os

from fastapi import FastAPI, WebSocket
from pipecat.audio.vad.silero import SileroVADAnalyzer
from pipecat.pipeline.pipeline import Pipeline
from pipecat.pipeline.worker import PipelineParams, PipelineWorker
from pipecat.processors.aggregators.dtmf_aggregator import DTMFAggregator
from pipecat.processors.aggregators.llm_context import LLMContext
from pipecat.processors.aggregators.llm_response_universal import LLMContextAggregatorPair, LLMUserAggregatorParams
from pipecat.services.openai.llm import OpenAILLMService
from pipecat.services.openai.stt import OpenAISTTService
from pipecat.transports.websocket.fastapi import FastAPIWebsocketParams, FastAPIWebsocketTransport
from voice_agent_pipecat import Call
from voice_agent_speech import RunSpeech

app = FastAPI()


@app.websocket("/stream")
async def stream(websocket: WebSocket):
    await websocket.accept()
    call = await Call.accept(websocket, os.environ["API"])
    params = FastAPIWebsocketParams(audio_in_enabled=True, audio_out_enabled=True, serializer=call.serializer)
    transport = FastAPIWebsocketTransport(websocket, params)
    stt, llm, tts = OpenAISTTService(), OpenAILLMService(), RunSpeech(call.run)
    user_params = LLMUserAggregatorParams(vad_analyzer=SileroVADAnalyzer())
    pair = user, assistant = LLMContextAggregatorPair(LLMContext(), user_params=user_params)
    parts = [stt, DTMFAggregator(), user, llm, tts, transport.output(), call.played, assistant]
    worker = PipelineWorker(Pipeline([transport.input(), *parts]), params=PipelineParams(audio_out_sample_rate=8000))
    await call.hold(worker, transport, llm, pair)
