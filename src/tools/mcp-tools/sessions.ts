import { hash } from 'node:crypto';
import type { Capacity } from '../../fairness/capacity.ts';
import { closeSession, type McpServer, openSession, type Session, type Unread } from './client.ts';
import { sha256Of } from './definitions.ts';

/** A session that calls share, and the hashes of the functions that the server had when it was opened, by their names. */
export interface SharedSession {
  readonly session: Session;
  readonly hashes: ReadonlyMap<string, string>;
}

/** How long a session is used; so long a change of a function may go unseen. */
const keptMs = 60_000;
/** How long the calls of a session that is no longer used may take. */
const lingerMs = 25_000;
const maxKept = 200;

type Opened = Promise<SharedSession | Unread>;

interface Opening {
  /** As `performance.now()` was. The list of functions was read later. */
  readonly beganAt: number;
  readonly opened: Opened;
}

/** Those of the server that has a capacity. */
const openings = new WeakMap<Capacity, Map<string, Opening>>();

interface Use {
  readonly organization_id: number;
  readonly server: McpServer;
  readonly timeoutMs: number;
}

interface Owner {
  readonly inProgress: Capacity;
}

/** The secret is among the headers, so who has another one shares no session. */
const keyOf = ({ organization_id, server, timeoutMs }: Use): string =>
  hash(
    'sha256',
    JSON.stringify([organization_id, server.url.href, server.headers, timeoutMs]),
    'base64url',
  );

function openingsOf({ inProgress }: Owner): Map<string, Opening> {
  const known = openings.get(inProgress) ?? new Map<string, Opening>();
  openings.set(inProgress, known);
  return known;
}

/** A session that is open, or a new one. Those who come while it is opened wait for it. */
export function sharedSession(owner: Owner, use: Use): Opening {
  const kept = openingsOf(owner);
  const key = keyOf(use);
  const known = kept.get(key);
  if (known) return known;
  const beganAt = performance.now();
  const opened = open(use).then((result) => {
    if ('error_code' in result) forget(kept, key, opening);
    else {
      setTimeout(() => forget(kept, key, opening), keptMs).unref();
      setTimeout(() => void closeSession(use.server, result.session), keptMs + lingerMs).unref();
    }
    return result;
  });
  const opening = { beganAt, opened };
  kept.set(key, opening);
  for (const oldest of kept.keys()) {
    if (kept.size <= maxKept) break;
    kept.delete(oldest);
  }
  return opening;
}

async function open({ server, timeoutMs }: Use): Opened {
  const opened = await openSession(server, timeoutMs);
  if ('error_code' in opened) return opened;
  const hashes = new Map(opened.functions.map((each) => [each.name, sha256Of(each)]));
  return { session: opened.session, hashes };
}

/** Has the next call open a session of its own. */
export function leaveSession(owner: Owner, use: Use, opening: Opening): void {
  forget(openingsOf(owner), keyOf(use), opening);
}

function forget(kept: Map<string, Opening>, key: string, opening: Opening): void {
  if (kept.get(key) === opening) kept.delete(key);
}
