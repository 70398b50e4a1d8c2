import { createRunTokens } from '../../src/auth/run-tokens.ts';
import type { AnyCaller, Caller } from '../../src/caller.ts';
import { Failure, runHeldByAnother, unauthorized } from '../../src/errors.ts';
import { handlers } from '../../src/handlers.ts';
import { render } from '../../src/http/answer.ts';
import type { OperationId } from '../../src/http/contract.ts';
import { failureFor, statusOf } from '../../src/http/failures.ts';
import { runIdempotently } from '../../src/http/idempotency.ts';
import { loadContract } from '../../src/http/operations.ts';
import type { RequestState } from '../../src/http/state.ts';
import type { Application } from '../../src/app.ts';
import type { Callback } from './network.ts';
import type { Observed } from './observed.ts';
import type { SimulatedProcess } from './processes.ts';
import { type Scheduler, withoutIds } from './scheduler.ts';

/** The token of a run, which is looked up as the dispatcher does it. */
interface RunToken {
  readonly kind: 'token';
  readonly text: string;
}

/** A request of a client, decoded and valid. */
export interface Sent {
  readonly operation: OperationId;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  readonly caller: Caller | RunToken;
  readonly key: string;
}

export interface Answer {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
  /** When the first attempt was sent. */
  readonly sent_at: number;
  readonly answered_at: number;
}

/** The process that takes requests, over a network that may lose it. */
export interface Api {
  /** Sends a request until it is answered, whatever fails meanwhile. */
  send(sent: Sent): Promise<Answer>;
  /** Sends a carrier's callback once; resolves whether it was taken. */
  readonly callBack: (url: string, callback: Callback) => Promise<boolean>;
}

interface Parts {
  readonly scheduler: Scheduler;
  readonly observed: Observed;
  /** Undefined: none is running. */
  readonly process: () => SimulatedProcess | undefined;
}

const travelMs = 20;
const retryMs = 300;

type Handle = (call: unknown, app: Application) => Promise<unknown>;

/** What every request has that matters to none of them here. */
const common = {
  query: {},
  headers: {},
  url: '',
  allHeaders: {},
  rawBody: async () => Buffer.alloc(0),
  address: '192.0.2.1',
  signal: new AbortController().signal,
  traceparent: undefined,
  wantsStream: false,
  continueTrace: () => {},
  keepAnswer: async () => {},
};
const { operations } = loadContract();

async function callerOf(app: Application, sent: Sent['caller']): Promise<AnyCaller> {
  if (sent.kind !== 'token') return sent;
  const { db, secrets, calls } = app;
  const tokens = createRunTokens({ db, secrets, takeOver: (handoff) => calls.takeOver(handoff) });
  const found = await tokens.find(sent.text, { now: app.now(), demo: false });
  if (!found) throw unauthorized();
  if (found.is_replaced) throw runHeldByAnother();
  return found;
}

/** Runs the operation as the dispatcher does, behind its decoding and checks. */
async function handle(app: Application, sent: Sent) {
  const { operation: id, params = {}, body, key } = sent;
  const caller = await callerOf(app, sent.caller);
  const operation = operations.find((each) => each.id === id)!;
  const handler = handlers[id] as unknown as Handle | { readonly work: Handle };
  // What is done before looks outside the database, for settings that nobody sends here.
  const doIt = typeof handler === 'function' ? handler : handler.work;
  const requestId = `request-${key}`;
  const call = { ...common, params, body, caller, requestId };
  const path = `${id} ${JSON.stringify(params)}`;
  const req = { headers: { 'idempotency-key': key }, url: path };
  const state = { operation, caller, body, path, req } as unknown as RequestState;
  const work = async (within: Application) => render(operation, await doIt(call, within));
  return runIdempotently(app, state, { work });
}

interface Response {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

export function createApi({ scheduler, observed, process }: Parts): Api {
  /** Has a request worked on; undefined if its connection is lost. */
  const request = (label: string, work: (app: Application) => Promise<Response>) =>
    new Promise<Response | undefined>((done) => {
      scheduler.at(scheduler.now() + 1 + scheduler.random.below(travelMs), () => {
        const current = process();
        if (!current) return done(undefined);
        let response: Response | undefined;
        const answering = async (): Promise<void> => {
          response = await work(current.app).catch((error: unknown) => refusal(label, error));
        };
        current.begin(`gets ${label}`, answering, () => done(response));
      });
    });

  function refusal(label: string, error: unknown): Response {
    const failure = failureFor(error);
    if (failure instanceof Failure)
      return { status: statusOf(failure), body: { code: failure.problem.code } };
    if (failure) return { status: 422, body: { faults: failure.faults } };
    observed.serverErrors.push({
      at: scheduler.now(),
      request: label,
      status: 500,
      body: error instanceof Error ? (error.stack ?? error.message) : String(error),
    });
    return { status: 500, body: {} };
  }

  const isFinal = ({ status, body }: Response): boolean =>
    status < 500 && body['code'] !== 'idempotency_in_progress';

  return {
    async send(sent) {
      const sent_at = scheduler.now();
      const about = JSON.stringify(sent.params ?? sent.body);
      const label = `${sent.operation} ${withoutIds(about)}`;
      for (;;) {
        const response = await request(label, async (app) => {
          const { status, body } = await handle(app, sent);
          return { status, body: body as Response['body'] };
        });
        if (response && isFinal(response)) {
          const answered_at = scheduler.now();
          const { code } = response.body;
          scheduler.note(
            'client',
            `gets ${response.status} ${typeof code === 'string' ? code : ''} of ${label}`,
          );
          return { ...response, sent_at, answered_at };
        }
        await scheduler.sleep(retryMs, `sends ${label} again`);
      }
    },
    async callBack(url, callback) {
      const { pathname, searchParams } = new URL(url);
      const run_id = Number(searchParams.get('run_id'));
      const config_id = Number(pathname.split('/').at(-1));
      const transfer_id = Number(searchParams.get('transfer_id'));
      const call = {
        ...common,
        params: { provider: 'simulated', config_id } as const,
        query: { run_id, transfer_id },
        body: {},
        caller: undefined,
        requestId: `callback-${run_id}`,
        url,
        rawBody: async () => Buffer.from(JSON.stringify(callback)),
      };
      const response = await request(
        `the callback of run ${run_id}: ${callback.status}`,
        async (app) => {
          if (callback.kind === 'transfer') await handlers.receiveTransferCallback(call, app);
          else await handlers.receiveCarrierCallback(call, app);
          return { status: 204, body: {} };
        },
      );
      return response !== undefined && response.status < 500;
    },
  };
}
