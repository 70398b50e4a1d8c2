import { AsyncLocalStorage, createHook } from 'node:async_hooks';
import { subscribe } from 'node:diagnostics_channel';
import { TransactionBuilder } from 'kysely';

/** Work outside the process, by its type in Node's async_hooks. */
const outside: Readonly<Record<string, string>> = {
  GETADDRINFOREQWRAP: 'a name is looked up',
  GETNAMEINFOREQWRAP: 'an address is looked up',
  QUERYWRAP: 'DNS is queried',
  TCPCONNECTWRAP: 'a connection is opened',
  PIPECONNECTWRAP: 'a connection is opened',
  FSREQCALLBACK: 'a file is used',
  FSREQPROMISE: 'a file is used',
  PROCESSWRAP: 'a process is started',
  WORKER: 'a thread is started',
  // Work of an addon in a thread has no type; here that is argon2.
  undefined: 'a password is hashed',
};

interface Open {
  isOver: boolean;
}

const transaction = new AsyncLocalStorage<Open>();
const seen: Error[] = [];

function note(what: string): void {
  const open = transaction.getStore();
  if (open && !open.isOver) seen.push(new Error(`In a transaction ${what}.`));
}

/**
 * Watches every transaction of this process for work that would hold its connection and locks for an unbounded time:
 * name servers, other servers, disks, password hashes. Work that is only scheduled for later is allowed.
 */
export function watchTransactions(): void {
  // oxlint-disable-next-line typescript/unbound-method -- It is called with its own `this`.
  const { execute } = TransactionBuilder.prototype;
  TransactionBuilder.prototype.execute = function (work) {
    const open: Open = { isOver: false };
    return execute
      .call(this, (trx) => transaction.run(open, () => work(trx)))
      .finally(() => {
        open.isOver = true;
      }) as ReturnType<typeof work>;
  };
  const hook = {
    init(_: number, type: string) {
      const what = outside[type];
      if (what !== undefined) note(what);
    },
    trackPromises: false,
  };
  createHook(hook).enable();
  // Requests over open connections.
  for (const channel of ['undici:request:create', 'http.client.request.start'])
    subscribe(channel, () => note('another server is contacted'));
}

/** Returns what was found since the last call, and forgets it. */
export const outsideWork = (): Error[] => seen.splice(0);
