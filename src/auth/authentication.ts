import type { Db } from '../db/connect.ts';
import type { ApiKeyCaller, Caller, SessionCaller } from '../http/contract.ts';
import type { Authentication } from '../http/dispatch.ts';
import { type Moment, msBetween } from '../moment.ts';
import { digest } from './credentials.ts';
import * as queries from './queries.ts';

/** How long a caller that was found is not looked up again: a credential revoked elsewhere works for as long. */
const rememberMs = 1000;
/** Beyond this many the oldest are forgotten first. */
const maxRemembered = 10_000;
const usedEveryMs = 60_000;

export interface RememberedCallers {
  /** Called where a credential is revoked, so that this process refuses it at once. */
  forgetSession(sessionId: number): void;
  forgetApiKey(apiKeyId: number): void;
}

interface Remembered<T> {
  readonly caller: T;
  readonly until: number;
}

/** Finds callers by their credentials and remembers them for a moment. */
export function createAuthentication(
  db: Db,
  now: () => Moment,
): { authentication: Authentication; callers: RememberedCallers } {
  const remembered = new Map<string, Remembered<Caller>>();
  let forgotten = 0;

  const find = async <T extends Caller>(
    kind: T['kind'],
    credential: string,
    look: (hash: Buffer) => Promise<T | undefined>,
  ): Promise<T | undefined> => {
    const hash = digest(credential);
    const name = `${kind}:${hash.toString('base64')}`;
    const known = remembered.get(name);
    if (known && known.until > performance.now()) return known.caller as T;
    remembered.delete(name);
    const started = performance.now();
    const before = forgotten;
    const caller = await look(hash);
    // What was read before a revocation must not be remembered after it.
    if (caller && before === forgotten)
      remember(remembered, name, { caller, until: started + rememberMs });
    return caller;
  };
  const forget = (gone: (caller: Caller) => boolean): void => {
    forgotten += 1;
    for (const [name, { caller }] of remembered) if (gone(caller)) remembered.delete(name);
  };

  return {
    authentication: {
      session: (token) =>
        find<SessionCaller>('session', token, (hash) => queries.findSession(db, hash, now())),
      apiKey: (key) => find<ApiKeyCaller>('api_key', key, (hash) => apiKeyCaller(db, hash, now())),
    },
    callers: {
      forgetSession: (id) =>
        forget((caller) => caller.kind === 'session' && caller.session_id === id),
      forgetApiKey: (id) =>
        forget((caller) => caller.kind === 'api_key' && caller.api_key_id === id),
    },
  };
}

function remember(
  remembered: Map<string, Remembered<Caller>>,
  name: string,
  entry: Remembered<Caller>,
): void {
  const [oldest] = remembered.keys();
  if (remembered.size >= maxRemembered && oldest !== undefined) remembered.delete(oldest);
  remembered.set(name, entry);
}

async function apiKeyCaller(db: Db, hash: Buffer, now: Moment): Promise<ApiKeyCaller | undefined> {
  const row = await queries.findApiKey(db, hash);
  if (!row) return undefined;
  const { last_used_at, ...caller } = row;
  if (last_used_at === null || msBetween(last_used_at, now) > usedEveryMs) {
    await queries.markApiKeyUsed(db, caller.api_key_id, now);
  }
  return { kind: 'api_key', ...caller };
}
