import type { Engine } from '../../../src/voice/engines/engine.ts';
import { toneWav } from '../engines/wav.ts';

/** An engine that records what it speaks, and waits as it is told. */
export const engineOf = (
  spoken: string[],
  wait?: (signal: AbortSignal) => Promise<unknown>,
  made = toneWav({ seconds: 1 }),
): Engine => ({
  id: 'test',
  name: 'Test',
  supportsSeed: false,
  supportsInstruct: false,
  maxPartCharacters: 1000,
  unavailable: async () => undefined,
  async speak({ text }, signal) {
    spoken.push(text);
    await wait?.(signal);
    return made;
  },
});
