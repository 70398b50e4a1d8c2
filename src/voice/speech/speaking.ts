import type { components } from '../../../generated/api.ts';
import type { AnyCaller } from '../../caller.ts';
import { invalid } from '../../errors.ts';
import { WithHeaders } from '../../http/etag.ts';
import type { Db } from '../../db/connect.ts';
import type { Engine } from '../engines/engine.ts';
import { usableEngine } from '../engines/engines.ts';
import { namedEngine, sentencesOf, voiceOf } from '../engines/rules.ts';
import { instructionsOf } from '../generations/generator.ts';
import { getProfile } from '../generations/queries.ts';
import {
  createTurns,
  maxSentenceCharacters,
  speak,
  type SpeechParts,
  type Turns,
} from './speak.ts';

interface Call {
  readonly caller: AnyCaller;
  readonly signal: AbortSignal;
}

interface Parts extends Omit<SpeechParts, 'turns'> {
  readonly db: Db;
  readonly engines: readonly Engine[];
}

type Requested = components['schemas']['StreamSpeechRequest'];

/** Speaks texts for those who wait for them. */
export interface Speaking {
  /** The audio while it is made, with its content type. Throws for what cannot be spoken. */
  speech(call: Call, body: Requested): Promise<WithHeaders<AsyncGenerator<Buffer>>>;
}

export const createSpeaking = (app: () => Parts, turns: Turns = createTurns()): Speaking => ({
  speech: (call, body) => speech({ ...app(), turns }, call, body),
});

const noProfile = {
  language: 'en',
  default_engine: null,
  preset_engine: null,
  preset_voice_id: null,
  design_prompt: null,
};

async function speech(app: Parts & SpeechParts, { caller, signal }: Call, body: Requested) {
  const { text, encoding, sample_rate = 8000 } = body;
  if (encoding === 'mulaw' && sample_rate !== 8000)
    throw invalid(['body', 'sample_rate'], 'The encoding mulaw has 8000.', sample_rate);
  const { organization_id } = caller;
  const profile =
    body.profile_id === undefined
      ? noProfile
      : await getProfile(app.db, organization_id, body.profile_id);
  const language = body.language ?? profile.language;
  const sentences = sentencesOf(text, language, maxSentenceCharacters);
  if (sentences.length === 0)
    throw invalid(['body', 'text'], 'Must contain something to speak.', text);
  const engine = await usableEngine(app.engines, namedEngine(body.engine, profile));
  const { design_prompt } = profile;
  const request = {
    language,
    voice: body.voice ?? voiceOf(engine.id, profile),
    model: body.model ?? null,
    seed: engine.supportsSeed ? (body.seed ?? null) : null,
    instruct: engine.supportsInstruct
      ? instructionsOf({ design_prompt, instruct: body.instruct ?? null })
      : null,
  };
  const format = { encoding, sample_rate };
  const named = namedIn(body, request.voice);
  const speech = { engine, sentences, request, format, named };
  const audio = speak(app, { organization_id, signal }, speech);
  return new WithHeaders(audio, {
    'Content-Type': encoding === 'mulaw' ? 'audio/basic' : 'audio/pcm',
  });
}

/** What of the request names the voice: an engine without a voice of its own speaks with that of the language. */
function namedIn({ voice, language }: Requested, used: string | null) {
  if (voice !== undefined) return ['voice', voice] as const;
  return used === null && language !== undefined ? (['language', language] as const) : undefined;
}
