import type { components } from '@voice-agent-platform/client';

export type User = components['schemas']['User'];

/** Who uses the console: nobody yet, a user, or a user whose session has ended. */
export type State =
  | { readonly kind: 'none' | 'unknown' }
  | { readonly kind: 'user' | 'ended'; readonly user: User };

// Of this tab alone, over reloads: see README.md.
const place = 'console.session';

let token = sessionStorage.getItem(place) ?? undefined;
let state: State = { kind: token === undefined ? 'none' : 'unknown' };
let renewed = Promise.withResolvers<void>();
const listeners = new Set<() => void>();

export const stateOf = (): State => state;

export function onState(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

function become(next: State): void {
  state = next;
  for (const listener of listeners) listener();
}

/** Begins a session, or one in place of that which has ended: whatever waits for it goes on. */
export function begin(started: string, user: User): void {
  sessionStorage.setItem(place, started);
  // What the former user has typed and sent is not for this one.
  if (state.kind === 'ended' && state.user.id !== user.id) return location.reload();
  token = started;
  become({ kind: 'user', user });
  renewed.resolve();
  renewed = Promise.withResolvers();
}

/** The user of the stored session was read. */
export const recognize = (user: User): void => become({ kind: 'user', user });

/** The server no longer accepts the token. Screens stay as they are until there is another. */
function end(): void {
  forget();
  if (state.kind === 'user') become({ kind: 'ended', user: state.user });
  else if (state.kind === 'unknown') become({ kind: 'none' });
}

function forget(): void {
  token = undefined;
  sessionStorage.removeItem(place);
}

/** The user logs out: the page keeps nothing, whatever comes of `end`, and what still waits is not sent as the next user. */
export async function leave(end: (token: string) => Promise<unknown>): Promise<void> {
  if (token !== undefined) await end(token).catch(() => undefined);
  forget();
  location.reload();
}

/** The token, as soon as there is one. */
export async function currentToken(): Promise<string> {
  if (token !== undefined) return token;
  await renewed.promise;
  return currentToken();
}

/** Another token than the one that was refused, as soon as there is one. */
export function tokenAfter(refused: string): Promise<string> {
  if (token === refused) end();
  return currentToken();
}
