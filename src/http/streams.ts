import type { AnyCaller, Authentication } from '../caller.ts';
import { tooManyStreams } from '../errors.ts';
import type { Places } from '../places.ts';
import { credentialOf } from './security.ts';
import { serverStops } from './sse.ts';
import { callerId, type RequestState, signalOf } from './state.ts';

interface StreamLimits {
  readonly perCaller: number;
  readonly perOrganization: number;
  /** How often the credential of an open stream is checked again. */
  readonly credentialEveryMs: number;
}

/** The open event streams of this process. */
export interface Streams {
  /**
   * Opens a stream before any of its work starts. Throws 429 if the caller or organization has too many. The stream
   * ends when its credential becomes invalid. Returns a function that closes it.
   */
  open(state: RequestState): () => void;
  /** Ends all streams at shutdown, each with a `stopping` event; they have no end of their own. */
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
      const credential = credentialOf(state.req);
      if (!caller || !credential) return () => {};
      const { kind, organization_id } = caller;
      const id = callerId(caller);
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
      // A failed check does not invalidate the credential; the next check decides.
      const looking = setInterval(() => {
        authentication.find(credential).then(
          (found) => (isAccepted(found) ? undefined : endStream(state)),
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
      for (const state of opened) endStream(state, serverStops);
    },
  };
}

const isAccepted = (caller: AnyCaller | undefined): boolean =>
  caller !== undefined && (caller.kind === 'run_token' || caller.suspension === undefined);

function endStream(state: RequestState, reason?: unknown): void {
  signalOf(state);
  state.leaving?.abort(reason);
}
