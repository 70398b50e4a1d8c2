/**
 * The slots of the numbers that a migration's threads share. From the caller: whether to stop. From the migrating
 * thread: whether the current model is given up; how many models are moved; how many files are written, and how much of
 * the next one; a counter of changes to these. From the verifying thread: how many files are verified; how many bytes
 * of the model are read. About that thread: whether it died.
 */
export const slot = {
  stop: 0,
  halt: 1,
  moved: 2,
  writtenFiles: 3,
  writtenBytes: 4,
  changes: 5,
  answers: 6,
  verifiedBytes: 7,
  death: 8,
} as const;
export type Shared = BigInt64Array;

export const createShared = (): Shared =>
  new BigInt64Array(new SharedArrayBuffer(8 * Object.keys(slot).length));

export const isStopped = (shared: Shared): boolean => Atomics.load(shared, slot.stop) > 0n;

export function throwIfHalted(shared: Shared): void {
  if (isStopped(shared) || Atomics.load(shared, slot.halt) > 0n) {
    throw new Error('The migration was stopped.');
  }
}
