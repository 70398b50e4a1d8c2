/**
 * `make watch`: prints a line for each change of running campaigns, or of those named by id, until none is left or Ctrl-C.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { components } from '../generated/api.ts';
import { demoUser } from '../src/demo/accounts.ts';
import { commandFor } from '../src/system/packaged.ts';

type Campaign = Pick<components['schemas']['Campaign'], 'id' | 'name'>;
type Progress = components['schemas']['CampaignProgress'];

/** A failure that the user has to act on. */
class Unusable extends Error {}

/** The line of a campaign; names come from elsewhere, so what a terminal would obey is left out. */
export function lineOf({ id, name }: Campaign, progress: Progress): string {
  const { at, state, contacts, total_rows: total, calls_in_progress: calls } = progress;
  const done = contacts.done + contacts.skipped;
  const part = total === null || total === 0 ? 0 : done / total;
  const bar = '█'.repeat(Math.floor(part * 20)).padEnd(20, '░');
  const outcomes = Object.entries(progress.outcomes).filter(([, count]) => count > 0);
  return [
    `${at} ${id} "${name.replaceAll(/\p{C}/gu, '')}" ${state} ${bar} ${done} of ${total ?? '?'} contacts,`,
    `${calls} ${calls === 1 ? 'call' : 'calls'} in progress`,
    ...(contacts.waiting === 0 ? [] : [`waiting=${contacts.waiting}`]),
    ...outcomes.map(([outcome, count]) => `${outcome}=${count}`),
  ].join(' ');
}

const hasEnded = ({ state, calls_in_progress: calls }: Progress): boolean =>
  (state === 'completed' || state === 'canceled') && calls === 0;

async function watch(base: string, token: string | undefined, ids: readonly number[]) {
  const headers = await credential(base, token);
  const read = async <T>(path: string): Promise<T> => {
    const response = await fetch(`${base}/${path}`, {
      headers,
      signal: AbortSignal.timeout(20_000),
    });
    if (!response.ok)
      throw new Unusable(`The server answers ${response.status}: ${await response.text()}`);
    return (await response.json()) as T;
  };
  const watched = new Map<number, { readonly campaign: Campaign; last: string }>();
  for (;;) {
    const found =
      ids.length > 0
        ? await Promise.all(ids.map((id) => read<Campaign>(`campaign/${id}`)))
        : (await read<{ items: Campaign[] }>('campaign?state=running&limit=15')).items;
    for (const campaign of found)
      if (!watched.has(campaign.id)) watched.set(campaign.id, { campaign, last: '' });
    let open = 0;
    for (const [id, seen] of watched) {
      if (seen.last === 'ended') continue;
      const progress = await read<Progress>(`campaign/${id}/progress`);
      const { at: _, ...change } = progress;
      if (seen.last !== JSON.stringify(change)) console.log(lineOf(seen.campaign, progress));
      seen.last = hasEnded(progress) ? 'ended' : JSON.stringify(change);
      if (seen.last !== 'ended') open += 1;
    }
    if (open === 0) return console.log('No campaign is running.');
    await pause(1000);
  }
}

/** The token is of a session or an API key; without one the demo's user logs in. */
async function credential(
  base: string,
  token: string | undefined,
): Promise<Record<string, string>> {
  if (token?.startsWith('vap_')) return { 'x-api-key': token };
  if (token) return { authorization: `Bearer ${token}` };
  const response = await fetch(`${base}/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: demoUser.email, password: demoUser.password }),
  });
  if (!response.ok)
    throw new Unusable('Set TOKEN to a session token or an API key with the scope read.');
  const { access_token: session } = (await response.json()) as { readonly access_token: string };
  return { authorization: `Bearer ${session}` };
}

/** Watches the campaigns that the arguments name, with the credential of the environment. */
export async function run(): Promise<void> {
  const base = (process.env['API'] || 'http://127.0.0.1:3000/api/v1').replace(/\/$/, '');
  const ids = process.argv.slice(2).map(Number);
  try {
    if (!ids.every((id) => Number.isSafeInteger(id) && id > 0))
      throw new Unusable('Name campaigns by their ids, such as CAMPAIGN="1 2".');
    await watch(base, process.env['TOKEN'], ids);
  } catch (error) {
    // `fetch` throws a TypeError where no server answers.
    if (!(error instanceof Unusable || error instanceof TypeError)) throw error;
    console.error(
      error instanceof Unusable
        ? error.message
        : `No server answers at ${base}. Start the demo with "${commandFor('start')}" in another terminal.`,
    );
    process.exitCode = 1;
  }
}

if (import.meta.main) await run();
