import { Counter, Histogram, type Registry } from 'prom-client';
import type { components } from '../../generated/api.ts';

type Outcome = components['schemas']['EndedCall']['outcome'];
/** The result of a post of a webhook; `given_up` is sent again by another process. */
type PostResult = 'delivered' | 'failed' | 'gone' | 'given_up';

/** What the engine reports about its work. Every label has few values, whatever tenants do. */
export interface WorkMetrics {
  /** A sweep or job of this process failed; its name is one of the code's. */
  failed(kind: 'sweep' | 'job', name: string): void;
  /** A call ended. */
  ended(outcome: Outcome): void;
  /** A carrier answered: the time since the call was due. */
  placed(seconds: number): void;
  /** A call came too late for its turn in the pace of its configuration. */
  turnMissed(): void;
  breakerTripped(): void;
  /** Claims of a worker ended without a call. */
  leasesExpired(count: number): void;
  posted(result: PostResult): void;
  /** An organization's events could not be composed. */
  setAside(): void;
}

const results: readonly PostResult[] = ['delivered', 'failed', 'gone', 'given_up'];
const outcomes: readonly Outcome[] = [
  'completed',
  'busy',
  'no_answer',
  'voicemail',
  'failed',
  'canceled',
  'unknown',
];
const seconds = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300];

export function createWorkMetrics(registry: Registry): WorkMetrics {
  const registers = [registry];
  const sweepFailures = new Counter({
    name: 'sweep_failures_total',
    help: 'Sweeps that failed, by name; they run again.',
    labelNames: ['sweep'],
    registers,
  });
  const jobFailures = new Counter({
    name: 'job_failures_total',
    help: 'Jobs that failed, by queue; they are retried.',
    labelNames: ['queue'],
    registers,
  });
  const ended = new Counter({
    name: 'calls_ended_total',
    help: 'Calls that ended, by outcome.',
    labelNames: ['outcome'],
    registers,
  });
  const placing = new Histogram({
    name: 'call_place_seconds',
    help: "Time from when a call was due to the carrier's answer.",
    buckets: seconds,
    registers,
  });
  const asides = new Counter({
    name: 'webhook_events_set_aside_total',
    help: "Times that an organization's events could not be composed into webhooks, and were set aside for a minute.",
    registers,
  });
  const missed = new Counter({
    name: 'call_turns_missed_total',
    help: 'Calls that came too late for their turn in the pace of their configuration; they are placed later.',
    registers,
  });
  const trips = new Counter({
    name: 'circuit_breaker_trips_total',
    help: 'Campaigns that their circuit breaker paused.',
    registers,
  });
  const leases = new Counter({
    name: 'lease_expiries_total',
    help: 'Claimed calls whose worker did not place them in time.',
    registers,
  });
  const posts = new Counter({
    name: 'webhook_posts_total',
    help: 'Posts of webhooks, by result.',
    labelNames: ['result'],
    registers,
  });
  // A series that exists from the start has no gap before its first event.
  for (const outcome of outcomes) ended.inc({ outcome }, 0);
  for (const result of results) posts.inc({ result }, 0);
  return {
    failed: (kind, name) =>
      kind === 'sweep' ? sweepFailures.inc({ sweep: name }) : jobFailures.inc({ queue: name }),
    ended: (outcome) => ended.inc({ outcome }),
    placed: (time) => placing.observe(time),
    setAside: () => asides.inc(),
    turnMissed: () => missed.inc(),
    breakerTripped: () => trips.inc(),
    leasesExpired: (count) => leases.inc(count),
    posted: (result) => posts.inc({ result }),
  };
}
