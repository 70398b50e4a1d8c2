import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import {
  copyRows as copyNextRows,
  getCopying,
  lockSource,
} from '../../../src/campaigns/contacts/copy-queries.ts';
import { copyBatch, copyRows } from '../../../src/campaigns/contacts/copying.ts';
import { removeSourceRow } from '../../../src/campaigns/erasures/actions.ts';
import { endCanceledCampaigns } from '../../../src/campaigns/lifecycle/ending.ts';
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

  test('are skipped if the campaign is canceled, whose source is in use until then', async () => {
    const { member, campaign } = await givenStarted();
    await member.post(`${campaign.path}/cancel`);
    await endCanceledCampaigns(server.app);
    const { body: before } = await member.get(campaign.path);
    const { source_id } = await rowOf(campaign);
    const refused = await member.delete(`/api/v1/campaign-sources/${source_id}`);

    await copyRows(server.app);
    await endCanceledCampaigns(server.app);

    const { body: after } = await member.get(campaign.path);
    expect(before).toMatchObject({ completed_at: null, processed_rows: copyBatch });
    expect(refused).toMatchObject({ status: 409 });
    expect(after).toMatchObject({ processed_rows: total });
    expect(after.completed_at).not.toBeNull();
    const contacts = await contactsOf(member, campaign);
    expect(contacts.slice(copyBatch)).toEqual(
      numbers
        .slice(copyBatch)
        .map((phone_number) =>
          expect.objectContaining({ phone_number, state: 'skipped', skip_reason: 'canceled' }),
        ),
    );
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

    let erasure: Promise<number> | undefined;
    await db.transaction().execute(async (trx) => {
      await lockSource(trx, campaign.id);
      const copying = (await getCopying(trx, campaign.id))!;
      await copyNextRows(trx, copying, { most: copyBatch, now: server.app.now() });
      erasure = erase();
      await setTimeout(300);
    });

    expect(await erasure).toBe(1);
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
});
