import type { ApiKeyCaller, Authentication, Caller, Credential } from '../caller.ts';
import type { Config } from '../config.ts';
import type { Db } from '../db/connect.ts';
import { type Timestamp, msBetween } from '../timestamp.ts';
import { digest } from './credentials.ts';
import * as queries from './queries.ts';

/** How long a lookup is cached: a credential revoked in another process still works for this long. */
const rememberMs = 1000;
/** Maximum number of cached lookups; the oldest are dropped first. */
const maxRemembered = 10_000;
const usedEveryMs = 60_000;

export interface RememberedCallers {
  /** Call after a credential is revoked, so that this process rejects it immediately. */
  forgetSession(sessionId: number): void;
  forgetApiKey(apiKeyId: number): void;
}

interface Remembered {
  readonly caller: Caller;
  readonly until: number;
}

/**
 * Finds callers by their credentials. Caches results briefly, and remembers for longer, while there is room, that a
 * credential was valid. Concurrent requests with one credential share a lookup.
 */
export function createAuthentication(
  db: Db,
  now: () => Timestamp,
  { demo }: Pick<Config, 'demo'>,
): { authentication: Authentication; callers: RememberedCallers } {
  const remembered = new Map<string, Remembered>();
  const inProgress = new Map<string, Promise<Caller | undefined>>();
  let forgotten = 0;

  const lookUp = async (
    name: string,
    { kind, hash }: HashedCredential,
  ): Promise<Caller | undefined> => {
    const started = performance.now();
    const before = forgotten;
    const caller = await (kind === 'session'
      ? queries.findSession(db, hash, { now: now(), demo })
      : apiKeyCaller(db, hash, { now: now(), demo }));
    // A lookup that started before a revocation must not be cached after it.
    if (!caller) remembered.delete(name);
    else if (before === forgotten)
      remember(remembered, name, { caller, until: started + rememberMs });
    return caller;
  };
  const forget = (gone: (caller: Caller) => boolean): void => {
    forgotten += 1;
    inProgress.clear();
    for (const [name, { caller }] of remembered) if (gone(caller)) remembered.delete(name);
  };

  return {
    authentication: {
      async find(credential) {
        const { name, ...hashed } = hashOf(credential);
        const known = remembered.get(name);
        if (known && known.until > performance.now()) return known.caller;
        const looking = inProgress.get(name) ?? lookUp(name, hashed);
        inProgress.set(name, looking);
        return looking.finally(() => {
          if (inProgress.get(name) === looking) inProgress.delete(name);
        });
      },
      wasGood: (credential) => remembered.has(hashOf(credential).name),
    },
    callers: {
      forgetSession: (id) =>
        forget((caller) => caller.kind === 'session' && caller.session_id === id),
      forgetApiKey: (id) =>
        forget((caller) => caller.kind === 'api_key' && caller.api_key_id === id),
    },
  };
}

interface HashedCredential {
  readonly kind: Credential['kind'];
  readonly hash: Buffer;
}

function hashOf({ kind, text }: Credential): HashedCredential & { readonly name: string } {
  const hash = digest(text);
  return { kind, hash, name: `${kind}:${hash.toString('base64')}` };
}

function remember(remembered: Map<string, Remembered>, name: string, entry: Remembered): void {
  remembered.delete(name);
  const [oldest] = remembered.keys();
  if (remembered.size >= maxRemembered && oldest !== undefined) remembered.delete(oldest);
  remembered.set(name, entry);
}

async function apiKeyCaller(
  db: Db,
  hash: Buffer,
  { now, demo }: queries.LookUp,
): Promise<ApiKeyCaller | undefined> {
  const row = await queries.findApiKey(db, hash, { demo });
  if (!row) return undefined;
  const { last_used_at, ...caller } = row;
  if (last_used_at === null || msBetween(last_used_at, now) > usedEveryMs) {
    await queries.markApiKeyUsed(db, caller.api_key_id, now);
  }
  return { kind: 'api_key', ...caller };
}
