import { MessageChannel, receiveMessageOnPort } from 'node:worker_threads';
import type { MessagePort } from 'node:worker_threads';
import type { FileCopy } from './copy-file.ts';
import { toText } from './rules.ts';
import { slot } from './shared.ts';
import type { Shared } from './shared.ts';

export type Verdict = { digest: string } | { failure: string };
export type Verifier = {
  /** Hands over a copied file with the hash of its source. */
  submit: (file: FileCopy, digest: string) => void;
  /** Waits for every file handed over; throws a sentence if one differs. `tick` is called meanwhile. */
  finish: (tick: (file: FileCopy) => void) => void;
  /** Ends what is under way and forgets it. */
  abandon: () => void;
};

const patienceMs = 50;

/** The migrating thread's side of the verifying thread, which `start` starts with the other end of the port. */
export function createVerifier(shared: Shared, start: (port: MessagePort) => void): Verifier {
  const { port1: port, port2 } = new MessageChannel();
  start(port2);
  let submitted: { file: FileCopy; digest: string }[] = [];

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
    submit(file, digest) {
      submitted.push({ file, digest });
      port.postMessage(file, []);
    },
    finish(tick) {
      for (let next = submitted[0]; next; next = submitted[0]) {
        const { file, digest } = next;
        tick(file);
        const verdict = nextVerdict(() => tick(file));
        submitted.shift();
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
      const waiting = submitted;
      submitted = [];
      Atomics.store(shared, slot.halt, 1n);
      try {
        for (const _ of waiting) nextVerdict(() => {});
      } finally {
        Atomics.store(shared, slot.halt, 0n);
      }
    },
  };
}
