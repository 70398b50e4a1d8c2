import type { AnyCaller, Authentication, Credential } from '../caller.ts';
import { tooManyStreams } from '../errors.ts';
import type { Capacity } from '../fairness/capacity.ts';
import { credentialOf } from './security.ts';
import { serverStops } from './sse.ts';
import { callerId, type RequestState } from './state.ts';

interface StreamLimits {
  readonly perCaller: number;
  readonly perOrganization: number;
  /** How often the credentials of the open streams are checked again. */
  readonly credentialEveryMs: number;
}

/** The open event streams of this process. */
export interface Streams {
  /**
   * Opens a stream before any of its work starts. Throws 429 if the caller or organization has too many. The stream
   * ends when its credential becomes invalid. Returns a function that closes it.
   */
  open(state: RequestState): () => void;
  /** Ends a response that is sent in parts when its credential becomes invalid. Returns a function that ends the watch. */
  watch(state: RequestState): () => void;
  /** Ends all streams at shutdown, later ones too, each with a `stopping` event; they have no end of their own. */
  endAll(): void;
}

export function createStreams(
  { perCaller, perOrganization, credentialEveryMs }: StreamLimits,
  authentication: Authentication,
  inProgress: Capacity,
): Streams {
  const opened = new Map<RequestState, Credential>();
  const watched = new Map<RequestState, Credential>();
  let isEnding = false;
  let looking: Promise<void> | undefined;
  const look = (): void => {
    looking ??= endUnaccepted([...opened, ...watched], authentication).finally(() => {
      looking = undefined;
    });
  };
  /** Set while streams are open. */
  let timer: NodeJS.Timeout | undefined;
  /** Checks the credential from now on, until the result is called. */
  function check(
    among: Map<RequestState, Credential>,
    state: RequestState,
    credential: Credential,
  ): () => void {
    among.set(state, credential);
    timer ??= setInterval(look, credentialEveryMs);
    return () => {
      among.delete(state);
      if (opened.size + watched.size > 0) return;
      clearInterval(timer);
      timer = undefined;
    };
  }
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
          // Those of agent runtimes take no place of the organization's users and keys.
          name: `streams of ${kind === 'run_token' ? 'runs of ' : ''}organization ${organization_id}`,
          limit: perOrganization,
          refusal: () => tooManyStreams(perOrganization, 'organization'),
        },
      ]);
      const stop = check(opened, state, credential);
      if (isEnding) endStream(state, serverStops);
      return () => {
        stop();
        release();
      };
    },
    watch(state) {
      const credential = credentialOf(state.req);
      return credential ? check(watched, state, credential) : () => {};
    },
    endAll() {
      isEnding = true;
      for (const state of opened.keys()) endStream(state, serverStops);
    },
  };
}

const isAccepted = (caller: AnyCaller | undefined): boolean =>
  caller !== undefined &&
  (caller.kind === 'run_token' ? !caller.is_replaced : caller.suspension === undefined);

/**
 * Ends the streams whose credentials are no longer accepted. Looks at each credential once and at one after the other:
 * many streams make a round longer, and never take more than one of the database's connections.
 */
async function endUnaccepted(
  streams: readonly (readonly [RequestState, Credential])[],
  authentication: Authentication,
): Promise<void> {
  const byText = Map.groupBy(streams, ([, { kind, text }]) => `${kind} ${text}`);
  for (const sharing of byText.values()) {
    const [, credential] = sharing[0]!;
    // A failed check does not invalidate the credential; the next round decides.
    const isStillAccepted = await authentication.find(credential).then(isAccepted, () => true);
    if (!isStillAccepted) for (const [state] of sharing) endStream(state);
  }
}

function endStream(state: RequestState, reason?: unknown): void {
  (state.leaving ??= new AbortController()).abort(reason);
}
