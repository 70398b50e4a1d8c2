import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { composeDue } from '../../../src/webhooks/events/compose.ts';
import { list } from '../../../src/webhooks/events/list.ts';
import { batchBytes } from '../../../src/db/batches.ts';
import { onPostgres } from '../../support/database.ts';
import { givenCallableCampaign } from '../../campaigns/lifecycle/given.ts';
import { newOrganization, type Member } from '../../support/organizations.ts';
import { ownServer } from '../../support/own-server.ts';
import { givenEndedRun, minuteMs, pass } from '../given.ts';
import { bodiesOf } from './given.ts';

const path = '/api/v1/events';

const server = ownServer();

interface Item {
  readonly sequence: number;
  readonly type: string;
  readonly call?: { readonly run_id: number };
}

const itemsOf = async (member: Member, query = ''): Promise<Item[]> =>
  (await member.get(`${path}?limit=200${query}`)).body.items;

/** All pages, as a client reads them. */
async function pagesOf(member: Member, query: string): Promise<Item[][]> {
  const pages: Item[][] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const from = cursor === '' ? '' : `&cursor=${cursor}`;
    const { body } = await member.get(`${path}?${query}${from}`);
    pages.push(body.items);
    cursor = body.next_cursor;
  }
  return pages;
}

describe('listEvents', () => {
  test('shows what endpoints receive, newest first, also without an endpoint', async () => {
    const member = await newOrganization({ server });
    const run = await givenEndedRun(member);
    const bodies = await bodiesOf(member);

    const items = await itemsOf(member);

    expect(items.map(({ type, call }) => [type, call?.run_id])).toEqual([
      ['call_analyzed', run],
      ['call_ended', run],
    ]);
    expect(items).toEqual(bodies.toReversed());
    expect(items.map(({ sequence }) => sequence)).toEqual([2, 1]);
    expect(await itemsOf(await newOrganization({ server }))).toEqual([]);
  });

  test('gives events of contract 0.2.0 the envelope that they lack', async () => {
    const member = await newOrganization({ server });
    const turn = { role: 'agent', text: 'Hello?', at: '2026-01-05T10:00:05.000Z' };
    await givenEndedRun(member, { transcript: JSON.stringify([turn]) });
    const [ended] = await bodiesOf(member);
    const { id, type, sequence, created_at, contract_version: _, call } = ended;
    const { duration_seconds: _d, answered_by: _a, failure: _f, ...others } = call;
    const earlier = { ...others, transcript: [turn] };
    await server.app.db
      .updateTable('webhook_events')
      .set({ body: JSON.stringify({ event: type, call: earlier }) })
      .where('organization_id', '=', member.organization_id)
      .where('position', '=', sequence)
      .execute();

    const [, shown] = await itemsOf(member);

    const unknown = { duration_seconds: null, answered_by: null, failure: null };
    expect(shown).toEqual({
      id,
      type,
      sequence,
      created_at,
      contract_version: '0.2.0',
      call: {
        ...earlier,
        ...unknown,
        transcript: [{ ...turn, kind: 'speech', interrupted: null, spoken_ms: null }],
      },
    });
  });

  test('filters by name, run, campaign, sequence and time, and has each event on one page', async () => {
    const member = await newOrganization({ server });
    const first = await givenEndedRun(member);
    const campaign = await givenCallableCampaign(member);
    await member.post(`${campaign.path}/start`);
    await bodiesOf(member);
    pass(server, minuteMs);
    const later = server.app.now();
    const second = await givenEndedRun(member, {
      mode: 'campaign',
      campaign_id: campaign.id,
    });
    await bodiesOf(member);

    const names = async (query: string) =>
      (await itemsOf(member, query)).map(({ type, call }) => [type, call?.run_id]);
    expect(await names('&type=call_ended')).toEqual([
      ['call_ended', second],
      ['call_ended', first],
    ]);
    expect(await names(`&run_id=${first}`)).toEqual([
      ['call_analyzed', first],
      ['call_ended', first],
    ]);
    const ofCampaign = [
      ['call_analyzed', second],
      ['call_ended', second],
      ['campaign_started', undefined],
    ];
    expect(await names(`&campaign_id=${campaign.id}`)).toEqual(ofCampaign);
    expect(await names(`&created_after=${later}`)).toEqual(ofCampaign.slice(0, 2));
    expect(await names(`&created_before=${later}`)).toEqual([
      ['call_analyzed', first],
      ['campaign_started', undefined],
      ['call_ended', first],
    ]);
    expect(await names(`&created_after=2999-01-01T00:00:00Z`)).toEqual([]);
    expect(await names('&sequence=4')).toEqual([['call_ended', second]]);
    expect(await names('&sequence=4&type=call_analyzed')).toEqual([]);
    expect(await names(`&sequence=1&created_after=${later}`)).toEqual([]);
    expect(await pagesOf(member, 'sequence=4')).toHaveLength(1);
    expect(await pagesOf(member, 'sequence=6')).toEqual([[]]);
    const pages = await pagesOf(member, 'limit=2');
    expect(pages.map(({ length }) => length)).toEqual([2, 2, 1]);
    expect(pages.flat().map(({ sequence }) => sequence)).toEqual([5, 4, 3, 2, 1]);
    expect((await pagesOf(member, 'limit=1&type=call_ended')).flat()).toHaveLength(2);
  });

  test('looks through a bounded number of events, and shows a bounded number of bytes', async () => {
    const member = await newOrganization({ server });
    const { organization_id } = member;
    const now = server.app.now();
    await sql`
      insert into webhook_events (organization_id, position, event, id, body, created_at, composed_at)
      select ${organization_id}, n, case n when 1 then 'campaign_paused' else 'campaign_started' end,
        gen_random_uuid(),
        case when n > 25000 then json_build_object('event', 'campaign_started', 'x', repeat('x', ${batchBytes / 2}))::text
          else '{"event":"campaign_started"}' end,
        ${now}, ${now}
      from generate_series(1, 25003) as n`.execute(server.app.db);
    await sql`update event_positions set last_position = 25003 where organization_id = ${organization_id}`.execute(
      server.app.db,
    );

    const { db } = server.app;
    const lengths: number[] = [];
    for (let cursor: string | null | undefined; cursor !== null;) {
      const page = await list(db, organization_id, {
        type: 'campaign_paused',
        ...(cursor !== undefined && { cursor }),
      });
      lengths.push(page.rows.length);
      cursor = page.next_cursor;
    }
    expect(lengths).toEqual([0, 0, 1]);
    const large = await list(db, organization_id, { limit: 10 });
    expect(large.rows).toHaveLength(1);
    expect(large.next_cursor).not.toBeNull();
  });

  test.runIf(onPostgres)('numbers events in the order in which they become visible', async () => {
    const member = await newOrganization({ server });
    const { app } = server;
    const over = new AbortController();
    const seen: number[] = [];
    const positions = async () =>
      (
        await app.db
          .selectFrom('webhook_events')
          .select('position')
          .where('organization_id', '=', member.organization_id)
          .where('position', '>', seen.at(-1) ?? 0)
          .orderBy('position')
          .execute()
      ).map(({ position }) => position);
    const reading = (async () => {
      while (!over.signal.aborted) seen.push(...(await positions()));
    })();
    const composing = [1, 2, 3].map(async () => {
      while (!over.signal.aborted) await composeDue(app);
    });

    for (let round = 0; round < 20; round += 1)
      await Promise.all([givenEndedRun(member), givenEndedRun(member), givenEndedRun(member)]);
    await expect.poll(async () => (await itemsOf(member)).length, { timeout: 30_000 }).toBe(120);
    over.abort();
    await Promise.all([reading, ...composing]);
    seen.push(...(await positions()));

    expect(seen).toEqual(Array.from({ length: 120 }, (_, index) => index + 1));
  });
});
