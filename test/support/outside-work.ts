import { AsyncLocalStorage, createHook } from 'node:async_hooks';
import { subscribe } from 'node:diagnostics_channel';
import { TransactionBuilder } from 'kysely';

/** What waits for something outside the process, by the name that Node's async_hooks give it. */
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
  // What an addon does in a thread and gives no name; here that is argon2.
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
 * Watches, in every transaction of this process, for what holds its connection and its locks for as long as somebody
 * else likes: name servers, other servers, disks, password hashes. What a transaction only sets off for later is let
 * through.
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
  // Requests over connections that are open already.
  for (const channel of ['undici:request:create', 'http.client.request.start'])
    subscribe(channel, () => note('another server is contacted'));
}

/** What was seen since the last time, and nothing of it again. */
export const outsideWork = (): Error[] => seen.splice(0);
