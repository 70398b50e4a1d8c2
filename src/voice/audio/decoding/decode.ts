import { AudioFault, damaged, empty, notFinite } from '../faults.ts';
import { type Block, type Recording, recordingOf, type Shape } from '../recording.ts';
import { openBytes } from './bytes.ts';
import { openSource } from './open.ts';

/** Gives every block to `take`, and reports what the recording is; throws an AudioFault for one that is not whole. */
export async function decodeFile(
  path: string,
  maxSeconds: number,
  take: (block: Block, shape: Shape) => void = () => {},
): Promise<Recording> {
  const bytes = openBytes(path);
  try {
    const source = openSource(bytes);
    const shape = source.shape();
    let frames = 0;
    for await (const block of source.blocks()) {
      const length = block[0]?.length ?? 0;
      if (length === 0) continue;
      frames += length;
      if (frames > maxSeconds * shape.sample_rate) {
        throw new AudioFault(
          'too_long',
          `The recording is longer than ${maxSeconds} seconds, the maximum.`,
        );
      }
      if (!block.every(isFinite)) throw notFinite();
      take(block, shape);
    }
    if (frames === 0) throw empty();
    return recordingOf(source.format, shape, frames);
  } catch (error) {
    throw faultOf(error);
  } finally {
    bytes.close();
  }
}

/** Whether all samples are finite: the difference of any other from itself is NaN, and stays it. */
function isFinite(samples: Float32Array): boolean {
  let sum = 0;
  for (const sample of samples) sum += sample - sample;
  return sum === 0;
}

/** What a decoder throws is the recording's fault; what the system says of a file is not. */
const faultOf = (error: unknown): unknown =>
  error instanceof AudioFault || (error instanceof Error && 'syscall' in error)
    ? error
    : damaged({ cause: error });
