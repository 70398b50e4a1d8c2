import type {
  AnyCaller,
  ApiKeyCaller,
  Authentication,
  Credential,
  SessionCaller,
} from '../caller.ts';
import type { Config } from '../config.ts';
import type { Db } from '../db/connect.ts';
import { type Timestamp, msBetween } from '../timestamp.ts';
import { digest } from './credentials.ts';
import * as queries from './queries.ts';
import { markUsed, usedEveryMs } from './sessions/queries.ts';
import { createRunTokens, isRunToken } from './run-tokens.ts';
import { suspensionOf } from './rules.ts';

/** How long a lookup is cached: a credential revoked in another process still works for this long. */
const rememberMs = 1000;
/** Maximum number of cached lookups of sessions, and of keys; the oldest are dropped first. */
const maxRemembered = 10_000;

export interface RememberedCallers {
  /** Call after a credential is revoked, so that this process rejects it immediately. */
  forgetSession(sessionId: number): void;
  /** Call after a user's role changed, or the user's sessions ended. */
  forgetUser(userId: number): void;
  forgetApiKey(apiKeyId: number): void;
  forgetRun(runId: number): void;
  /** Call it after an organization was suspended or resumed. */
  forgetOrganization(organizationId: number): void;
}

/** By the credential itself, whose hash would cost each request more than the rest of the lookup. */
type ByText<T> = Readonly<Record<Credential['kind'], Map<string, T>>>;
const byText = <T>(): ByText<T> => ({ session: new Map(), api_key: new Map() });

type TokenParts = Pick<Parameters<typeof createRunTokens>[0], 'secrets' | 'takeOver'>;

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
  { demo, secrets, takeOver }: Pick<Config, 'demo'> & TokenParts,
): { authentication: Authentication; callers: RememberedCallers } {
  const remembered = byText<Remembered>();
  const inProgress = byText<Promise<AnyCaller | undefined>>();
  const runTokens = createRunTokens({ db, secrets, takeOver });
  let forgotten = 0;

  const callerOf = ({ kind, text }: Credential, hash: Buffer): Promise<AnyCaller | undefined> => {
    if (kind === 'session') return sessionCaller(db, hash, { now: now(), demo });
    if (isRunToken(text)) return runTokens.find(text, { now: now(), demo });
    return apiKeyCaller(db, hash, { now: now(), demo });
  };
  const lookUp = async (credential: Credential): Promise<AnyCaller | undefined> => {
    const { kind, text } = credential;
    const started = performance.now();
    const before = forgotten;
    const caller = await callerOf(credential, digest(text));
    // A lookup that started before a revocation must not be cached after it.
    if (!caller) remembered[kind].delete(text);
    else if (before === forgotten)
      remember(remembered[kind], text, { caller, until: started + rememberMs });
    return caller;
  };
  const known = ({ kind, text }: Credential): AnyCaller | undefined => {
    const found = remembered[kind].get(text);
    return found && found.until > performance.now() ? found.caller : undefined;
  };
  const forget = (gone: (caller: AnyCaller) => boolean): void => {
    forgotten += 1;
    for (const looking of Object.values(inProgress)) looking.clear();
    for (const entries of Object.values(remembered))
      for (const [text, { caller }] of entries) if (gone(caller)) entries.delete(text);
  };

  return {
    authentication: {
      async find(credential) {
        const caller = known(credential);
        if (caller) return caller;
        const lookups = inProgress[credential.kind];
        const { text } = credential;
        const looking = lookups.get(text) ?? lookUp(credential);
        lookups.set(text, looking);
        return looking.finally(() => {
          if (lookups.get(text) === looking) lookups.delete(text);
        });
      },
      known,
      wasGood: ({ kind, text }) => remembered[kind].has(text),
    },
    callers: {
      forgetSession: (id) =>
        forget((caller) => caller.kind === 'session' && caller.session_id === id),
      forgetUser: (id) => forget((caller) => caller.kind === 'session' && caller.user_id === id),
      forgetApiKey: (id) =>
        forget((caller) => caller.kind === 'api_key' && caller.api_key_id === id),
      forgetOrganization: (id) => forget(({ organization_id }) => organization_id === id),
      forgetRun: (id) => forget((caller) => caller.kind === 'run_token' && caller.run_id === id),
    },
  };
}

function remember(remembered: Map<string, Remembered>, text: string, entry: Remembered): void {
  remembered.delete(text);
  const [oldest] = remembered.keys();
  if (remembered.size >= maxRemembered && oldest !== undefined) remembered.delete(oldest);
  remembered.set(text, entry);
}

async function sessionCaller(
  db: Db,
  hash: Buffer,
  lookUp: queries.LookUp,
): Promise<SessionCaller | undefined> {
  const row = await queries.findSession(db, hash, lookUp);
  if (!row) return undefined;
  const { last_used_at, suspended_at, suspension_reason, deleted_at, ...caller } = row;
  if (msBetween(last_used_at, lookUp.now) > usedEveryMs)
    await markUsed(db, caller.session_id, lookUp.now);
  const suspension = suspensionOf({ suspended_at, suspension_reason, deleted_at });
  return { kind: 'session', ...caller, ...suspension };
}

async function apiKeyCaller(
  db: Db,
  hash: Buffer,
  { now, demo }: queries.LookUp,
): Promise<ApiKeyCaller | undefined> {
  const row = await queries.findApiKey(db, hash, { demo });
  if (!row) return undefined;
  const { last_used_at, suspended_at, suspension_reason, deleted_at, ...caller } = row;
  if (last_used_at === null || msBetween(last_used_at, now) > usedEveryMs) {
    await queries.markApiKeyUsed(db, caller.api_key_id, now);
  }
  const suspension = suspensionOf({ suspended_at, suspension_reason, deleted_at });
  return { kind: 'api_key', ...caller, ...suspension };
}
