import type { Authentication } from '../caller.ts';
import { tooManyStreams } from '../errors.ts';
import type { Places } from '../places.ts';
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

export function createStreams(
  { perCaller, perOrganization, credentialEveryMs }: StreamLimits,
  authentication: Authentication,
  inProgress: Places,
): Streams {
  const opened = new Set<RequestState>();
  return {
    open(state) {
      const { caller } = state;
      const credential = credentialOf(state);
      if (!caller || !credential) return () => {};
      const { kind, organization_id } = caller;
      const id = kind === 'session' ? caller.session_id : caller.api_key_id;
      const release = inProgress.take([
        {
          name: `streams of ${kind} ${id}`,
          limit: perCaller,
          refusal: () => tooManyStreams(perCaller, 'caller'),
        },
        {
          name: `streams of organization ${organization_id}`,
          limit: perOrganization,
          refusal: () => tooManyStreams(perOrganization, 'organization'),
        },
      ]);
      opened.add(state);
      // A look that fails says nothing of the credential; the next one will.
      const looking = setInterval(() => {
        authentication.find(credential).then(
          (found) => found ?? endStream(state),
          () => {},
        );
      }, credentialEveryMs);
      return () => {
        clearInterval(looking);
        opened.delete(state);
        release();
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
