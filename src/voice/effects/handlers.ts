import type { HandlersFor } from '../../http/contract.ts';
import type { VoiceApp } from '../context.ts';
import { effectDescriptions } from './descriptions.ts';

export const voiceEffects = {
  async listVoiceEffects() {
    return { items: [...effectDescriptions] };
  },
} satisfies HandlersFor<'listVoiceEffects', VoiceApp>;
