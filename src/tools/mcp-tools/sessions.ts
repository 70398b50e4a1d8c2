import { hash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { closeSession, type McpServer, openSession, type Session, type Unread } from './client.ts';
import { sha256Of } from './definitions.ts';

/** A session that calls share, and the hashes of the functions that the server had when it was opened, by their names. */
interface SharedSession {
  readonly session: Session;
  readonly hashes: ReadonlyMap<string, string>;
}

/** How long a session is used; so long a change of a function may go unseen. */
const keptMs = 60_000;
/** How often a session ends because its server says that its functions have changed. */
const toldMs = 5000;
const maxKept = 200;

type Opened = Promise<SharedSession | Unread>;

interface Opening {
  /** As `performance.now()` was. The list of functions was read later. */
  readonly beganAt: number;
  readonly opened: Opened;
  /** Has the next call open a session of its own, and ends this one when its calls are over. */
  readonly leave: () => void;
}

/** The sessions that calls share, in this process. */
export interface McpSessions {
  readonly openings: Map<string, Opening>;
  /** Whose servers have said lately that their functions have changed, and the opening for which they have said it again. */
  readonly told: Map<string, Opening | null>;
}

export const createMcpSessions = (): McpSessions => ({ openings: new Map(), told: new Map() });

interface Use {
  readonly organization_id: number;
  readonly server: McpServer;
  readonly timeoutMs: number;
}

/** The secret is among the headers, so who has another one shares no session. */
const keyOf = ({ organization_id, server, timeoutMs }: Use): string =>
  hash(
    'sha256',
    JSON.stringify([organization_id, server.url.href, server.headers, timeoutMs]),
    'base64url',
  );

/** A session that is open, or a new one. Those who come while it is opened wait for it. */
export function sharedSession({ openings }: McpSessions, use: Use): Opening {
  const key = keyOf(use);
  const known = openings.get(key);
  if (known) return known;
  const opening = begin(use, () => {
    if (openings.get(key) === opening) openings.delete(key);
  });
  openings.set(key, opening);
  for (const oldest of openings.values()) {
    if (openings.size <= maxKept) break;
    oldest.leave();
  }
  return opening;
}

function begin(use: Use, forget: () => void): Opening {
  const beganAt = performance.now();
  let timer: NodeJS.Timeout | undefined;
  let isLeft = false;
  const leave = (): void => {
    if (isLeft) return;
    isLeft = true;
    clearTimeout(timer);
    forget();
    void opened.then((result) => 'session' in result && closeLater(use, result.session));
  };
  const opened = open(use).then((result) => {
    if ('error_code' in result) leave();
    else if (!isLeft) timer = setTimeout(leave, keptMs).unref();
    return result;
  });
  return { beganAt, opened, leave };
}

async function open({ server, timeoutMs }: Use): Opened {
  const opened = await openSession(server, timeoutMs);
  if ('error_code' in opened) return opened;
  const hashes = new Map<string, string>();
  for (const each of opened.functions) {
    await setImmediate();
    if ('inputSchema' in each) hashes.set(each.name, sha256Of(each));
  }
  return { session: opened.session, hashes };
}

/** Ends a session when the calls that use it are over. Apart from `begin`, whose variables hold the hashes. */
function closeLater({ server, timeoutMs }: Use, session: Session): void {
  setTimeout(() => void closeSession(server, session), timeoutMs).unref();
}

/** Leaves a session because its functions have changed, soon if its server has said so of another one just before. */
export function leaveChanged({ told }: McpSessions, use: Use, opening: Opening): void {
  leaveTold(told, keyOf(use), opening);
}

function leaveTold(told: McpSessions['told'], key: string, opening: Opening): void {
  if (told.has(key)) {
    told.set(key, opening);
    return;
  }
  opening.leave();
  told.set(key, null);
  setTimeout(() => {
    const again = told.get(key);
    told.delete(key);
    if (again) leaveTold(told, key, again);
  }, toldMs).unref();
}
