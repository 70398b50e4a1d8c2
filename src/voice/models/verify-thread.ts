import { workerData } from 'node:worker_threads';
import type { MessagePort } from 'node:worker_threads';
import { verifyFile } from './copy-file.ts';
import type { FileCopy } from './copy-file.ts';
import { sentenceOf } from './rules.ts';
import { slot, throwIfHalted } from './shared.ts';
import type { Shared } from './shared.ts';
import type { Verdict } from './verifier.ts';

// The thread that verifies what the migrating one has copied, so that the disk is written and one file is
// hashed while the next is copied. It blocks.
const { port, shared }: { port: MessagePort; shared: Shared } = workerData;

port.on('message', (file: FileCopy) => {
  port.postMessage(verdictOn(file), []);
  Atomics.add(shared, slot.answers, 1n);
  Atomics.notify(shared, slot.answers);
});

function verdictOn(file: FileCopy): Verdict {
  try {
    throwIfHalted(shared);
    const digest = verifyFile(file, (bytes) => {
      Atomics.add(shared, slot.verifiedBytes, BigInt(bytes));
      throwIfHalted(shared);
    });
    return { digest };
  } catch (error) {
    return { failure: sentenceOf(error) };
  }
}
