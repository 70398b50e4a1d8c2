import type { components } from '../../../generated/api.ts';

type Status = components['schemas']['GenerationStatus'];

/** How many generations of an organization can be queued. */
export const maxWaiting = 1000;
/** How many generations run at once: in a process, and of one organization in all processes. */
export const maxRunning = { perProcess: 4, perOrganization: 2 } as const;
/** A claim that is not renewed for so long is another process's to take. */
export const leaseMs = 60_000;
/** How often a generation is begun, if the processes that work on it end. */
export const maxAttempts = 3;
/** The maximum duration of a generation. */
export const maxSeconds = 3600;

export const hasEnded = (status: Status): boolean => status !== 'queued' && status !== 'running';

interface ProgressFacts {
  readonly status: Status;
  readonly parts: number | null;
  readonly parts_done: number;
}

/** Percent of the parts that are done. */
export function progressOf({ status, parts, parts_done }: ProgressFacts): number {
  if (status === 'completed') return 100;
  return parts === null ? 0 : Math.floor((100 * parts_done) / parts);
}
