import { decodeFile } from '../decoding/decode.ts';
import { type Block, type Recording, recordingOf, type Shape } from '../recording.ts';
import { createWavWriter } from '../wav-writer.ts';
import { type Chain, createChain, type Effect } from './chain.ts';
import { framesOf } from './processor.ts';

const silenceFrames = 16_384;
const fadeSeconds = 0.05;

/** Writes a recording with effects as a WAV file of the same shape. */
export async function applyChain(
  { source, target, maxSeconds }: { source: string; target: string; maxSeconds: number },
  effects: readonly Effect[],
): Promise<Recording> {
  let shape: Shape | undefined;
  let chain: Chain | undefined;
  const known = (): Shape => shape ?? { sample_rate: 0, channels: 0 };
  const writer = createWavWriter(target, known);
  try {
    const { frames, ...recording } = await decodeFile(source, maxSeconds, (block, found) => {
      shape ??= found;
      chain ??= createChain(effects, found);
      writer.write(chain.process(block));
    });
    if (chain) {
      const whole = frames + chain.tailFrames;
      const fade = fadeOut(whole, Math.min(chain.tailFrames, fadeSeconds * recording.sample_rate));
      for (let left = chain.tailFrames; left > 0; left -= silenceFrames) {
        const silence = new Float32Array(Math.min(left, silenceFrames));
        const block = chain.process(Array.from({ length: recording.channels }, () => silence));
        writer.write(fade(block, writer.frames()));
      }
      writer.write(fade(chain.flush?.() ?? [], writer.frames()));
      writer.trim(frames);
    }
    writer.end();
    return recordingOf('wav', known(), writer.frames());
  } finally {
    writer.close();
  }
}

/** Fades the last frames of a recording out, so that a tail that is cut does not click. */
const fadeOut =
  (whole: number, fadeFrames: number) =>
  (block: Block, position: number): Block =>
    position + framesOf(block) <= whole - fadeFrames
      ? block
      : block.map((samples) =>
          samples.map(
            (sample, index) => sample * Math.min(1, (whole - position - index) / fadeFrames),
          ),
        );
