import { sql } from 'kysely';
import type { Jobs } from '../../src/jobs/jobs.ts';
import { type QueueWork, undivided } from '../../src/jobs/queue.ts';
import { enqueueText, type NewJobs } from './connections.ts';
import type { Faults } from './faults.ts';
import type { Actor, Scheduler } from './scheduler.ts';

interface Job {
  readonly queue: string;
  readonly key: string;
  /** How often it was begun. */
  tries: number;
}

/** How work of a process ended. */
export type End = 'done' | 'failed' | 'crashed';

/** A process that works on jobs. */
export interface Worker extends Actor {
  readonly queues: Readonly<Record<string, QueueWork>>;
  /** Has the process do work soon; `settle` gets to know how it ended. */
  begin(label: string, work: () => Promise<void>, settle: (end: End) => void): void;
}

/**
 * The queue as the service knows it: a job exists if its transaction committed, is delivered at least once, in any
 * order, and those that wait with the key of a job that begins are dropped. Some are lost, as if their worker crashed
 * more often than a job is repeated.
 */
export interface SimulatedQueue {
  readonly jobs: Jobs;
  readonly committed: (jobs: readonly NewJobs[]) => void;
}

interface Parts {
  readonly scheduler: Scheduler;
  readonly faults: Faults;
  /** The processes that take jobs now. */
  readonly workers: () => readonly Worker[];
}

/** A job whose worker crashed is delivered again after this time, and one that failed sooner. */
const expireMs = 60_000;
const retryMs = 3000;
const maxTries = 6;

export function createQueue({ scheduler, faults, workers }: Parts): SimulatedQueue {
  let waiting: Job[] = [];
  const awake = (): Worker[] =>
    workers().filter(({ frozenUntil }) => frozenUntil <= scheduler.now());

  function add(job: Job): void {
    waiting.push(job);
    scheduler.add({
      label: `delivers ${job.queue} ${job.key}`,
      mayRun: () => !waiting.includes(job) || awake().length > 0,
      run: () => deliver(job),
    });
  }

  const again = (job: Job, ms: number): void => {
    if (job.tries < maxTries) scheduler.at(scheduler.now() + ms, () => add(job));
  };

  function deliver(job: Job): void {
    if (!waiting.includes(job)) return;
    const worker = scheduler.random.pick(awake());
    waiting = waiting.filter(({ queue, key }) => queue !== job.queue || key !== job.key);
    job.tries += 1;
    worker.begin(
      `begins ${job.queue} ${job.key}`,
      async () => worker.queues[job.queue]?.work(job.key),
      (end) => {
        if (end === 'crashed') again(job, expireMs);
        if (end === 'failed') again(job, retryMs);
      },
    );
  }

  return {
    jobs: {
      async wakeAfter(trx, queue, keys = undivided) {
        await sql`${sql.raw(enqueueText)} ${queue} ${JSON.stringify(keys)}`.execute(trx);
      },
      wake: (queue, keys = undivided) => {
        for (const key of keys) add({ queue, key, tries: 0 });
      },
      work: async () => {},
      follow: () => {},
      waiting: () => ({}),
      stop: async () => {},
    },
    committed(enqueued) {
      for (const { queue, jobs } of enqueued)
        for (const key of JSON.parse(jobs) as string[]) {
          if (faults.happens('wake_up_lost')) {
            scheduler.note('', `  loses ${queue} ${key}`);
            continue;
          }
          add({ queue, key, tries: 0 });
          if (faults.happens('wake_up_twice')) add({ queue, key, tries: 0 });
        }
    },
  };
}
