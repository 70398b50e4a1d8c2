import { describe, expect, test } from 'vitest';
import { staleMs } from '../../../src/telephony/calls/waiting.ts';
import { later } from '../../../src/timestamp.ts';
import { claimed, givenCallableCampaign } from '../../campaigns/lifecycle/given.ts';
import { type Member, newOrganization } from '../../support/organizations.ts';
import { givenCall, givenCallable, placementsOf } from '../calls/given.ts';
import { add, audited, collection, inMinutes, purpose, to_number } from './given.ts';

const calls = '/api/v1/telephony/initiate-call';

describe('createConsent', () => {
  test('records a consent, which getConsent and listConsents show', async () => {
    const member = await newOrganization();

    const { status, body, headers } = await add(member, {
      evidence_url: 'https://evidence.example.com/1',
      person_name: 'Ada Lovelace',
      wording: 'I agree to be called by an automated agent.',
      expires_at: '2099-01-01T00:00:00.000Z',
    });

    expect([status, headers.get('location')]).toEqual([201, `${collection}/${body.id}`]);
    expect(body).toEqual({
      id: expect.any(Number),
      phone_number: to_number,
      purpose,
      obtained_at: '2026-01-02T11:00:00.000Z',
      source: 'Registration form',
      evidence_url: 'https://evidence.example.com/1',
      person_name: 'Ada Lovelace',
      wording: 'I agree to be called by an automated agent.',
      expires_at: '2099-01-01T00:00:00.000Z',
      revoked_at: null,
      created_at: expect.any(String),
    });
    expect((await member.get(`${collection}/${body.id}`)).body).toEqual(body);
    expect((await member.get(collection)).body.items).toEqual([body]);
    const [event] = await audited(member);
    expect(event).toMatchObject({ action: 'consent.created', after: { number_ending: '0123' } });
    expect(JSON.stringify(event)).not.toMatch(/2025550123|Lovelace/);
  });

  test.each([
    ['obtained_at', (member: Member) => ({ obtained_at: inMinutes(member, 1) })],
    ['obtained_at', () => ({ obtained_at: '2016-12-31T23:59:60Z' })],
    ['expires_at', () => ({ expires_at: '2026-01-02T11:00:00.000Z' })],
    ['phone_number', () => ({ phone_number: '2025550123' })],
    ['purpose', () => ({ purpose: 'Appointment reminders' })],
    ['evidence_url', () => ({ evidence_url: 'javascript:alert(1)' })],
    ['source', () => ({ source: '' })],
  ] as const)('refuses an invalid %s', async (name, changes) => {
    const member = await newOrganization();

    const { status, body } = await add(member, changes(member));

    expect([status, body.detail[0].loc]).toEqual([422, ['body', name]]);
    expect((await member.get(collection)).body.items).toEqual([]);
  });
});

describe('listConsents', () => {
  test('shows those of a number and a purpose, page by page, newest first', async () => {
    const member = await newOrganization();
    const other = await newOrganization();
    await add(other);
    const ids: number[] = [];
    for (const changes of [{}, { purpose: 'sales' }, { phone_number: '+12025550124' }, {}])
      ids.push((await add(member, changes)).body.id);
    const idsAt = async (query: string) => {
      const { body } = await member.get(`${collection}?${query}`);
      return body.items.map(({ id }: { id: number }) => id);
    };
    const number = encodeURIComponent('+1 202 555 0123');

    const first = await member.get(`${collection}?limit=3`);
    const rest = await idsAt(`limit=3&cursor=${first.body.next_cursor}`);

    expect(await idsAt('')).toEqual(ids.toReversed());
    expect(await idsAt(`phone_number=${number}`)).toEqual([ids[3], ids[1], ids[0]]);
    expect(await idsAt(`purpose=${purpose}`)).toEqual([ids[3], ids[2], ids[0]]);
    expect(await idsAt(`phone_number=${number}&purpose=sales`)).toEqual([ids[1]]);
    expect(rest).toEqual([ids[0]]);
    expect((await member.get(`${collection}?phone_number=555`)).status).toBe(422);
  });
});

describe('revokeConsent', () => {
  test('ends a consent once, and changes nothing else of it', async () => {
    const member = await newOrganization();
    const { body: made } = await add(member);
    const path = `${collection}/${made.id}/revoke`;

    const first = await member.post(path);
    const again = await member.post(path);

    expect(first.body).toEqual({ ...made, revoked_at: expect.any(String) });
    expect(again.body).toEqual(first.body);
    expect((await audited(member)).map(({ action }) => action)).toEqual([
      'consent.created',
      'consent.revoked',
    ]);
  });

  test.each([
    ['its purpose', { purpose: 'sales' }],
    ['its end', { expires_at: '2099-01-01T00:00:00.000Z' }],
    ['its revocation', { revoked_at: null }],
  ])('is the only change: the database refuses to rewrite %s', async (_, values) => {
    const member = await newOrganization();
    const { id } = (await add(member)).body;
    await member.post(`${collection}/${id}/revoke`);
    const rewrite = () =>
      member.server.app.db.updateTable('consents').set(values).where('id', '=', id).execute();

    await expect(rewrite()).rejects.toThrow('a consent is never changed');
  });
});

const requirePurpose = (member: Member, workflow_id: number, require_prior_consent?: string) =>
  member.put(`/api/v1/workflow/${workflow_id}`, {
    workflow_configurations: { ...(require_prior_consent && { require_prior_consent }) },
  });

/** What a number may have, and whether it may be called for the purpose. */
const consents: readonly [
  what: string,
  made: object | null,
  isRevoked: boolean,
  mayBeCalled: boolean,
][] = [
  ['a consent', {}, false, true],
  ['one that has not expired', { expires_at: '2099-01-01T00:00:00.000Z' }, false, true],
  ['none', null, false, false],
  ['one for another purpose', { purpose: 'sales' }, false, false],
  ['one of another number', { phone_number: '+12025550124' }, false, false],
  ['one that was revoked', {}, true, false],
  ['one that has expired', { expires_at: '2026-01-03T00:00:00.000Z' }, false, false],
];

async function givenConsent(member: Member, made: object | null, isRevoked: boolean) {
  // Another organization's consent never counts.
  await add(await newOrganization());
  if (!made) return;
  const { status, body } = await add(member, made);
  expect(status).toBe(201);
  if (isRevoked) await member.post(`${collection}/${body.id}/revoke`);
}

describe('A workflow that requires a prior consent', () => {
  test.each(consents)('and a number with %s', async (_, made, isRevoked, mayBeCalled) => {
    const member = await newOrganization();
    const { workflow_id } = await givenCallable(member);
    await requirePurpose(member, workflow_id, purpose);
    await givenConsent(member, made, isRevoked);

    const looked = await member.post('/api/v1/telephony/preview-call', { workflow_id, to_number });
    const { status, body } = await member.post(calls, { workflow_id, to_number });

    expect([status, body.code]).toEqual(mayBeCalled ? [202, undefined] : [409, 'no_prior_consent']);
    expect(looked.body.is_accepted).toBe(mayBeCalled);
    if (!mayBeCalled) expect(body).toMatchObject({ purpose, param: 'to_number' });
  });

  test('requires none when it is no longer named', async () => {
    const member = await newOrganization();
    const { workflow_id } = await givenCallable(member);
    await requirePurpose(member, workflow_id, purpose);
    await requirePurpose(member, workflow_id);

    expect((await member.post(calls, { workflow_id, to_number })).status).toBe(202);
  });
});

test('A workflow that begins to require a consent waits for calls on their way', async () => {
  const member = await newOrganization();
  const { server } = member;
  const { workflow_id, configuration_id } = await givenCallable(member);
  const id = await givenCall(member, configuration_id);
  const placing_at = server.app.now();
  await server.app.db
    .updateTable('live_calls')
    .set({
      state: 'placing',
      due_at: null,
      lease_until: null,
      placing_at,
      ask_at: later(placing_at, 3_600_000),
    })
    .where('run_id', '=', id)
    .execute();
  const began = performance.now();

  const { status } = await member.put(`/api/v1/workflow/${workflow_id}`, {
    workflow_configurations: { require_prior_consent: purpose },
  });

  // For as long as the request to the carrier may still begin.
  expect([status, performance.now() - began >= staleMs]).toEqual([200, true]);
});

describe('A campaign that requires a prior consent', () => {
  test.each(consents)('and a number with %s', async (_, made, isRevoked, mayBeCalled) => {
    const member = await newOrganization();
    const campaign = await givenCallableCampaign(member, { numbers: [to_number] });
    // The campaign's own purpose counts.
    await requirePurpose(member, campaign.workflow_id, 'sales');
    await member.patch(campaign.path, { require_prior_consent: purpose });
    await givenConsent(member, made, isRevoked);
    const planned = await member.get(`${campaign.path}/preview`);
    await member.post(`${campaign.path}/start`);
    const started = await member.get(`${campaign.path}/preview`);
    const [contact] = (await member.get(`${campaign.path}/contacts`)).body.items;

    const { body } = await member.get(`${campaign.path}/contacts/${contact.id}`);
    await claimed(member, campaign);
    const [after] = (await member.get(`${campaign.path}/contacts`)).body.items;

    for (const preview of [planned, started])
      expect([preview.body.callable_now, preview.body.held.no_prior_consent]).toEqual(
        mayBeCalled ? [1, 0] : [0, 1],
      );
    expect(body.held_by.code).toBe(mayBeCalled ? 'order' : 'prior_consent');
    expect([after.status, after.skip_reason?.code ?? null]).toEqual(
      mayBeCalled ? ['dialing', null] : ['skipped', 'no_prior_consent'],
    );
  });

  test('by its workflow, skips contacts without one too', async () => {
    const member = await newOrganization();
    const numbers = [to_number, '+12025550124'];
    const campaign = await givenCallableCampaign(member, { numbers });
    await requirePurpose(member, campaign.workflow_id, purpose);
    await add(member);
    await member.post(`${campaign.path}/start`);

    const taken = await claimed(member, campaign);

    expect([taken?.calls.length, taken?.leftOut]).toEqual([1, 1]);
  });

  test('shows, changes and hands the purpose to its redial', async () => {
    const member = await newOrganization();
    const campaign = await givenCallableCampaign(member, { require_prior_consent: purpose });
    const shown = async (path: string) => (await member.get(path)).body.require_prior_consent;

    const before = await shown(campaign.path);
    await member.patch(campaign.path, { name: 'Renamed' });
    const kept = await shown(campaign.path);
    const cleared = await member.patch(campaign.path, { require_prior_consent: null });

    expect([before, kept, cleared.body.require_prior_consent]).toEqual([purpose, purpose, null]);
  });
});

describe('A consent that is revoked after its call was accepted', () => {
  test('is looked for again when the call is placed: the call is canceled', async () => {
    const member = await newOrganization();
    const { workflow_id, configuration_id } = await givenCallable(member);
    await requirePurpose(member, workflow_id, purpose);
    const { id: consent_id } = (await add(member)).body;
    const { id } = (await member.post(calls, { workflow_id, to_number })).body;
    await member.post(`${collection}/${consent_id}/revoke`);

    await member.server.app.calls.place({ id, organization_id: member.organization_id });
    await member.server.app.calls.settled();

    expect(await placementsOf(member, configuration_id)).toEqual([]);
    const { body } = await member.get(`/api/v1/runs/${id}`);
    expect(body).toMatchObject({ outcome: 'canceled', failure: { code: 'no_prior_consent' } });
  });

  test('returns the contact of a campaign, which is skipped next', async () => {
    const member = await newOrganization();
    const campaign = await givenCallableCampaign(member, {
      numbers: [to_number],
      require_prior_consent: purpose,
    });
    const { id: consent_id } = (await add(member)).body;
    await member.post(`${campaign.path}/start`);
    const taken = await claimed(member, campaign);
    await member.post(`${collection}/${consent_id}/revoke`);

    expect(taken?.calls).toHaveLength(1);
    for (const call of taken?.calls ?? []) await member.server.app.calls.place(call);
    await claimed(member, campaign);

    expect(await placementsOf(member, campaign.configuration_id)).toEqual([]);
    expect((await member.get(`${campaign.path}/contacts`)).body.items).toMatchObject([
      { status: 'skipped', skip_reason: { code: 'no_prior_consent' }, attempts: 0 },
    ]);
  });
});
