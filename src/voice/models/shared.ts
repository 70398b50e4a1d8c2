/** The numbers that a migration and its thread share: whether to stop, and how many models are moved. */
export const slot = { stop: 0, moved: 1 } as const;
export type Shared = Int32Array;

export const createShared = (): Shared => new Int32Array(new SharedArrayBuffer(8));
export const isStopped = (shared: Shared): boolean => Atomics.load(shared, slot.stop) > 0;

export function throwIfStopped(shared: Shared): void {
  if (isStopped(shared)) throw new Error('The migration was stopped.');
}
