import {
  MessageChannel,
  type MessagePort,
  receiveMessageOnPort,
  Worker,
} from 'node:worker_threads';
import type { FileCopy } from './copy-file.ts';
import { toText } from './rules.ts';
import { type Shared, slot } from './shared.ts';

export type Verdict = { readonly digest: string } | { readonly failure: string };
export interface Verifier {
  /** Announces a file that will be written. */
  begin(file: FileCopy): void;
  wrote(bytes: number): void;
  /** Announces that the current file is written; `digest` is the hash of its source. */
  end(digest: string): void;
  /** Waits until every announced file is verified; throws a readable error if one differs. Calls `tick` meanwhile. */
  finish(tick: (file: FileCopy) => void): void;
  /** Cancels the verification in progress. */
  abandon(): void;
}

const patienceMs = 50;
/** How many bytes are written between two reports: each report wakes a thread. */
const stepBytes = 4 * 1024 * 1024;

/** The migrating thread's side of the verifying thread. `start` starts that thread with the other end of the port. */
export function createVerifier(shared: Shared, start: (port: MessagePort) => void): Verifier {
  const { port1: port, port2 } = new MessageChannel();
  start(port2);
  let files: { file: FileCopy; digest: string | undefined }[] = [];
  let written = 0;
  let reported = 0;

  function report(index: number, value: number): void {
    Atomics.store(shared, index, BigInt(value));
    Atomics.add(shared, slot.changes, 1n);
    Atomics.notify(shared, slot.changes);
  }

  function endFile(): void {
    report(slot.writtenFiles, Number(Atomics.load(shared, slot.writtenFiles)) + 1);
  }

  function nextVerdict(wait: () => void): Verdict {
    for (;;) {
      const answers = Atomics.load(shared, slot.answers);
      const received: { message: Verdict } | undefined = receiveMessageOnPort(port);
      if (received) return received.message;
      if (Atomics.load(shared, slot.death) > 0n) {
        throw new Error('The thread that verifies copies has died.');
      }
      Atomics.wait(shared, slot.answers, answers, patienceMs);
      wait();
    }
  }

  return {
    begin(file) {
      files.push({ file, digest: undefined });
      written = reported = 0;
      Atomics.store(shared, slot.writtenBytes, 0n);
      port.postMessage(file, []);
    },
    wrote(bytes) {
      written += bytes;
      if (written - reported < stepBytes) return;
      reported = written;
      report(slot.writtenBytes, written);
    },
    end(digest) {
      const last = files.at(-1);
      if (last) last.digest = digest;
      endFile();
    },
    finish(tick) {
      for (let next = files[0]; next; next = files[0]) {
        const { file, digest } = next;
        tick(file);
        const verdict = nextVerdict(() => tick(file));
        files.shift();
        const name = toText(file.entry.path);
        if ('failure' in verdict) {
          throw new Error(`The copy of ${name} could not be verified. ${verdict.failure}`);
        }
        if (verdict.digest !== digest) {
          throw new Error(`The copy of ${name} differs from its source.`);
        }
      }
    },
    abandon() {
      const waiting = files;
      files = [];
      Atomics.store(shared, slot.halt, 1n);
      try {
        const last = waiting.at(-1);
        if (last && last.digest === undefined) endFile();
        for (const _ of waiting) nextVerdict(() => {});
      } finally {
        Atomics.store(shared, slot.halt, 0n);
      }
    },
  };
}

/**
 * Starts the verifying thread, from a thread with an event loop: the migrating thread blocks and receives no events.
 */
export function startVerifyThread(port: MessagePort, shared: Shared): Worker {
  const url = new URL('./verify-thread.ts', import.meta.url);
  const thread = new Worker(url, { workerData: { port, shared }, transferList: [port] });
  const die = () => {
    Atomics.store(shared, slot.death, 1n);
    Atomics.notify(shared, slot.answers);
  };
  thread.on('error', die);
  thread.on('exit', die);
  return thread;
}
