import { Worker } from 'node:worker_threads';
import { toText } from './rules.ts';
import type { BytePath } from './rules.ts';
import type { FileEntry } from './tree.ts';

export type FileCopy = { from: BytePath; to: BytePath; entry: FileEntry };
export type ThreadRole = 'copy' | 'verify';
/** What a thread answers at the end of its list, or at the first file that fails. */
export type ThreadAnswer = { digests: string[]; failure: string | undefined };
export type CopyProgress = { filename: string; bytes: number; status: 'moving' | 'verifying' };

export type Copier = {
  /** Copies, syncs and verifies files; throws a sentence at the first that fails, or when told to stop. */
  copy: (files: FileCopy[]) => Promise<void>;
  /** Where the copy of the moment is; a byte counts half when copied and whole when verified. */
  progress: () => CopyProgress | undefined;
  stop: () => void;
  close: () => Promise<void>;
};

/**
 * Where the threads and their owner keep which of the numbers they share: whether to stop for good, whether
 * the list failed; how many of its files are copied and verified; the bytes of all lists of a tree.
 */
export const slot = {
  stop: 0,
  failed: 1,
  copiedFiles: 2,
  verifiedFiles: 3,
  copiedBytes: 4,
  verifiedBytes: 5,
} as const;

/** Handing over a list is work for the event loop, so it is done in pieces of this many files. */
const listLength = 200;

/**
 * Starts a thread that copies and one that syncs and verifies what the first has copied, so that the event
 * loop does neither and the disk is written while the next file is hashed.
 */
export function startCopier(): Copier {
  const shared = new BigInt64Array(new SharedArrayBuffer(8 * Object.keys(slot).length));
  const threads = [startThread('copy', shared), startThread('verify', shared)] as const;
  let list: FileCopy[] = [];

  return {
    async copy(files) {
      for (const index of [slot.failed, slot.copiedBytes, slot.verifiedBytes]) {
        Atomics.store(shared, index, 0n);
      }
      for (let start = 0; start < files.length; start += listLength) {
        list = files.slice(start, start + listLength);
        for (const index of [slot.copiedFiles, slot.verifiedFiles])
          Atomics.store(shared, index, 0n);
        const [copied, verified] = await Promise.all([threads[0].run(list), threads[1].run(list)]);
        const failure = copied.failure ?? verified.failure;
        if (failure !== undefined) throw new Error(failure);
        const wrong = list.find((_, index) => copied.digests[index] !== verified.digests[index]);
        if (wrong)
          throw new Error(`The copy of ${toText(wrong.entry.path)} differs from its source.`);
      }
    },
    progress() {
      const [copied, verified, copiedBytes, verifiedBytes] = [
        slot.copiedFiles,
        slot.verifiedFiles,
        slot.copiedBytes,
        slot.verifiedBytes,
      ].map((index) => Number(Atomics.load(shared, index)));
      const isCopied = copied === list.length;
      const file = list[(isCopied ? verified : copied) ?? 0] ?? list.at(-1);
      if (!file) return undefined;
      return {
        filename: toText(file.entry.path),
        bytes: Math.floor(((copiedBytes ?? 0) + (verifiedBytes ?? 0)) / 2),
        status: isCopied ? 'verifying' : 'moving',
      };
    },
    stop() {
      Atomics.store(shared, slot.stop, 1n);
    },
    async close() {
      await Promise.all(threads.map((thread) => thread.close()));
    },
  };
}

function startThread(role: ThreadRole, shared: BigInt64Array) {
  const url = new URL('./copy-thread.ts', import.meta.url);
  const worker = new Worker(url, { workerData: { role, shared } });
  let pending = Promise.withResolvers<ThreadAnswer>();
  let death: string | undefined;

  const die = (reason: string) => {
    death ??= `The thread to ${role} files ended: ${reason}`;
    Atomics.store(shared, slot.failed, 1n);
    pending.resolve({ digests: [], failure: death });
  };
  worker.on('message', (answer: ThreadAnswer) => pending.resolve(answer));
  worker.on('error', (error) => die(error instanceof Error ? error.message : String(error)));
  worker.on('exit', (code) => die(`exit code ${code}.`));

  return {
    run(list: FileCopy[]): Promise<ThreadAnswer> {
      pending = Promise.withResolvers();
      if (death === undefined) worker.postMessage(list, []);
      else die(death);
      return pending.promise;
    },
    close: () => worker.terminate(),
  };
}
