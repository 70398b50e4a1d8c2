import { createTracker } from './progress.ts';
import type { Progress } from './progress.ts';
import { moveAll } from './move.ts';
import type { ModelError, Outcome } from './move.ts';
import { sentenceOf } from './rules.ts';
import type { Route } from './settle.ts';

export type Summary = Route & { moved: number; errors: ModelError[] };
export type Failure = Route & {
  code: 'migration_stopped' | 'migration_failed';
  message: string;
  moved: number;
};
export type MigrationEvent =
  | { event: 'progress'; data: Progress }
  | { event: 'complete'; data: Summary }
  | { event: 'error'; data: Failure };
export type MigrationOptions = { signal?: AbortSignal; now?: () => Date };

/** Nine a second, so that with the last one there are never more than ten. */
const intervalMs = 112;

/**
 * Moves every model of one hub cache to another directory, beginning when the first event is asked for:
 * progress, the last of it at 100, then one `complete` or `error`. It first ends what an earlier run left
 * (`recover`). A stop, by the signal or by leaving the loop, leaves the model of the moment at the source.
 * Only one migration may run between two directories at a time; the caller sees to that.
 */
export async function* moveModels(
  route: Route,
  { signal, now = () => new Date() }: MigrationOptions = {},
): AsyncGenerator<MigrationEvent, void, void> {
  const { source, destination } = route;
  const leave = new AbortController();
  const stop = signal ? AbortSignal.any([signal, leave.signal]) : leave.signal;
  const tracker = createTracker(now);
  const outcome: Outcome = { moved: 0, errors: [], wasStopped: false };
  const work = watch(moveAll(route, { signal: stop, tracker, outcome }));
  let last: Progress | undefined;
  try {
    while (!(await work.endsWithin(intervalMs))) {
      const data = tracker.read();
      if (!data || (last && isSameMoment(data, last))) continue;
      yield { event: 'progress', data };
      last = data;
    }
  } finally {
    leave.abort();
    await work.ended;
  }

  const { moved, errors } = outcome;
  const failed = { moved, source, destination };
  const failure = work.failure();
  if (failure !== undefined) {
    const message = `The migration failed; what was not moved is at the source. ${failure}`;
    yield { event: 'error', data: { ...failed, code: 'migration_failed', message } };
  } else if (outcome.wasStopped) {
    const message = 'The migration was stopped; started again, it moves the models that are left.';
    yield { event: 'error', data: { ...failed, code: 'migration_stopped', message } };
  } else {
    const data = tracker.read();
    if (data) yield { event: 'progress', data };
    yield { event: 'complete', data: { moved, errors, source, destination } };
  }
}

function isSameMoment(a: Progress, b: Progress): boolean {
  return a.current === b.current && a.filename === b.filename && a.status === b.status;
}

/** Lets a loop look at work now and then, adding nothing to its promise however often it looks. */
function watch(work: Promise<void>) {
  let isOver = false;
  let reason: string | undefined;
  let wake: (() => void) | undefined;

  async function follow(): Promise<void> {
    try {
      await work;
    } catch (error) {
      reason = sentenceOf(error);
    }
    isOver = true;
    wake?.();
  }

  return {
    ended: follow(),
    failure: () => reason,
    async endsWithin(milliseconds: number): Promise<boolean> {
      if (isOver) return true;
      const { promise, resolve } = Promise.withResolvers<void>();
      const timer = setTimeout(resolve, milliseconds);
      wake = resolve;
      await promise;
      clearTimeout(timer);
      return isOver;
    },
  };
}
