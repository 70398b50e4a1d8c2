import type { Authentication } from '../caller.ts';
import { tooManyStreams } from '../errors.ts';
import { credentialOf } from './security.ts';
import { type RequestState, signalOf } from './state.ts';

export interface StreamLimits {
  readonly perCaller: number;
  readonly perOrganization: number;
  /** How often the credential of an open stream is looked at again. */
  readonly credentialEveryMs: number;
}

/** The event streams that are open in this process. */
export interface Streams {
  /**
   * Opens a stream before anything is done for it; throws 429 where its caller or organization has too many. It ends when
   * its credential is good no longer. What is returned closes it.
   */
  open(state: RequestState): () => void;
  /** Ends all of them, as a stop does: they would end by themselves at some time or never. */
  endAll(): void;
}

export function createStreams(limits: StreamLimits, authentication: Authentication): Streams {
  const counts = new Map<string, number>();
  const opened = new Set<RequestState>();
  const add = (name: string, by: number): void => {
    const count = (counts.get(name) ?? 0) + by;
    if (count > 0) counts.set(name, count);
    else counts.delete(name);
  };
  return {
    open(state) {
      const { caller } = state;
      const credential = credentialOf(state);
      if (!caller || !credential) return () => {};
      const places = [
        [
          caller.kind === 'session' ? `s${caller.session_id}` : `k${caller.api_key_id}`,
          limits.perCaller,
          'caller',
        ],
        [`o${caller.organization_id}`, limits.perOrganization, 'organization'],
      ] as const;
      for (const [name, limit, whose] of places)
        if ((counts.get(name) ?? 0) >= limit) throw tooManyStreams(limit, whose);
      for (const [name] of places) add(name, 1);
      opened.add(state);
      // A look that fails says nothing of the credential; the next one will.
      const looking = setInterval(() => {
        authentication.find(credential).then(
          (found) => found ?? endStream(state),
          () => {},
        );
      }, limits.credentialEveryMs);
      return () => {
        clearInterval(looking);
        opened.delete(state);
        for (const [name] of places) add(name, -1);
      };
    },
    endAll() {
      for (const state of opened) endStream(state);
    },
  };
}

function endStream(state: RequestState): void {
  signalOf(state);
  state.leaving?.abort();
}
