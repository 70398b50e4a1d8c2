import type { Engine } from '../engines/engine.ts';
import { partsOf } from '../engines/rules.ts';
import type { ClaimedGeneration } from './claim-queries.ts';
import { joinTo } from './join.ts';
import { maxSeconds } from './rules.ts';
import type { Pcm } from './wav-rules.ts';

interface Speaking {
  readonly engine: Engine;
  /** The samples of what the engine sent. */
  readonly samplesOf: (sent: Buffer) => Promise<Pcm>;
  /** Where the WAV file is written. */
  readonly path: string;
  readonly signal: AbortSignal;
  /** Called before the first part and after each. */
  readonly done: (parts: { readonly parts: number; readonly parts_done: number }) => Promise<void>;
}

/** Speaks a text part by part into one file, and returns its seconds. Throws an EngineFault or TooLong. */
export async function speak(
  generation: ClaimedGeneration,
  { engine, samplesOf, path, signal, done }: Speaking,
): Promise<number> {
  const { text, language, voice, model, seed } = generation;
  const texts = partsOf(text, language, engine.maxPartCharacters);
  const instruct = engine.supportsInstruct ? instructionsOf(generation) : null;
  const joining = await joinTo(path, { maxSeconds });
  try {
    await done({ parts: texts.length, parts_done: 0 });
    for (const [index, part] of texts.entries()) {
      signal.throwIfAborted();
      const request = { text: part, language, voice, model, seed, instruct };
      await joining.add(await samplesOf(await engine.speak(request, signal)));
      await done({ parts: texts.length, parts_done: index + 1 });
    }
    return await joining.finish();
  } finally {
    await joining.close();
  }
}

/** What is known about a designed voice, and how this text is to be spoken. */
function instructionsOf({ design_prompt, instruct }: ClaimedGeneration): string | null {
  const known = [design_prompt, instruct].filter((each) => each !== null);
  return known.length === 0 ? null : known.join('\n');
}
