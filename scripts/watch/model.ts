import type { components } from '../../generated/api.ts';

type Schemas = components['schemas'];
export type Progress = Schemas['CampaignProgress'];

/** What is known of a campaign that is watched. */
export interface Watched {
  readonly id: number;
  readonly name: string;
  readonly progress: Progress | undefined;
  /** Whether its stream is open. */
  readonly live: boolean;
  /** When the next call can be placed, where nobody is being called. */
  readonly nextCallAt: string | null;
  /** How many calls had been placed at which times, oldest first. */
  readonly samples: readonly Sample[];
}

interface Sample {
  readonly atMs: number;
  readonly calls: number;
}

/** The pace is that of so long. */
const windowMs = 60_000;
/** A shorter time says nothing about the pace. */
const leastMs = 5000;

export const watched = ({ id, name }: Pick<Watched, 'id' | 'name'>): Watched => ({
  id,
  name,
  progress: undefined,
  live: false,
  nextCallAt: null,
  samples: [],
});

/** The campaign after an event of its stream. */
export function withProgress(campaign: Watched, progress: Progress): Watched {
  const sample = { atMs: Date.parse(progress.at), calls: progress.executed_count };
  const begin = sample.atMs - windowMs;
  const { samples } = campaign;
  // The last sample before the window says where the window begins.
  const first = samples.findLastIndex(({ atMs }) => atMs <= begin);
  const kept = samples.slice(Math.max(first, 0)).filter(({ atMs }) => atMs <= sample.atMs);
  return { ...campaign, progress, live: true, samples: [...kept, sample] };
}

/** Calls a minute at a time, by the server's clock; undefined if too little is known. */
export function paceOf({ samples }: Pick<Watched, 'samples'>, nowMs: number): number | undefined {
  const begin = nowMs - windowMs;
  const first =
    samples[
      Math.max(
        samples.findLastIndex(({ atMs }) => atMs <= begin),
        0,
      )
    ];
  const last = samples.at(-1);
  if (!first || !last) return undefined;
  const ms = nowMs - Math.max(first.atMs, begin);
  if (ms < leastMs) return undefined;
  return Math.round(((last.calls - first.calls) * 60_000) / ms);
}

/** Whether the campaign is as it will stay. */
export const isFinished = ({ progress }: Watched): boolean =>
  progress !== undefined &&
  (progress.state === 'completed' || progress.state === 'canceled') &&
  progress.calls_in_progress === 0;

/** Whether contacts are left and nobody is being called: the schedule or the pauses of retries decide then. */
export const isWaiting = ({ progress }: Watched): boolean =>
  progress?.state === 'running' &&
  progress.calls_in_progress === 0 &&
  progress.contacts.pending + progress.contacts.waiting > 0;
