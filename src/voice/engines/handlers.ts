import type { HandlersFor } from '../../http/contract.ts';
import type { VoiceApp } from '../context.ts';

export const voiceEngines = {
  async listVoiceEngines(_, app) {
    const items = await Promise.all(
      app.engines.map(async (engine) => {
        const reason = (await engine.unavailable()) ?? null;
        return {
          id: engine.id,
          name: engine.name,
          is_available: reason === null,
          reason,
          has_seed: engine.supportsSeed,
          has_instruct: engine.supportsInstruct,
          max_part_characters: engine.maxPartCharacters,
        };
      }),
    );
    return { items };
  },
} satisfies HandlersFor<'listVoiceEngines', VoiceApp>;
