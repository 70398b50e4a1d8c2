import type { Block } from '../recording.ts';

/** An effect that is applied to a recording block by block. The result does not depend on where blocks end. */
export interface Processor {
  /** May give fewer or more frames than it took. */
  process(block: Block): Block;
  /** What it still holds at the end. */
  flush?(): Block;
}

/** The number of frames of a block. */
export const framesOf = (block: Block): number => block[0]?.length ?? 0;

/** A processor that computes each channel with a state of its own, one sample after the other. */
export const perSample = (
  channels: number,
  create: (channel: number) => (sample: number) => number,
): Processor => {
  const states = Array.from({ length: channels }, (_, channel) => create(channel));
  return {
    process: (block) =>
      block.map((samples, channel) => {
        const next = states[channel];
        return next ? samples.map((sample) => next(sample)) : samples;
      }),
  };
};

/** Zero for values so small that processors compute slowly with them. */
export const settled = (value: number): number => (Math.abs(value) < 1e-20 ? 0 : value);

export const decibels = (db: number): number => 10 ** (db / 20);
