import { describe, expect, test } from 'vitest';
import { later } from '../../src/timestamp.ts';
import { givenCampaign } from '../campaigns/given.ts';
import { type Member, newOrganization } from '../support/organizations.ts';

const path = '/api/v1/approval-policies';
const soon = later(new Date().toISOString(), 86_400_000);
const ofCall = {
  connector_name: 'crm',
  action_type: 'call_initiate',
  target_name: 'Appointment reminder',
  destination: { kind: 'exact_e164', value: '+12025550123' },
  expires_at: soon,
  max_uses: 10,
};
const startOf = (id: number) => ({
  ...ofCall,
  action_type: 'campaign_start',
  target_name: 'Spring renewals',
  destination: { kind: 'campaign', value: String(id) },
});
const ofCampaign = startOf(5);

/** An organization with a workflow and a campaign as targets. */
async function withTargets(): Promise<[Member, workflowId: number, campaignId: number]> {
  const member = await newOrganization();
  const { id, workflow_id } = await givenCampaign(member);
  return [member, workflow_id, id];
}

const without = (name: string, body: object) =>
  Object.fromEntries(Object.entries(body).filter(([key]) => key !== name));

const count = async (member: Member): Promise<number> => (await member.get(path)).body.items.length;

/** Sends the body, checks that nothing was created, and returns the faults as `place type`. */
async function faults(body: object): Promise<string[]> {
  const member = await newOrganization();
  const answer = await member.post(path, body);
  expect(answer.status).toBe(422);
  expect(await count(member)).toBe(0);
  return answer.body.detail.map(
    ({ loc, type }: { loc: string[]; type: string }) => `${loc.slice(1).join('.')} ${type}`,
  );
}

describe('createApprovalPolicy', () => {
  test('creates an active policy, which its Location returns', async () => {
    const [member, , id] = await withTargets();
    const body = {
      ...startOf(id),
      not_before: '2026-01-02T05:04:05.678+02:00',
      campaign_contact_count_ceiling: 500,
      estimated_cost_is_authoritative: true,
    };

    const answer = await member.post(path, body);

    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({
      ...body,
      target_id: id,
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      not_before: '2026-01-02T03:04:05.678Z',
      used_count: 0,
      status: 'active',
      created_at: expect.stringMatching(/Z$/),
      revoked_at: null,
      revoked_reason: null,
      approval_request_id: null,
      external_id: null,
      metadata: {},
    });
    expect(answer.headers.get('location')).toBe(`${path}/${answer.body.id}`);
    expect((await member.get(answer.headers.get('location') ?? '')).body).toEqual(answer.body);
  });

  test('is valid from the time of the request and has no ceiling by default', async () => {
    const [member, target_id] = await withTargets();

    const { body } = await member.post(path, ofCall);

    expect(body).toMatchObject({
      target_id,
      not_before: body.created_at,
      campaign_contact_count_ceiling: null,
      estimated_cost_is_authoritative: false,
    });
  });

  test.each([
    { kind: 'exact_e164', value: '+12345678' },
    { kind: 'exact_e164', value: '+123456789012345' },
    { kind: 'e164_prefix', value: '+1' },
    { kind: 'e164_prefix', value: '+123456789012345' },
  ])('accepts for a call the destination %j', async (destination) => {
    const [member] = await withTargets();

    const answer = await member.post(path, { ...ofCall, destination });

    expect(answer.body).toMatchObject({ destination, status: 'active' });
  });

  test('accepts for a campaign its id as the destination, to start and to resume it', async () => {
    const [member, , id] = await withTargets();

    for (const action_type of ['campaign_start', 'campaign_resume']) {
      const { body } = await member.post(path, { ...startOf(id), action_type });
      expect(body).toMatchObject({ action_type, target_id: id, status: 'active' });
    }
  });

  const misfits: [action_type: string, destination: unknown, fault: string][] = [
    ['call_initiate', { kind: 'campaign', value: '5' }, 'kind enum'],
    ['call_initiate', { kind: 'area', value: '5' }, 'kind enum'],
    ['call_initiate', { kind: 7, value: '5' }, 'kind string_type'],
    ['call_initiate', { value: '+12025550123' }, 'kind missing'],
    ['call_initiate', { kind: 'exact_e164' }, 'value missing'],
    ['call_initiate', { kind: 'e164_prefix', value: '+1', x: 1 }, 'x extra_forbidden'],
    ['campaign_start', { kind: 'campaign', value: 5 }, 'value string_type'],
  ];
  const misspelt = {
    exact_e164: [
      '+1234567',
      '+1234567890123456',
      '+02025550123',
      '12025550123',
      '+1202555012x',
      '+12025550123\n',
    ],
    e164_prefix: ['+', '+0', '1202', '+1234567890123456', '+1*'],
    campaign: ['0', '-1', '05', '1.5', '1e3', '', '10000000000000000'],
  };
  for (const [kind, values] of Object.entries(misspelt)) {
    const action_type = kind === 'campaign' ? 'campaign_start' : 'call_initiate';
    for (const value of values)
      misfits.push([action_type, { kind, value }, 'value string_pattern_mismatch']);
  }
  test.each(misfits)(
    'refuses for %s the destination %j',
    async (action_type, destination, fault) => {
      expect(await faults({ ...ofCall, action_type, destination })).toEqual([
        `destination.${fault}`,
      ]);
    },
  );

  test.each(['+12025550123', null, 7, []])('refuses the destination %j', async (destination) => {
    expect(await faults({ ...ofCall, destination })).toEqual(['destination object_type']);
    expect(await faults({ ...ofCampaign, destination })).toEqual(['destination object_type']);
  });

  test('describes the allowed destinations of calls and of campaigns', async () => {
    const member = await newOrganization();

    const call = await member.post(path, { ...ofCall, destination: ofCampaign.destination });
    const campaign = await member.post(path, { ...ofCampaign, destination: ofCall.destination });

    expect(call.body.detail).toEqual([
      {
        loc: ['body', 'destination', 'kind'],
        msg: 'Must be one of: exact_e164, e164_prefix.',
        type: 'enum',
        input: 'campaign',
        ctx: { expected: ['exact_e164', 'e164_prefix'] },
      },
    ]);
    expect(campaign.body.detail).toContainEqual(
      expect.objectContaining({
        type: 'enum',
        input: 'exact_e164',
        ctx: { expected: ['campaign'] },
      }),
    );
  });

  test('lists the allowed actions', async () => {
    const member = await newOrganization();

    const answer = await member.post(path, { ...ofCall, action_type: 'call' });

    expect(answer.body.detail).toEqual([
      {
        loc: ['body', 'action_type'],
        msg: 'Must be one of: call_initiate, campaign_start, campaign_resume.',
        type: 'enum',
        input: 'call',
        ctx: { expected: ['call_initiate', 'campaign_start', 'campaign_resume'] },
      },
    ]);
  });

  test('lists all missing fields', async () => {
    const names = [
      'connector_name',
      'action_type',
      'target_name',
      'destination',
      'expires_at',
      'max_uses',
    ];

    expect((await faults({})).toSorted()).toEqual(
      names.map((name) => `${name} missing`).toSorted(),
    );
    for (const name of names)
      expect(await faults(without(name, ofCall))).toEqual([`${name} missing`]);
  });

  test.each([
    [{ max_uses: 0 }, 'max_uses greater_than_equal'],
    [{ max_uses: 2_147_483_648 }, 'max_uses less_than_equal'],
    [{ max_uses: 1.5 }, 'max_uses int_type'],
    [{ max_uses: null }, 'max_uses int_type'],
    [{ connector_name: '' }, 'connector_name string_too_short'],
    [{ connector_name: 'x'.repeat(101) }, 'connector_name string_too_long'],
    [{ connector_name: 'my crm' }, 'connector_name string_pattern_mismatch'],
    [{ target_name: '' }, 'target_name string_too_short'],
    [{ target_name: 'x'.repeat(101) }, 'target_name string_too_long'],
    [{ campaign_contact_count_ceiling: 1 }, 'campaign_contact_count_ceiling enum'],
    [{ estimated_cost_is_authoritative: 'yes' }, 'estimated_cost_is_authoritative bool_type'],
    [{ status: 'active' }, 'status extra_forbidden'],
    [{ used_count: 0 }, 'used_count extra_forbidden'],
    [{ expires_at: 'tomorrow' }, 'expires_at format'],
    [{ expires_at: '2099-01-01T00:00:00' }, 'expires_at format'],
    [{ not_before: null }, 'not_before string_type'],
    [{ expires_at: '2020-01-01T00:00:00Z' }, 'expires_at value_error'],
    [{ expires_at: '2098-12-31T23:59:60Z' }, 'expires_at value_error'],
    [{ not_before: '0000-01-01T00:00:00Z' }, 'not_before value_error'],
    [{ not_before: soon }, 'not_before value_error'],
  ])('refuses %j', async (part, fault) => {
    expect(await faults({ ...ofCall, ...part })).toContain(fault);
  });

  test.each([0, 2_147_483_648])(
    'refuses the ceiling %d',
    async (campaign_contact_count_ceiling) => {
      const type = campaign_contact_count_ceiling === 0 ? 'greater_than_equal' : 'less_than_equal';

      expect(await faults({ ...ofCampaign, campaign_contact_count_ceiling })).toEqual([
        `campaign_contact_count_ceiling ${type}`,
      ]);
    },
  );

  test('accepts values at each limit', async () => {
    const member = await newOrganization();
    const upper = {
      connector_name: 'X'.repeat(100),
      target_name: '😀'.repeat(100),
      max_uses: 2_147_483_647,
      campaign_contact_count_ceiling: 2_147_483_647,
      expires_at: '9999-12-31T23:59:59.999Z',
    };
    const least = {
      connector_name: '0',
      target_name: '0',
      max_uses: 1,
      campaign_contact_count_ceiling: 1,
      not_before: '0001-01-01T00:00:00.000Z',
    };

    for (const limits of [upper, least]) {
      const { id } = await givenCampaign(member, { name: limits.target_name });
      expect((await member.post(path, { ...startOf(id), ...limits })).body).toMatchObject(limits);
    }
  });

  test('accepts the ceiling null for a call', async () => {
    const [member] = await withTargets();

    const answer = await member.post(path, { ...ofCall, campaign_contact_count_ceiling: null });

    expect(answer.status).toBe(201);
  });
});
