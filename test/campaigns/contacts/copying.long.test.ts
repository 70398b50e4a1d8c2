import { setTimeout } from 'node:timers/promises';
import { sql, type Transaction } from 'kysely';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import {
  copyRows as copyNextRows,
  getCopying,
  lockSource,
  oldestUncopiedSeconds,
} from '../../../src/campaigns/contacts/copy-queries.ts';
import { copyBatch, copyRows, skipUncopied } from '../../../src/campaigns/contacts/copying.ts';
import { removeSourceRow } from '../../../src/campaigns/erasures/actions.ts';
import { endCanceledCampaigns } from '../../../src/campaigns/lifecycle/ending.ts';
import { lock } from '../../../src/campaigns/lock-queries.ts';
import type { Database } from '../../../src/db/connect.ts';
import { later } from '../../../src/timestamp.ts';
import { type Member, newOrganization } from '../../support/organizations.ts';
import { ownServer } from '../../support/own-server.ts';
import {
  type CallableCampaign,
  claimed,
  contactsOf,
  givenCallableCampaign,
  runsOf,
} from '../lifecycle/given.ts';

const server = ownServer();

/** What the first step leaves to the second. */
const rest = 3;
const total = copyBatch + rest;
const numberOf = (row: number): string => `+1202${5_550_000 + row}`;
const numbers = Array.from({ length: total }, (_, index) => numberOf(index + 1));

async function given(options: Parameters<typeof givenCallableCampaign>[1] = {}) {
  const member = await newOrganization({ server });
  const campaign = await givenCallableCampaign(member, { numbers, ...options });
  return { member, campaign };
}

async function givenStarted(options: Parameters<typeof givenCallableCampaign>[1] = {}) {
  const started = await given(options);
  expect((await started.member.post(`${started.campaign.path}/start`)).status).toBe(200);
  return started;
}

const copied = async (member: Member, campaign: CallableCampaign): Promise<string[]> =>
  (await contactsOf(member, campaign)).map(({ phone_number }) => phone_number);

const pending = async (member: Member, campaign: CallableCampaign): Promise<number> => {
  const { body } = await member.get(`${campaign.path}/progress`);
  return body.contacts.pending;
};

const rowOf = ({ id }: CallableCampaign) =>
  server.app.db.selectFrom('campaigns').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

/** Has the contacts that were copied called and done, as after many claims. */
async function finishCopied({ id }: CallableCampaign): Promise<void> {
  const { db } = server.app;
  await db
    .updateTable('campaign_contacts')
    .set({ state: 'done', outcome: 'completed' })
    .where('campaign_id', '=', id)
    .where('added_at', 'is', null)
    .execute();
  await db
    .updateTable('campaign_zones')
    .set({ next_row: copyBatch + 1 })
    .where('campaign_id', '=', id)
    .execute();
}

type Step = (trx: Transaction<Database>) => Promise<void>;

/** Does something between two steps of a transaction, or after it if it has to wait for that. Returns its result. */
async function during<T>(first: Step, other: () => Promise<T>, last?: Step): Promise<T> {
  const [begun, waited] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const transaction = server.app.db.transaction().execute(async (trx) => {
    await first(trx);
    begun.resolve();
    await waited.promise;
    await last?.(trx);
  });
  await Promise.race([begun.promise, transaction]);
  const result = other();
  await setTimeout(300);
  waited.resolve();
  await transaction;
  return result;
}

describe('The contacts of a large campaign', () => {
  test('are copied in steps, in the order of the source, and count from the start', async () => {
    const { member, campaign } = await givenStarted();

    const atStart = await copied(member, campaign);
    const counted = await pending(member, campaign);
    const { body: preview } = await member.get(`${campaign.path}/preview`);
    await copyRows(server.app);

    expect(atStart).toEqual(numbers.slice(0, copyBatch));
    expect(counted).toBe(total);
    expect(preview.callable_now).toBe(total);
    expect(await copied(member, campaign)).toEqual(numbers);
    expect(await pending(member, campaign)).toBe(total);
    expect(await rowOf(campaign)).toMatchObject({
      copied_to_row: null,
      uncopied_rows: null,
      total_rows: total,
    });
  });

  test('show in the metrics for how long they have been copied', async () => {
    const { db } = server.app;
    await copyRows(server.app);
    const nothing = await oldestUncopiedSeconds(db, server.app.now());
    const { campaign } = await givenStarted();
    const { started_at } = await rowOf(campaign);

    const waiting = await oldestUncopiedSeconds(db, later(started_at!, 7000));

    expect([nothing, waiting]).toEqual([0, 7]);
  });

  test('are copied once by two processes', async () => {
    const { member, campaign } = await givenStarted();
    const logged = vi.spyOn(server.app.log, 'error');
    onTestFinished(() => logged.mockRestore());

    await Promise.all([copyRows(server.app), copyRows(server.app), copyRows(server.app)]);
    await copyRows(server.app);

    expect(await copied(member, campaign)).toEqual(numbers);
    expect(await pending(member, campaign)).toBe(total);
    expect(logged).not.toHaveBeenCalled();
  });

  test('count in a shard of their own, for which no claim waits', async () => {
    const { member, campaign } = await givenStarted({ limit: 10 });
    await claimed(member, campaign, 3);

    await copyRows(server.app);

    const shards = await server.app.db
      .selectFrom('campaign_contact_counts')
      .select(['shard', 'state', 'contacts'])
      .where('campaign_id', '=', campaign.id)
      .execute();
    const copiedOnes = shards.filter(({ shard }) => shard === 16);
    expect(copiedOnes).toEqual([{ shard: 16, state: 'pending', contacts: total }]);
    expect(await pending(member, campaign)).toBe(total - 3);
  });

  test('are listed to the last one while they are copied', async () => {
    const { member, campaign } = await given();
    const added = { contacts: [{ phone_number: '+13125550199' }] };
    expect(await member.post(`${campaign.path}/contacts`, added)).toMatchObject({ status: 200 });
    await member.post(`${campaign.path}/start`);
    const listed: string[] = [];
    let waits = 0;

    for (let cursor: string | null = ''; cursor !== null;) {
      const path = `${campaign.path}/contacts?limit=200${cursor && `&cursor=${cursor}`}`;
      const { body } = await member.get(path);
      if (body.items.length === 0 && (waits += 1) === 2) await copyRows(server.app);
      listed.push(...body.items.map((item: { phone_number: string }) => item.phone_number));
      cursor = body.next_cursor;
    }

    expect(listed).toEqual([...numbers, '+13125550199']);
    expect(waits).toBe(2);
  });

  test('are listed by a cursor that does not go back when the campaign is started', async () => {
    const { member, campaign } = await given();
    const contacts = [{ phone_number: '+13125550198' }, { phone_number: '+13125550199' }];
    await member.post(`${campaign.path}/contacts`, { contacts });
    const { body: first } = await member.get(`${campaign.path}/contacts?limit=1`);
    await member.post(`${campaign.path}/start`);

    const path = `${campaign.path}/contacts?cursor=`;
    const { body: second } = await member.get(`${path}${first.next_cursor}`);
    await copyRows(server.app);
    const { body: third } = await member.get(`${path}${second.next_cursor}`);

    expect(second.items).toEqual([]);
    expect(third.items).toMatchObject([{ phone_number: '+13125550199' }]);
  });

  test('are called though contacts that were added behind them were called before', async () => {
    const { member, campaign } = await givenStarted({ limit: 10 });
    const added = { contacts: [{ phone_number: '+13125550199' }] };
    expect(await member.post(`${campaign.path}/contacts`, added)).toMatchObject({ status: 200 });
    await finishCopied(campaign);

    await claimed(member, campaign);
    await server.app.db
      .updateTable('campaigns')
      .set({ wake_at: null })
      .where('id', '=', campaign.id)
      .execute();
    const before = server.app.now();
    await copyRows(server.app);
    const { wake_at } = await rowOf(campaign);
    await claimed(member, campaign);

    const called = (await runsOf(member, campaign)).map(({ to_number }) => to_number);
    expect(called).toEqual(['+13125550199', ...numbers.slice(copyBatch)]);
    expect(wake_at! >= before).toBe(true);
  });

  test('keep their campaign running until the last one is copied', async () => {
    const { member, campaign } = await givenStarted();
    await finishCopied(campaign);

    await claimed(member, campaign);

    expect(await rowOf(campaign)).toMatchObject({ state: 'running' });
  });

  test('are counted as skipped and not copied if the campaign is canceled', async () => {
    const { member, campaign } = await givenStarted();
    await member.post(`${campaign.path}/cancel`);
    await endCanceledCampaigns(server.app);
    await copyRows(server.app);

    const { body } = await member.get(campaign.path);
    const { body: preview } = await member.get(`${campaign.path}/preview`);

    expect(body).toMatchObject({ state: 'canceled', processed_rows: total, total_rows: total });
    expect(body.completed_at).not.toBeNull();
    expect(preview.callable_now).toBe(0);
    expect(await copied(member, campaign)).toEqual(numbers.slice(0, copyBatch));
    expect(await rowOf(campaign)).toMatchObject({ copied_to_row: null, uncopied_rows: rest });
  });

  test('are not copied if a process of 0.2.0 has canceled the campaign', async () => {
    const { member, campaign } = await givenStarted();
    await server.app.db
      .updateTable('campaigns')
      .set({ state: 'canceled', wake_at: null })
      .where('id', '=', campaign.id)
      .execute();

    await copyRows(server.app);
    await endCanceledCampaigns(server.app);

    const { body } = await member.get(campaign.path);
    expect(body).toMatchObject({ processed_rows: total });
    expect(body.completed_at).not.toBeNull();
    expect(await copied(member, campaign)).toHaveLength(copyBatch);
  });

  test('are not copied by a step during which the campaign is canceled', async () => {
    const { member, campaign } = await givenStarted();

    await during(
      async (trx) => void (await lock(trx, member.organization_id, campaign.id)),
      () => copyRows(server.app),
      async (trx) => {
        await trx
          .updateTable('campaigns')
          .set({ state: 'canceled', wake_at: null })
          .where('id', '=', campaign.id)
          .execute();
        await skipUncopied(trx, campaign.id);
      },
    );

    expect(await copied(member, campaign)).toHaveLength(copyBatch);
    expect(await pending(member, campaign)).toBe(copyBatch);
    expect(await rowOf(campaign)).toMatchObject({ copied_to_row: null, uncopied_rows: rest });
  });

  test('are not copied if they were erased before', async () => {
    const { member, campaign } = await givenStarted();
    const { source_id } = await rowOf(campaign);
    const { organization_id } = member;

    await server.app.db.transaction().execute((trx) =>
      removeSourceRow(trx, server.app.jobs, {
        organization_id,
        source_id,
        row_number: total - 1,
      }),
    );
    const counted = await pending(member, campaign);
    await copyRows(server.app);

    expect(counted).toBe(total - 1);
    expect(await copied(member, campaign)).toEqual(numbers.toSpliced(total - 2, 1));
    expect(await pending(member, campaign)).toBe(total - 1);
    expect(await rowOf(campaign)).toMatchObject({ copied_to_row: null, total_rows: total - 1 });
  });

  test('are erased if they are just being copied', async () => {
    const { member, campaign } = await givenStarted();
    const { source_id } = await rowOf(campaign);
    const { organization_id } = member;
    const { db, jobs } = server.app;
    const erase = () =>
      db
        .transaction()
        .execute((trx) =>
          removeSourceRow(trx, jobs, { organization_id, source_id, row_number: total }),
        );

    const erased = await during(async (trx) => {
      await lockSource(trx, campaign.id);
      const copying = (await getCopying(trx, campaign.id))!;
      await copyNextRows(trx, copying, { limit: copyBatch, now: server.app.now() });
    }, erase);

    expect(erased).toBe(1);
    expect(await copied(member, campaign)).toEqual(numbers.slice(0, -1));
    await db
      .updateTable('campaigns')
      .set({ copied_to_row: null })
      .where('id', '=', campaign.id)
      .execute();
  });

  test('are counted as they are if a release that did not know of steps has erased one', async () => {
    const { member, campaign } = await givenStarted();
    const { source_id } = await rowOf(campaign);

    await sql`delete from campaign_source_rows where source_id = ${source_id} and row_number = ${total}`.execute(
      server.app.db,
    );
    await copyRows(server.app);

    expect(await pending(member, campaign)).toBe(total - 1);
    expect(await rowOf(campaign)).toMatchObject({ copied_to_row: null, total_rows: total - 1 });
  });

  test('of a deleted campaign are not copied', async () => {
    const { member, campaign } = await givenStarted();
    await member.post(`${campaign.path}/cancel`);
    await server.app.db
      .updateTable('campaigns')
      .set({ deleted_at: server.app.now() })
      .where('id', '=', campaign.id)
      .execute();

    await copyRows(server.app);

    expect(await copied(member, campaign)).toHaveLength(copyBatch);
  });

  test('are copied a step for each organization in turn, for a turn at most', async () => {
    // What other tests left would have a turn too.
    await copyRows(server.app);
    const large = await newOrganization({ server });
    const first = await givenCallableCampaign(large, { numbers });
    const second = await givenCallableCampaign(large, { numbers, beside: first });
    const small = await givenStarted();
    for (const { path } of [first, second]) await large.post(`${path}/start`);
    const now = server.app.now();
    // When the turn begins, and before and in each of two steps.
    const spent = [0, 0, 0, 0, 0];

    await copyRows({ ...server.app, now: () => later(now, spent.shift() ?? 6000) });

    const left = await Promise.all([first, second, small.campaign].map(rowOf));
    const isCopying = left.map(({ copied_to_row }) => copied_to_row !== null);
    expect(isCopying).toEqual([false, true, false]);
    await copyRows(server.app);
    expect(await rowOf(second)).toMatchObject({ copied_to_row: null });
  });
});
