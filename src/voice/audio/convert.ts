import { decodeFile } from './decoding/decode.ts';
import { type Recording, recordingOf, type Shape } from './recording.ts';
import { createWavWriter } from './wav-writer.ts';

/** Writes a recording as a WAV file of the same shape with 16 bits a sample. */
export async function convertToWav(
  source: string,
  target: string,
  maxSeconds: number,
): Promise<Recording> {
  let shape: Shape | undefined;
  const known = (): Shape => shape ?? { sample_rate: 0, channels: 0 };
  const writer = createWavWriter(target, known);
  try {
    await decodeFile(source, maxSeconds, (block, found) => {
      shape ??= found;
      writer.write(block);
    });
    writer.end();
    return recordingOf('wav', known(), writer.frames());
  } finally {
    writer.close();
  }
}
