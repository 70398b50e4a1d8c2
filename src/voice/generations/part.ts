import { readFile, rm, writeFile } from 'node:fs/promises';
import type { Spool } from '../../storage/spool.ts';
import type { Audio } from '../audio/audio.ts';
import { AudioFault } from '../audio/faults.ts';
import type { For } from '../audio/pool.ts';
import { audioInvalid, EngineFault, maxPartBytes } from '../engines/engine.ts';
import { bytesPerSample, type Pcm, readWav } from './wav-rules.ts';

/** A part is at most a thousand characters, which nobody speaks for so long. */
const maxPartSeconds = 600;

interface Tools {
  readonly audio: Audio;
  readonly spool: Spool;
  readonly whose: For;
}

/** The samples of what an engine sent, converted to 16 bits if they have others. Throws an EngineFault. */
export async function samplesOf(sent: Buffer, { audio, spool, whose }: Tools): Promise<Pcm> {
  const own = readWav(sent);
  if (own) return own;
  const [source, target] = [await spool.newPath(), await spool.newPath()];
  try {
    await writeFile(source, sent, { mode: 0o600 });
    const files = { source, target, maxSeconds: maxPartSeconds };
    const { frames, channels } = await audio.convert(whose, files);
    if (frames * channels * bytesPerSample > maxPartBytes)
      throw new EngineFault('engine_failed', 'The engine sent more audio than a part can have.');
    const converted = readWav(await readFile(target));
    if (!converted) throw new Error('A converted recording cannot be read.');
    return converted;
  } catch (error) {
    throw error instanceof AudioFault ? audioInvalid(error.message) : error;
  } finally {
    await Promise.all([source, target].map((path) => rm(path, { force: true })));
  }
}
