import type { Config } from '../../config.ts';
import { conflict } from '../../errors.ts';
import type { Engine } from './engine.ts';
import { createEspeak } from './espeak.ts';
import { createSpeech } from './speech.ts';

/** The engines that this service knows, in order of preference where none is named. */
export const createEngines = ({ speech, espeak }: Config): readonly Engine[] => [
  createSpeech(speech),
  createEspeak(espeak),
];

/** Has every engine check once whether it can be used, which may take seconds. */
export const checkAll = async (engines: readonly Engine[]): Promise<void> =>
  void (await Promise.all(engines.map((engine) => engine.unavailable())));

/** The named engine, or the first one that can be used. Throws `engine_unavailable`. */
export async function usableEngine(
  engines: readonly Engine[],
  id: string | undefined,
): Promise<Engine> {
  if (id !== undefined) {
    const engine = engines.find((each) => each.id === id);
    const reason = engine ? await engine.unavailable() : 'This service has no such engine.';
    if (!engine || reason !== undefined) throw engineUnavailable(id, reason ?? '');
    return engine;
  }
  for (const engine of engines) if ((await engine.unavailable()) === undefined) return engine;
  throw engineUnavailable(null, 'No speech engine is installed or set up on the server.');
}

export const engineUnavailable = (engine: string | null, reason: string) =>
  conflict(
    'engine_unavailable',
    engine === null ? reason : `The engine "${engine}" cannot be used here: ${reason}`,
    { engine, reason },
  );
