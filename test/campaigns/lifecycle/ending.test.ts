import { describe, expect, onTestFinished, test } from 'vitest';
import { copyRows } from '../../../src/campaigns/contacts/copying.ts';
import { endCanceledCampaigns, endingSweeps } from '../../../src/campaigns/lifecycle/ending.ts';
import { newOrganization, type Member } from '../../support/organizations.ts';
import { ownServer } from '../../support/own-server.ts';
import {
  accepted,
  type CallableCampaign,
  contactsOf,
  dialNow,
  endCall,
  givenCallableCampaign,
} from './given.ts';

const server = ownServer();

const states = async (member: Member, campaign: CallableCampaign) =>
  (await contactsOf(member, campaign)).map(({ state }) => state);

describe('A canceled campaign', () => {
  test('has ended at once if no call is in progress', async () => {
    const member = await newOrganization({ server });
    const campaign = await givenCallableCampaign(member, { digits: ['00', '01'] });
    await member.post(`${campaign.path}/start`);

    const { body } = await member.post(`${campaign.path}/cancel`);

    expect(body).toMatchObject({ state: 'canceled', processed_rows: 2 });
    expect(body.completed_at).not.toBeNull();
  });

  test('ends with its last call, which is not retried', async () => {
    const member = await newOrganization({ server });
    const campaign = await givenCallableCampaign(member, { digits: ['97', '01'], limit: 1 });
    await member.post(`${campaign.path}/start`);
    await dialNow(member);
    const [run] = await accepted(member, campaign);

    const { body: before } = await member.post(`${campaign.path}/cancel`);
    await endCall(member, run, 'busy');
    await Promise.all([endCanceledCampaigns(server.app), endCanceledCampaigns(server.app)]);
    const { body } = await member.get(campaign.path);

    expect(before).toMatchObject({ state: 'canceled', completed_at: null });
    expect(body).toMatchObject({ state: 'canceled', processed_rows: 2 });
    expect(body.completed_at).not.toBeNull();
    expect(await states(member, campaign)).toEqual(['done', 'skipped']);
  });

  test('is ended in batches, whoever continues', async () => {
    const member = await newOrganization({ server });
    const numbers = Array.from({ length: 12_500 }, (_, index) => `+1202${5_550_000 + index}`);
    const campaign = await givenCallableCampaign(member, { numbers });
    await member.post(`${campaign.path}/start`);
    await copyRows(server.app);

    const { body: before } = await member.post(`${campaign.path}/cancel`);
    await endCanceledCampaigns(server.app);
    const { body } = await member.get(campaign.path);

    expect(before).toMatchObject({ state: 'canceled', completed_at: null, processed_rows: 10_000 });
    expect(body).toMatchObject({ processed_rows: 12_500 });
    expect(body.completed_at).not.toBeNull();
  });

  test('does not wait for a hundred others whose calls last long', async () => {
    const member = await newOrganization({ server });
    const busy = await givenCallableCampaign(member, { digits: ['97'] });
    const { id: _, ...row } = await server.app.db
      .selectFrom('campaigns')
      .selectAll()
      .where('id', '=', busy.id)
      .executeTakeFirstOrThrow();
    const copies = await server.app.db
      .insertInto('campaigns')
      .values(
        Array.from({ length: 100 }, () => ({
          ...row,
          state: 'canceled' as const,
          retry_config: JSON.stringify(row.retry_config),
          circuit_breaker: JSON.stringify(row.circuit_breaker),
          schedule_config: null,
          machine_detection: null,
          start_refusal: null,
          added_columns: '[]',
          metadata: null,
        })),
      )
      .returning('id')
      .execute();
    onTestFinished(async () => {
      const ids = copies.map(({ id }) => id);
      await server.app.db.deleteFrom('campaign_contacts').where('campaign_id', 'in', ids).execute();
      await server.app.db.deleteFrom('campaigns').where('id', 'in', ids).execute();
    });
    await server.app.db
      .insertInto('campaign_contacts')
      .values(
        copies.map(({ id }) => ({
          organization_id: member.organization_id,
          campaign_id: id,
          row_number: 1,
          phone_number: '+12025550197',
          state: 'dialing' as const,
          attempts: 1,
          updated_at: server.app.now(),
        })),
      )
      .execute();
    const last = await givenCallableCampaign(member, { digits: ['00'], beside: busy });
    await server.app.db
      .updateTable('campaigns')
      .set({ state: 'canceled' })
      .where('id', '=', last.id)
      .execute();
    const [sweep] = endingSweeps(server.app);

    await sweep?.sweep();
    await sweep?.sweep();

    expect((await member.get(last.path)).body.completed_at).not.toBeNull();
  });

  test('leaves no contact that a late settlement returned', async () => {
    const member = await newOrganization({ server });
    const campaign = await givenCallableCampaign(member, { digits: ['97'] });
    await member.post(`${campaign.path}/start`);
    await dialNow(member);
    await accepted(member, campaign);
    await member.post(`${campaign.path}/cancel`);
    // As a settlement writes it that read the campaign before it was canceled.
    await server.app.db
      .updateTable('campaign_contacts')
      .set({ state: 'waiting', due_at: server.app.now(), retries_queued: 1 })
      .where('campaign_id', '=', campaign.id)
      .execute();

    await endCanceledCampaigns(server.app);

    expect(await states(member, campaign)).toEqual(['skipped']);
  });
});
