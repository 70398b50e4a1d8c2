import type { Block } from '../recording.ts';
import { framesOf, type Processor, settled } from './processor.ts';

interface ReverbParams {
  readonly room_size: number;
  readonly damping: number;
  readonly wet_level: number;
  readonly dry_level: number;
  readonly width: number;
}

// Freeverb, of the public domain: eight comb filters side by side, then four all-pass filters in a row. Lengths are
// samples at 44.1 kHz; the right channel's are longer by the spread.
const combs = [1116, 1188, 1277, 1356, 1422, 1491, 1557, 1617];
const allPasses = [556, 441, 341, 225];
const spread = 23;
const tunedRate = 44_100;
const inputGain = 0.015;
const wetScale = 3;
const allPassFeedback = 0.5;
const dampingScale = 0.4;

const feedbackOf = (roomSize: number): number => roomSize * 0.28 + 0.7;

/** After how many seconds the reverberation has fallen by 60 dB. */
export const reverbSeconds = (roomSize: number): number =>
  ((Math.log(0.001) / Math.log(feedbackOf(roomSize))) * Math.max(...combs)) / tunedRate;

export function reverb(params: ReverbParams, sampleRate: number, channels: number): Processor {
  const scale = sampleRate / tunedRate;
  const rooms = Array.from({ length: channels }, (_, channel) => room(params, scale, channel));
  const wet = params.wet_level * wetScale;
  const [same, other] = [(wet * (1 + params.width)) / 2, (wet * (1 - params.width)) / 2];
  return {
    process(block: Block) {
      const frames = framesOf(block);
      const out = block.map(() => new Float32Array(frames));
      const wets = rooms.map(() => 0);
      for (let frame = 0; frame < frames; frame += 1) {
        let sum = 0;
        for (const samples of block) sum += samples[frame] ?? 0;
        const input = (sum * inputGain * 2) / channels;
        for (const [channel, next] of rooms.entries()) wets[channel] = next(input);
        for (const [channel, samples] of out.entries()) {
          const here = wets[channel] ?? 0;
          const there = wets[channels - 1 - channel] ?? 0;
          samples[frame] =
            here * same + there * other + (block[channel]?.[frame] ?? 0) * params.dry_level;
        }
      }
      return out;
    },
  };
}

/** One channel's reverberation, sample by sample. */
function room(params: ReverbParams, scale: number, channel: number): (input: number) => number {
  const line = (length: number): Float32Array =>
    new Float32Array(Math.max(1, Math.round((length + spread * channel) * scale)));
  const damping = params.damping * dampingScale;
  const feedback = feedbackOf(params.room_size);
  const combLines = combs.map(line);
  const allPassLines = allPasses.map(line);
  const positions = new Int32Array(combs.length + allPasses.length);
  const stores = new Float64Array(combs.length);
  return (input) => {
    let out = 0;
    for (let index = 0; index < combLines.length; index += 1) {
      const buffer = combLines[index] as Float32Array;
      const at = positions[index] as number;
      const late = buffer[at] as number;
      const store = settled(late * (1 - damping) + (stores[index] as number) * damping);
      stores[index] = store;
      buffer[at] = settled(input + store * feedback);
      positions[index] = at + 1 === buffer.length ? 0 : at + 1;
      out += late;
    }
    for (let index = 0; index < allPassLines.length; index += 1) {
      const buffer = allPassLines[index] as Float32Array;
      const at = positions[combs.length + index] as number;
      const late = buffer[at] as number;
      buffer[at] = settled(out + late * allPassFeedback);
      positions[combs.length + index] = at + 1 === buffer.length ? 0 : at + 1;
      out = late - out;
    }
    return out;
  };
}
