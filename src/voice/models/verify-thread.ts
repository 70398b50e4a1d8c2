import { type MessagePort, workerData } from 'node:worker_threads';
import { type FileCopy, verifyFile } from './copy-file.ts';
import { sentenceOf } from './rules.ts';
import { type Shared, slot, throwIfHalted } from './shared.ts';
import type { Verdict } from './verifier.ts';

// The thread that verifies what the migrating thread writes, while it is written, so that two processors hash instead
// of one. It blocks.
const { port, shared }: { port: MessagePort; shared: Shared } = workerData;
const patienceMs = 50;
let files = 0;

port.on('message', (file: FileCopy) => {
  port.postMessage(verdictOn(file), []);
  files += 1;
  Atomics.add(shared, slot.answers, 1n);
  Atomics.notify(shared, slot.answers);
});

function verdictOn(file: FileCopy): Verdict {
  try {
    const digest = verifyFile(file, {
      ready: awaitMoreThan,
      read: (bytes) => Atomics.add(shared, slot.verifiedBytes, BigInt(bytes)),
    });
    return { digest };
  } catch (error) {
    return { failure: sentenceOf(error) };
  }
}

/** Waits until the current file is written beyond a position, or to its end; returns how far. */
function awaitMoreThan(position: number): number {
  for (;;) {
    throwIfHalted(shared);
    const changes = Atomics.load(shared, slot.changes);
    const written = Number(Atomics.load(shared, slot.writtenBytes));
    // Checked last, because the byte count refers to the next file as soon as this one is written.
    if (Atomics.load(shared, slot.writtenFiles) > files) return Infinity;
    if (written > position) return written - position;
    Atomics.wait(shared, slot.changes, changes, patienceMs);
  }
}
