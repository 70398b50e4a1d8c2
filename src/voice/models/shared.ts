/**
 * Where the threads of a migration keep which of the numbers they share: whether the caller wants it to
 * stop; whether the model of the moment failed; whether the verifying thread died; how many files it has
 * answered for, and how many bytes of the model it has verified; how many models are moved.
 */
export const slot = { stop: 0, halt: 1, death: 2, answers: 3, verifiedBytes: 4, moved: 5 } as const;
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
