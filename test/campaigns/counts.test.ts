import { describe, expect, test } from 'vitest';
import { newOrganization } from '../support/organizations.ts';
import { type ContactOverrides, givenCampaign, givenContacts, givenRun } from './given.ts';

const pending: ContactOverrides = {};
const dialing = (attempt: number): ContactOverrides => ({
  state: 'dialing',
  attempts: attempt,
  retries_queued: attempt - 1,
});
const waiting = (attempts: number): ContactOverrides => ({
  state: 'waiting',
  due_at: '2026-01-05T09:00:00.000Z',
  attempts,
  retries_queued: attempts,
});
const done = (
  outcome: NonNullable<ContactOverrides['outcome']>,
  attempts = 1,
): ContactOverrides => ({
  state: 'done',
  outcome,
  attempts,
  retries_queued: attempts - 1,
});
const skipped = (attempts = 0): ContactOverrides => ({
  state: 'skipped',
  skip_reason: 'do_not_call',
  attempts,
  retries_queued: attempts,
});

describe("A campaign's counts", () => {
  test.each<
    [
      string,
      ContactOverrides[],
      { processed_rows: number; failed_rows: number; total_queued_count: number },
    ]
  >([
    [
      'contacts not called yet',
      [pending, pending],
      { processed_rows: 0, failed_rows: 0, total_queued_count: 2 },
    ],
    [
      'calls in progress',
      [dialing(1), dialing(3)],
      { processed_rows: 0, failed_rows: 0, total_queued_count: 4 },
    ],
    [
      'contacts that wait for a retry',
      [waiting(1), waiting(2)],
      { processed_rows: 0, failed_rows: 0, total_queued_count: 5 },
    ],
    [
      'completed calls',
      [done('completed'), done('completed', 3)],
      { processed_rows: 2, failed_rows: 0, total_queued_count: 4 },
    ],
    [
      'contacts done without a completed call',
      [
        done('busy', 3),
        done('no_answer', 3),
        done('voicemail', 3),
        done('failed'),
        done('canceled'),
        done('unknown'),
      ],
      { processed_rows: 6, failed_rows: 6, total_queued_count: 12 },
    ],
    [
      'contacts skipped',
      [skipped(), skipped()],
      { processed_rows: 2, failed_rows: 0, total_queued_count: 2 },
    ],
    [
      'a contact skipped while it waited for a retry',
      [skipped(1)],
      { processed_rows: 1, failed_rows: 0, total_queued_count: 2 },
    ],
    [
      'a bit of all',
      [pending, dialing(2), waiting(1), done('completed'), done('busy', 3), skipped()],
      { processed_rows: 3, failed_rows: 1, total_queued_count: 10 },
    ],
  ])('are correct for %s', async (_, contacts, counts) => {
    const member = await newOrganization();
    const [campaign, other] = [await givenCampaign(member), await givenCampaign(member)];
    await givenContacts(member, campaign, contacts);
    await givenContacts(member, other, [done('failed'), waiting(1)]);

    const { body } = await member.get(`/api/v1/campaign/${campaign.id}`);

    expect(body).toMatchObject({ ...counts, total_rows: 10, executed_count: 0 });
  });

  test('count each placed run, whatever its outcome, and no run of another campaign', async () => {
    const member = await newOrganization();
    const [campaign, other] = [await givenCampaign(member), await givenCampaign(member)];
    const [contact_id = null] = await givenContacts(member, campaign, [done('completed', 2)]);
    const ended_at = member.server.app.now();
    await givenRun(member, campaign, { contact_id, state: 'completed', outcome: 'busy', ended_at });
    await givenRun(member, campaign, {
      contact_id,
      state: 'completed',
      outcome: 'completed',
      ended_at,
    });
    await givenRun(member, campaign, { state: 'running' });
    await givenRun(member, campaign);
    await givenRun(member, other);

    const { body } = await member.get(`/api/v1/campaign/${campaign.id}`);

    expect(body.executed_count).toBe(4);
    expect(body.total_queued_count).toBe(2);
  });

  test('follow every change of a contact immediately', async () => {
    const member = await newOrganization();
    const campaign = await givenCampaign(member);
    const [id = 0] = await givenContacts(member, campaign, [waiting(1)]);
    const before = await member.get(`/api/v1/campaign/${campaign.id}`);

    await member.server.app.db
      .updateTable('campaign_contacts')
      .set({ state: 'done', due_at: null, outcome: 'voicemail', attempts: 2 })
      .where('id', '=', id)
      .execute();

    const after = await member.get(`/api/v1/campaign/${campaign.id}`);
    expect(before.body).toMatchObject({ processed_rows: 0, failed_rows: 0, total_queued_count: 2 });
    expect(after.body).toMatchObject({ processed_rows: 1, failed_rows: 1, total_queued_count: 2 });
  });

  test.each<[string, ContactOverrides]>([
    [
      'a retry in progress that was not queued',
      { state: 'dialing', attempts: 2, retries_queued: 0 },
    ],
    ['a wait for a retry that was not queued', { ...waiting(1), retries_queued: 0 }],
    ['a wait before the first call', { ...waiting(1), attempts: 0, retries_queued: 0 }],
    ['more retries than calls', { ...done('busy'), retries_queued: 2 }],
    ['retries before the first call', { retries_queued: -1 }],
  ])('cannot become wrong: the database refuses %s', async (_, contact) => {
    const member = await newOrganization();
    const campaign = await givenCampaign(member);

    await expect(givenContacts(member, campaign, [contact])).rejects.toThrow(
      'campaign_contacts_retries_check',
    );
  });
});
