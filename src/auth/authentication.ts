import type { AnyCaller, ApiKeyCaller, Authentication, Credential } from '../caller.ts';
import type { Config } from '../config.ts';
import type { Db } from '../db/connect.ts';
import type { Secrets } from '../secrets.ts';
import { type Timestamp, msBetween } from '../timestamp.ts';
import { digest } from './credentials.ts';
import * as queries from './queries.ts';
import { createRunTokens, isRunToken } from './run-tokens.ts';

/** How long a lookup is cached: a credential revoked in another process still works for this long. */
const rememberMs = 1000;
/** Maximum number of cached lookups; the oldest are dropped first. */
const maxRemembered = 10_000;
const usedEveryMs = 60_000;

export interface RememberedCallers {
  /** Call after a credential is revoked, so that this process rejects it immediately. */
  forgetSession(sessionId: number): void;
  forgetApiKey(apiKeyId: number): void;
  forgetRun(runId: number): void;
}

interface Remembered {
  readonly caller: AnyCaller;
  readonly until: number;
}

/**
 * Finds callers by their credentials. Caches results briefly, and remembers for longer, while there is room, that a
 * credential was valid. Concurrent requests with one credential share a lookup.
 */
export function createAuthentication(
  db: Db,
  now: () => Timestamp,
  { demo, secrets }: Pick<Config, 'demo'> & { readonly secrets: Pick<Secrets, 'keysFor'> },
): { authentication: Authentication; callers: RememberedCallers } {
  const remembered = new Map<string, Remembered>();
  const inProgress = new Map<string, Promise<AnyCaller | undefined>>();
  const runTokens = createRunTokens(db, secrets);
  let forgotten = 0;

  const callerOf = ({ kind, text }: Credential, hash: Buffer): Promise<AnyCaller | undefined> => {
    if (kind === 'session') return queries.findSession(db, hash, { now: now(), demo });
    if (isRunToken(text)) return runTokens.find(text, { now: now(), demo });
    return apiKeyCaller(db, hash, { now: now(), demo });
  };
  const lookUp = async (
    { name, hash }: HashedCredential,
    credential: Credential,
  ): Promise<AnyCaller | undefined> => {
    const started = performance.now();
    const before = forgotten;
    const caller = await callerOf(credential, hash);
    // A lookup that started before a revocation must not be cached after it.
    if (!caller) remembered.delete(name);
    else if (before === forgotten)
      remember(remembered, name, { caller, until: started + rememberMs });
    return caller;
  };
  const forget = (gone: (caller: AnyCaller) => boolean): void => {
    forgotten += 1;
    inProgress.clear();
    for (const [name, { caller }] of remembered) if (gone(caller)) remembered.delete(name);
  };

  return {
    authentication: {
      async find(credential) {
        const hashed = hashOf(credential);
        const { name } = hashed;
        const known = remembered.get(name);
        if (known && known.until > performance.now()) return known.caller;
        const looking = inProgress.get(name) ?? lookUp(hashed, credential);
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
      forgetRun: (id) => forget((caller) => caller.kind === 'run_token' && caller.run_id === id),
    },
  };
}

interface HashedCredential {
  readonly name: string;
  readonly hash: Buffer;
}

function hashOf({ kind, text }: Credential): HashedCredential {
  const hash = digest(text);
  return { hash, name: `${kind}:${hash.toString('base64')}` };
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
