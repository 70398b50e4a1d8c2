/**
 * Where the threads of a migration keep which of the numbers they share. From the caller: whether to stop.
 * From the migrating thread: whether the model of the moment is given up; how many models are moved; how
 * many files it has written, and how much of the next one; a count of whatever it has to say about that.
 * From the verifying thread: how many files it has answered for; how many bytes of the model it has read.
 * Of that thread: whether it died.
 */
export const slot = {
  stop: 0,
  halt: 1,
  moved: 2,
  writtenFiles: 3,
  writtenBytes: 4,
  news: 5,
  answers: 6,
  verifiedBytes: 7,
  death: 8,
} as const;
export type Shared = BigInt64Array;

export function createShared(): Shared {
  return new BigInt64Array(new SharedArrayBuffer(8 * Object.keys(slot).length));
}

export function isStopped(shared: Shared): boolean {
  return Atomics.load(shared, slot.stop) > 0n;
}

export function throwIfHalted(shared: Shared): void {
  if (isStopped(shared) || Atomics.load(shared, slot.halt) > 0n) {
    throw new Error('The migration was stopped.');
  }
}
