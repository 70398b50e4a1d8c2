import type { Transaction } from 'kysely';
import { v7 as uuid } from 'uuid';
import type { Application } from '../app.ts';
import { defaultScopes } from '../auth/rules.ts';
import { asDatabase } from '../db/as-database.ts';
import type { Database } from '../db/connect.ts';
import { handlers } from '../handlers.ts';
import { WithHeaders } from '../http/etag.ts';
import { bodyFaults } from '../http/validate.ts';
import { later, type Timestamp } from '../timestamp.ts';
import type { DemoAccounts } from './accounts.ts';
import type { DemoRequest } from './list.ts';

/** The caller number of the demo's calls; no contact has it. */
export const demoCaller = '+12025550199';

/** What makes the demo works with: its transaction, and what was made under which name. */
export interface Demo extends DemoAccounts {
  readonly app: Application;
  readonly trx: Transaction<Database>;
  readonly now: Timestamp;
  /** Has the operations' handlers do what the requests say, each at its time. */
  readonly send: (requests: readonly DemoRequest[]) => Promise<void>;
  /** The id that was made under a name. Throws if there is none. */
  readonly idOf: (name: string) => number;
  readonly uuidOf: (name: string) => string;
  readonly keep: (name: string, id: number | string) => void;
  /** The time of a text like `-20d12h`. */
  readonly timeOf: (text: string) => Timestamp;
  /** A UUID of this time. */
  readonly uuidAt: (at: Timestamp) => string;
}

type Work = (request: object, app: Application, found: unknown) => Promise<unknown>;

const unitMs = { d: 86_400_000, h: 3_600_000, m: 60_000, s: 1000 } as const;
const duration = /^-?(\d+[dhms])+$/;

function msOf(text: string): number {
  const parts = [...text.matchAll(/(\d+)([dhms])/g)];
  const ms = parts.reduce((sum, [, n, unit]) => sum + Number(n) * unitMs[unit as 'd'], 0);
  return text.startsWith('-') ? -ms : ms;
}

export function openDemo(
  parts: Pick<Demo, 'app' | 'trx' | 'now'>,
  { admin_id, ...accounts }: DemoAccounts & { readonly admin_id: number },
): Demo {
  const { app, trx, now } = parts;
  const made = new Map<string, number | string>();
  const timeOf = (text: string): Timestamp => later(now, msOf(text));
  const uuidAt = (at: Timestamp): string => uuid({ msecs: Date.parse(at) });
  const found = (name: string): number | string => {
    const id = made.get(name);
    if (id === undefined) throw new Error(`The demo has nothing named ${name}.`);
    return id;
  };
  const keep = (name: string, id: number | string): void => void made.set(name, id);

  /** The value, with what stands for a time or an id replaced by it. */
  function resolved(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(resolved);
    if (typeof value === 'object' && value !== null)
      return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, resolved(part)]));
    if (typeof value !== 'string' || !value.startsWith('@')) return value;
    const name = value.slice(1);
    if (duration.test(name)) return timeOf(name);
    return name.endsWith(' text') ? String(found(name.slice(0, -5))) : found(name);
  }

  /** The demo user, the super admin, or the connector whose key has this name. */
  function callerOf(by: string | undefined) {
    const { organization_id, user_id } = accounts;
    if (by !== undefined && by !== 'admin') {
      const key = { api_key_id: found(by), connector_name: by, scopes: defaultScopes(by) };
      return { kind: 'api_key', organization_id, ...key };
    }
    const is_super_admin = by === 'admin';
    const user = { organization_id, user_id: is_super_admin ? admin_id : user_id, session_id: 0 };
    return { kind: 'session', ...user, role: 'owner', is_super_admin, email_verified: true };
  }

  async function send(request: DemoRequest): Promise<void> {
    const at = timeOf(request.at ?? '0s');
    const body = resolved(request.body);
    const faults = bodyFaults(request.do, body);
    if (request.body && faults.length > 0)
      throw new Error(`The demo's ${request.do} is invalid: ${JSON.stringify(faults)}`);
    const within: Application = {
      ...app,
      db: asDatabase(trx),
      // Workers look for all their work when they begin, which is after the demo is made.
      jobs: { ...app.jobs, wake: () => {} },
      now: () => at,
      newId: () => request.id ?? uuidAt(at),
      afterCommit: async (action) => action(within),
    };
    const handler = handlers[request.do] as unknown as Work | { readonly work: Work };
    // What comes before the work of a handler asks name servers and carriers, which a start must not wait for.
    const work = typeof handler === 'function' ? handler : handler.work;
    const params = resolved(request.params ?? {});
    const call = { params, query: {}, headers: {}, body, caller: callerOf(request.by) };
    const answer = await work({ ...call, requestId: 'demo' }, within, body);
    const shown = answer instanceof WithHeaders ? (answer.body as unknown) : answer;
    if (request.as !== undefined) keep(request.as, (shown as { readonly id: number }).id);
  }

  return {
    ...parts,
    ...accounts,
    async send(requests) {
      for (const request of requests) await send(request);
    },
    idOf: (name) => Number(found(name)),
    uuidOf: (name) => String(found(name)),
    keep,
    timeOf,
    uuidAt,
  };
}
