import { Worker } from 'node:worker_threads';
import { toText } from './rules.ts';
import type { BytePath } from './rules.ts';
import type { FileEntry } from './tree.ts';

export type FileCopy = { from: BytePath; to: BytePath; entry: FileEntry };
/** What the thread answers when it is through with the files, or with the first that failed. */
export type CopyAnswer = { failure: string | undefined };
export type CopyProgress = { filename: string; bytes: number; status: 'moving' | 'verifying' };

export type Copier = {
  /** Copies, verifies and syncs files; throws a sentence at the first that fails, or when told to stop. */
  copy: (files: FileCopy[]) => Promise<void>;
  /** Where the copy of the moment is; a byte counts half when copied and whole when verified. */
  progress: () => CopyProgress | undefined;
  stop: () => void;
  close: () => Promise<void>;
};

/** Where the thread and its owner keep which of the numbers they share. */
export const slot = { stop: 0, file: 1, copied: 2, verified: 3, isVerifying: 4 } as const;

/** Handing over a list is work for the event loop, so it is done in pieces of this many files. */
const batchSize = 200;

/** Starts a thread that copies and hashes, so that the event loop does neither. */
export function startCopier(): Copier {
  const shared = new BigInt64Array(new SharedArrayBuffer(8 * Object.keys(slot).length));
  const read = (index: number) => Number(Atomics.load(shared, index));
  const thread = new Worker(new URL('./copy-thread.ts', import.meta.url), { workerData: shared });
  let batch: FileCopy[] = [];
  let pending = Promise.withResolvers<CopyAnswer>();
  let death: string | undefined;

  const die = (reason: string) => {
    death ??= `The thread that copies ended: ${reason}`;
    pending.resolve({ failure: death });
  };
  thread.on('message', (answer: CopyAnswer) => pending.resolve(answer));
  thread.on('error', (error) => die(error instanceof Error ? error.message : String(error)));
  thread.on('exit', (code) => die(`exit code ${code}.`));

  return {
    async copy(files) {
      for (const index of [slot.copied, slot.verified]) Atomics.store(shared, index, 0n);
      for (let start = 0; start < files.length; start += batchSize) {
        batch = files.slice(start, start + batchSize);
        Atomics.store(shared, slot.file, 0n);
        pending = Promise.withResolvers();
        if (death === undefined) thread.postMessage(batch, []);
        else pending.resolve({ failure: death });
        const { failure } = await pending.promise;
        if (failure !== undefined) throw new Error(failure);
      }
    },
    progress() {
      const file = batch[read(slot.file)];
      if (!file) return undefined;
      return {
        filename: toText(file.entry.path),
        bytes: Math.floor((read(slot.copied) + read(slot.verified)) / 2),
        status: read(slot.isVerifying) === 1 ? 'verifying' : 'moving',
      };
    },
    stop() {
      Atomics.store(shared, slot.stop, 1n);
    },
    async close() {
      await thread.terminate();
    },
  };
}
