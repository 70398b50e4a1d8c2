"""The voice library of the service as a voice of pipecat."""

from collections.abc import AsyncIterator

try:
    from pipecat.frames.frames import ErrorFrame, Frame
    from pipecat.services.settings import TTSSettings
    from pipecat.services.tts_service import TTSService
except ModuleNotFoundError as error:
    needs = 'voice_agent_speech needs pipecat: pip install "voice-agent-platform[pipecat]"'
    raise ModuleNotFoundError(f"{needs} ({error})", name=error.name) from error
from voice_agent_run import Run


class RunSpeech(TTSService):
    """Speaks with the voice of the run's workflow (streamRunSpeech)."""

    def __init__(self, run: Run):
        settings = TTSSettings(model=None, voice=None, language=None)
        super().__init__(push_start_frame=True, push_stop_frames=True, settings=settings)
        self.run = run

    async def run_tts(self, text: str, context_id: str) -> AsyncIterator[Frame]:
        body = {"text": text, "encoding": "pcm_s16le", "sample_rate": self.sample_rate}
        async with self.run.http.post(f"{self.run.api}/{self.run.path}/speech/stream", json=body) as answer:
            if answer.status != 200:
                yield ErrorFrame(f"The speech of {self.run.path} answered {answer.status}.")
                return
            chunks = answer.content.iter_chunked(self.chunk_size)
            async for frame in self._stream_audio_frames_from_iterator(chunks, context_id=context_id):
                yield frame
