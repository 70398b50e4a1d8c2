import { setTimeout as pause } from 'node:timers/promises';
import type { components } from '../../generated/api.ts';
import { type Api, read, Unusable } from './api.ts';
import {
  isFinished,
  isWaiting,
  type Progress,
  type Watched,
  watched,
  withProgress,
} from './model.ts';
import { follow, Refused } from './stream.ts';

type Campaign = components['schemas']['Campaign'];
type Preview = components['schemas']['CampaignPreview'];

export interface Watch {
  /** The campaigns, the newest first. */
  campaigns(): readonly Watched[];
  /** Whether the server answered the last request. */
  responds(): boolean;
  /** The server's time, in milliseconds. */
  nowMs(): number;
  /** Resolves when no campaign is left to watch; rejects if the server refuses. */
  readonly ended: Promise<void>;
}

interface Options {
  /** Those to watch; none: all that are running. */
  readonly ids: readonly number[];
  readonly signal: AbortSignal;
  /** Whether the watch stays when nothing is running. */
  readonly stays: boolean;
}

/** A caller may have 20 streams. */
const maxWatched = 15;
const lookEveryMs = 2000;
const previewEveryMs = 5000;

/** Follows the streams of campaigns, and finds those that start later. */
export function watch(api: Api, { ids, signal, stays }: Options): Watch {
  const campaigns = new Map<number, Watched>();
  const following = new Map<number, Promise<void>>();
  let responds = true;
  let skewMs = 0;
  let failure: unknown;

  const update = (id: number, change: (campaign: Watched) => Watched): void => {
    const campaign = campaigns.get(id);
    if (campaign) campaigns.set(id, change(campaign));
  };

  async function followCampaign(id: number): Promise<void> {
    const url = `${api.base}/campaign/${id}/progress/stream`;
    for await (const followed of follow(url, { headers: api.headers, signal })) {
      if (followed.kind === 'lost') update(id, (campaign) => ({ ...campaign, live: false }));
      else if (followed.event.event !== 'stopping') {
        const progress = followed.event.data as Progress;
        skewMs = Date.parse(progress.at) - Date.now();
        update(id, (campaign) => withProgress(campaign, progress));
      }
    }
  }

  async function list(): Promise<readonly Campaign[] | undefined> {
    if (ids.length === 0) {
      const page = await read<{ readonly items: readonly Campaign[] }>(
        api,
        `campaign?state=running&limit=${maxWatched}`,
      );
      return page?.items;
    }
    const found = await Promise.all(ids.map((id) => read<Campaign>(api, `campaign/${id}`)));
    return found.every((campaign) => campaign !== undefined) ? found : undefined;
  }

  /** Follows campaigns that are new. Those that have ended make room for them. */
  async function look(): Promise<void> {
    const found = await list();
    responds = found !== undefined;
    for (const { id, name } of found ?? []) {
      if (campaigns.has(id)) continue;
      const over = [...campaigns.values()].find(isFinished);
      if (campaigns.size >= maxWatched) {
        if (!over) continue;
        campaigns.delete(over.id);
      }
      campaigns.set(id, watched({ id, name }));
      const followed = followCampaign(id).catch((error: unknown) => {
        failure ??= error;
      });
      following.set(id, followed);
      void followed.then(() => following.delete(id));
    }
  }

  async function lookAhead(): Promise<void> {
    for (const campaign of campaigns.values()) {
      if (!isWaiting(campaign)) continue;
      const preview = await read<Preview>(api, `campaign/${campaign.id}/preview`);
      update(campaign.id, (now) => ({ ...now, nextCallAt: preview?.next_call_at ?? null }));
    }
  }

  /** Throws what ended the watch. */
  function throwFailure(): void {
    if (failure === undefined) return;
    if (failure instanceof Refused && failure.status === 401)
      throw new Unusable('The token is no longer valid. Start again with another one.');
    throw failure instanceof Refused ? new Unusable(failure.message) : failure;
  }

  async function run(): Promise<void> {
    let previewAt = 0;
    while (!signal.aborted) {
      await look();
      throwFailure();
      if (performance.now() >= previewAt) {
        await lookAhead();
        previewAt = performance.now() + previewEveryMs;
      }
      const isOver = responds && following.size === 0;
      if (isOver && !stays) return;
      const woken = new AbortController();
      const ends = AbortSignal.any([signal, woken.signal]);
      await Promise.race([
        pause(lookEveryMs, undefined, { signal: ends }),
        ...following.values(),
      ]).catch(() => {});
      // What ended first must not leave a timer behind, which would keep the process.
      woken.abort();
    }
  }

  return {
    campaigns: () => [...campaigns.values()].toSorted((one, other) => other.id - one.id),
    responds: () => responds,
    nowMs: () => Date.now() + skewMs,
    ended: run(),
  };
}
