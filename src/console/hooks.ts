import {
  ConnectionError,
  type Data,
  type Init,
  isProblem,
  type paths,
  type StreamEvent,
  type StreamPath,
} from '@voice-agent-platform/client';
import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { api, Unreachable } from './api.ts';
import { onState, type State, stateOf } from './session.ts';

export function useSession(): State {
  const [state, setState] = useState(stateOf);
  useEffect(() => onState(() => setState(stateOf())), []);
  return state;
}

const isVisible = (): boolean => document.visibilityState === 'visible';

function useVisible(): boolean {
  const [visible, setVisible] = useState(isVisible);
  useEffect(() => {
    const read = (): void => setVisible(isVisible());
    document.addEventListener('visibilitychange', read);
    return () => document.removeEventListener('visibilitychange', read);
  }, []);
  return visible;
}

export interface Loaded<T> {
  readonly data: T | undefined;
  /** Why the last attempt failed; `data` is of the one before. */
  readonly error: unknown;
  /** Loads again, at once. */
  readonly reload: () => void;
}

/**
 * Loads what `key` names, again after each `everyMs`, and at once when asked. In a tab that nobody sees it loads a tenth as
 * often. What fails is tried again.
 */
export function useLoad<T>(
  key: string,
  load: (signal: AbortSignal, previous: T | undefined) => Promise<T>,
  everyMs: number,
): Loaded<T> {
  const [state, setState] = useState<{ key: string; data?: T | undefined; error?: unknown }>({
    key,
  });
  const latest = useRef({ load, everyMs });
  latest.current = { load, everyMs };
  const wake = useRef(() => {});
  useEffect(() => {
    const ending = new AbortController();
    const { signal } = ending;
    let data: T | undefined;
    let [isAsked, failed, going] = [false, false, false];
    let timer: ReturnType<typeof setTimeout>;
    const run = async (): Promise<void> => {
      clearTimeout(timer);
      isAsked = true;
      if (going) return;
      going = true;
      while (isAsked && !signal.aborted) {
        isAsked = false;
        try {
          const next = await latest.current.load(signal, data);
          // What has not changed is not drawn again.
          if (!signal.aborted && (next !== data || failed)) setState({ key, data: next });
          data = next;
          failed = false;
        } catch (error) {
          failed = true;
          const why = error instanceof ConnectionError ? new Unreachable() : error;
          if (!signal.aborted) setState({ key, data, error: why });
        }
      }
      going = false;
      if (!signal.aborted) timer = setTimeout(run, latest.current.everyMs * (isVisible() ? 1 : 10));
    };
    const whenSeen = (): void => void (isVisible() && run());
    wake.current = () => void run();
    document.addEventListener('visibilitychange', whenSeen);
    void run();
    return () => {
      ending.abort();
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', whenSeen);
    };
  }, [key]);
  const reload = useCallback(() => wake.current(), []);
  // What was loaded for another key is not shown.
  const shown = state.key === key ? state : undefined;
  return { data: shown?.data, error: shown?.error, reload };
}

type GetPath = {
  [P in keyof paths]: paths[P] extends { readonly get: object } ? P : never;
}[keyof paths];

/** Loads what a GET answers, again after each `everyMs`. */
export function useGet<P extends GetPath>(
  path: P,
  init: Init<P, 'get'>,
  everyMs: number,
): Loaded<Data<P, 'get'>> {
  // The compiler cannot see that every path takes its own arguments.
  const { GET }: { GET: (path: P, init: object) => Promise<{ data: Data<P, 'get'> }> } =
    api as never;
  const load = async (signal: AbortSignal) => (await GET(path, { ...init, signal })).data;
  return useLoad(JSON.stringify([path, init]), load, everyMs);
}

/**
 * Follows a stream while the tab is seen: a browser has few connections for all its tabs. The client opens it again where it
 * breaks; one that was refused is tried again after a while.
 */
export function useStream<P extends StreamPath>(
  path: P | undefined,
  init: Init<P, 'get'>,
  onEvent: (event: StreamEvent<P>) => void,
): void {
  const visible = useVisible();
  const latest = useRef(onEvent);
  latest.current = onEvent;
  const key = JSON.stringify([path, init]);
  useEffect(() => {
    if (!visible || path === undefined) return undefined;
    const ending = new AbortController();
    const { signal } = ending;
    void inPlace(signal, () => follow(path, { ...init, signal }, (event) => latest.current(event)));
    return () => ending.abort();
  }, [key, visible]);
}

const againMs = 5000;
const pause = (): Promise<void> => new Promise((done) => setTimeout(done, againMs));

/** Of a browser's six connections to a server, those that streams may take in all tabs. */
const maxStreams = 4;

/** Does what needs a connection for long as soon as one of these is free. What a stream brings is loaded meanwhile too. */
async function inPlace(signal: AbortSignal, work: () => Promise<void>): Promise<void> {
  // Pages without TLS have no locks.
  if (!('locks' in navigator)) return work();
  for (let isDone = false; !isDone && !signal.aborted;) {
    for (let place = 0; place < maxStreams && !isDone; place += 1)
      isDone = await navigator.locks.request(
        `stream ${place}`,
        { ifAvailable: true },
        async (lock) => {
          if (lock) await work();
          return lock !== null;
        },
      );
    if (!isDone) await pause();
  }
}

type Events<P extends StreamPath> = ReturnType<typeof api.events<P>>;

async function follow<P extends StreamPath>(
  path: P,
  init: Init<P, 'get'> & { readonly signal: AbortSignal },
  onEvent: (event: StreamEvent<P>) => void,
): Promise<void> {
  // The compiler cannot see that every path takes its own arguments.
  const { events }: { events: (path: P, init: Init<P, 'get'>) => Events<P> } = api as never;
  while (!init.signal.aborted) {
    try {
      for await (const { data } of events(path, init)) onEvent(data);
      return;
    } catch (error) {
      if (init.signal.aborted || isProblem(error, 'not_found')) return;
      await pause();
    }
  }
}

export interface Action<A extends readonly unknown[]> {
  readonly run: (...args: A) => void;
  readonly isRunning: boolean;
  readonly error: unknown;
}

/**
 * Something that the user does, once at a time. What is refused is shown until it is done again. `done` is not called where the
 * user has gone on meanwhile.
 */
export function useAction<A extends readonly unknown[], R>(
  act: (...args: A) => Promise<R>,
  done?: (answer: R) => void,
): Action<A> {
  const [state, setState] = useState<{ isRunning: boolean; error?: unknown }>({ isRunning: false });
  const running = useRef(false);
  const isThere = useRef(true);
  useEffect(() => () => void (isThere.current = false), []);
  const attempt = async (...args: A): Promise<void> => {
    if (running.current) return;
    running.current = true;
    setState({ isRunning: true });
    try {
      const answer = await act(...args);
      setState({ isRunning: false });
      if (isThere.current) done?.(answer);
    } catch (error) {
      setState({ isRunning: false, error });
    }
    running.current = false;
  };
  return { error: undefined, ...state, run: (...args) => void attempt(...args) };
}

/** Draws again after each `everyMs`, while it is of use. */
export function useTick(everyMs: number, isOfUse: boolean): void {
  const [, setCount] = useState(0);
  useEffect(() => {
    if (!isOfUse) return undefined;
    const timer = setInterval(() => setCount((count) => count + 1), everyMs);
    return () => clearInterval(timer);
  }, [everyMs, isOfUse]);
}
