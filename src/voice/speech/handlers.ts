import type { HandlersFor } from '../../http/contract.ts';
import type { VoiceApp } from '../context.ts';

export const speech = {
  streamSpeech: ({ body, caller, signal }, app) => app.speaking.speech({ caller, signal }, body),
} satisfies HandlersFor<'streamSpeech', VoiceApp>;
