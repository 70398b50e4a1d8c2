import { availableParallelism } from 'node:os';
import { extname } from 'node:path';
import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads';
import { InvalidRequest, unavailable } from '../../errors.ts';
import { withErrorListener } from '../../system/with-error-listener.ts';
import type { PackedRows } from './packed-rows.ts';
import type { Delivery, Found, FromThread, Order, ToThread } from './reading.ts';

/** What reads files of contacts. */
export interface ContactReaders {
  /**
   * Reads a file in a thread while it arrives. Asking for the next of what is found says that the last was stored.
   * Throws the validation error for an invalid file, the error of the body, and a Failure if the thread has ended.
   */
  read(order: Omit<Order, 'form'>, body: AsyncIterable<Buffer>): AsyncGenerator<Found>;
  /** Ends the threads, and with them what they read. */
  end(): Promise<void>;
}

interface Options {
  readonly form: PackedRows['form'];
  readonly threads?: number;
  /** How long a thread without a file is kept. */
  readonly idleMs?: number;
}

/** The main thread and the database need a processor, too. */
const defaultThreads = Math.max(1, Math.min(4, availableParallelism() - 1));

/**
 * Limits of a thread. A process grew by 50 MiB with its first file, of one row, and by another 85 MiB
 * with one of 1,000,000 rows, of which a thread holds little but their numbers.
 */
const resourceLimits = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 16 };

export function createContactReaders(options: Options): ContactReaders {
  const { form, threads: count = defaultThreads, idleMs = 30_000 } = options;
  const threads = Array.from({ length: count }, () => createThread(idleMs));
  return {
    async *read(order, body) {
      const [thread] = threads.toSorted((one, other) => one.fileCount() - other.fileCount());
      const { port, closed, release } = thread!.open({ ...order, form });
      try {
        yield* readOver(port, body, closed);
      } finally {
        port.removeAllListeners('close');
        port.close();
        release();
      }
    },
    async end() {
      await Promise.all(threads.map((thread) => thread.end()));
    },
  };
}

/** A thread that starts with its first file, and again if it has ended. It does not keep the process alive. */
function createThread(idleMs: number) {
  let running: ReturnType<typeof startThread> | undefined;
  let files = 0;
  let idle: NodeJS.Timeout | undefined;
  const end = async (): Promise<void> => {
    const ended = running;
    running = undefined;
    await ended?.worker.terminate();
  };
  const forget = (ended: typeof running): void => {
    if (running === ended) running = undefined;
  };
  function start() {
    const started = startThread();
    void started.whyEnded.then(() => forget(started));
    return started;
  }
  return {
    end,
    fileCount: () => files,
    open(order: Order) {
      clearTimeout(idle);
      const used = (running ??= start());
      const { port1, port2 } = new MessageChannel();
      const delivery: Delivery = { order, port: port2 };
      used.worker.postMessage(delivery, [port2]);
      files += 1;
      const release = (): void => {
        files -= 1;
        if (files === 0) idle = setTimeout(() => void end(), idleMs).unref();
      };
      /** The ports of a thread that ends close before it exits, and the next file needs another one at once. */
      const closed = async (): Promise<Error> => {
        forget(used);
        return threadEnded(await used.whyEnded);
      };
      return { port: port1, closed, release };
    },
  };
}

function startThread() {
  const worker = withErrorListener(
    new Worker(new URL(`./thread${extname(import.meta.url)}`, import.meta.url), { resourceLimits }),
  );
  const whyEnded = new Promise<unknown>((done) => {
    // A thread that fails emits the error first.
    worker.once('error', done);
    worker.once('exit', () => done(undefined));
  });
  worker.unref();
  return { worker, whyEnded };
}

async function* readOver(
  port: MessagePort,
  body: AsyncIterable<Buffer>,
  closed: () => Promise<Error>,
): AsyncGenerator<Found> {
  const found: Found[] = [];
  let failure: { readonly error: unknown } | undefined;
  let wanted = 0;
  let wake = (): void => {};
  let wakeSender = (): void => {};
  const fail = (error: unknown): void => {
    failure ??= { error };
    wake();
    wakeSender();
  };
  port.on('message', (message: FromThread) => {
    if (message.kind === 'wants more') {
      wanted += 1;
      wakeSender();
    } else if (message.kind === 'invalid') fail(new InvalidRequest(message.faults));
    else if (message.kind === 'failed') fail(new Error(message.reason));
    else found.push(message);
    wake();
  });
  port.on('close', () => void closed().then(fail));
  const post = (message: ToThread, moved: ArrayBuffer[] = []): void =>
    port.postMessage(message, moved);

  /** The thread uses the memory of stored rows again, so an upload of any length needs no more. */
  function giveBack(rows: PackedRows): void {
    const memory = rows.form === 'copy' ? rows.data.buffer : undefined;
    post({ stored: memory }, memory ? [memory] : []);
  }
  const mustWait = (): boolean => wanted === 0 && !failure;
  async function sendBody(): Promise<void> {
    for await (const chunk of body) {
      while (mustWait())
        await new Promise<void>((done) => {
          wakeSender = done;
        });
      if (failure) return;
      wanted -= 1;
      // A chunk that is a part of a buffer may share it with others.
      const isWhole = chunk.length === chunk.buffer.byteLength;
      const own = new Uint8Array(isWhole ? (chunk.buffer as ArrayBuffer) : chunk);
      post(own, [own.buffer]);
    }
    post('end');
  }
  sendBody().catch(fail);
  for (;;) {
    if (failure) throw failure.error;
    const next = found.shift();
    if (next) {
      yield next;
      if (next.kind === 'summary') return;
      if (next.kind === 'rows') giveBack(next.rows);
    } else
      await new Promise<void>((done) => {
        wake = done;
      });
  }
}

const threadEnded = (cause: unknown) =>
  unavailable(
    'The thread that read the file has ended. Nothing was stored; send the file again.',
    cause,
  );
