import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { createSecrets } from '../../../src/db/secrets.ts';
import { sealCredentials } from '../../../src/telephony/credentials.ts';
import { admissionRules } from '../../../src/telephony/calls/permission-rules.ts';
import { later } from '../../../src/timestamp.ts';
import { givenPolicy } from '../../approvals/given.ts';
import { onPostgres } from '../../support/database.ts';
import { type Member, newOrganization } from '../../support/organizations.ts';
import { givenWorkflow } from '../../workflows/given.ts';
import { givenConfiguration, givenNumber, twilio } from '../given.ts';
import { givenCallable } from './given.ts';

const path = '/api/v1/telephony/initiate-call';
const previewPath = '/api/v1/telephony/preview-call';
const to_number = '+12025550123';

interface Result {
  readonly rule: string;
  readonly status: string;
  readonly code: string | null;
  readonly message: string | null;
}

/** Everything of the organization that a call writes. */
async function writtenFor({ server, organization_id }: Member) {
  const { db } = server.app;
  const count = async (
    table: 'workflow_runs' | 'live_calls' | 'audit_events' | 'approval_policy_uses',
  ) =>
    (
      await db
        .selectFrom(table)
        .select(({ fn }) => fn.countAll<number>().as('rows'))
        .where('organization_id', '=', organization_id)
        .executeTakeFirstOrThrow()
    ).rows;
  const [runs, live, events, uses] = [
    await count('workflow_runs'),
    await count('live_calls'),
    await count('audit_events'),
    await count('approval_policy_uses'),
  ];
  const kept = await db
    .selectFrom('idempotent_answers')
    .select('key')
    .where('organization_id', '=', organization_id)
    .execute();
  return { runs, live, events, uses, keys: kept.length };
}

const notPassed = (body: { rules: Result[] }) =>
  body.rules.filter(({ status }) => status !== 'passed').map(({ rule, status }) => [rule, status]);

/** What makes each rule refuse a call that is allowed otherwise, and the code that it refuses it with. */
const spoiled: readonly [
  rule: string,
  code: string,
  spoil: (member: Member, given: { workflow_id: number; configuration_id: number }) => unknown,
  number?: string,
][] = [
  [
    'workflow_published',
    'workflow_archived',
    ({ server }, { workflow_id }) =>
      server.app.db
        .updateTable('workflows')
        .set({ status: 'archived' })
        .where('id', '=', workflow_id)
        .execute(),
  ],
  [
    'workflow_published',
    'workflow_not_published',
    ({ server }, { workflow_id }) =>
      server.app.db
        .updateTable('workflow_definitions')
        .set({ version_status: 'archived' })
        .where('workflow_id', '=', workflow_id)
        .execute(),
  ],
  [
    'telephony_configuration',
    'no_default_telephony_configuration',
    ({ server }, { configuration_id }) =>
      server.app.db
        .updateTable('telephony_configurations')
        .set({ is_default_outbound: false })
        .where('id', '=', configuration_id)
        .execute(),
  ],
  [
    'caller_number',
    'no_caller_number',
    async ({ server, organization_id }, { configuration_id }) =>
      server.app.db
        .updateTable('telephony_configurations')
        .set({
          provider: 'twilio',
          credentials_encrypted: sealCredentials(server.app.secrets, organization_id, twilio),
        })
        .where('id', '=', configuration_id)
        .execute(),
  ],
  [
    'credentials',
    'credentials_unreadable',
    ({ server, organization_id }, { configuration_id }) =>
      server.app.db
        .updateTable('telephony_configurations')
        .set({
          credentials_encrypted: sealCredentials(
            createSecrets([randomBytes(32)]),
            organization_id,
            {},
          ),
        })
        .where('id', '=', configuration_id)
        .execute(),
  ],
  [
    'destination',
    'destination_not_served',
    ({ server }, { configuration_id }) =>
      server.app.db
        .updateTable('telephony_configurations')
        .set({ calling_codes: ['+44'] })
        .where('id', '=', configuration_id)
        .execute(),
  ],
  [
    'destination',
    'destination_not_served',
    ({ server }, { configuration_id }) =>
      server.app.db
        .updateTable('telephony_configurations')
        .set({ countries: ['CA'] })
        .where('id', '=', configuration_id)
        .execute(),
  ],
  ['number_type', 'number_type_not_allowed', () => {}, '+881612345678'],
  [
    'do_not_call',
    'number_on_do_not_call_list',
    (member) =>
      member.post('/api/v1/do-not-call', { phone_numbers: [{ phone_number: to_number }] }),
  ],
  [
    'prior_consent',
    'no_prior_consent',
    ({ server }, { workflow_id }) =>
      server.app.db
        .updateTable('workflows')
        .set({ workflow_configurations: JSON.stringify({ require_prior_consent: 'marketing' }) })
        .where('id', '=', workflow_id)
        .execute(),
  ],
  [
    'hours',
    'outside_calling_hours',
    (member) => {
      const day_of_week = (new Date().getUTCDay() + 6 + 2) % 7;
      const slots = [{ day_of_week, start_time: '09:00', end_time: '10:00' }];
      return member.put('/api/v1/organizations/calling-hours', { timezone: 'UTC', slots });
    },
  ],
  [
    'slots',
    'concurrent_call_limit_reached',
    (member, { workflow_id }) => member.post(path, { workflow_id, to_number: '+12025550124' }),
  ],
  [
    'daily_cap',
    'daily_cap_reached',
    (member, { configuration_id }) =>
      givenNumber(member, configuration_id, {
        is_default_caller: true,
        daily_cap: 2,
        calls_counted: 2,
        counted_from: later(member.server.app.now(), -3_600_000),
        counted_until: later(member.server.app.now(), 3_600_000),
      }),
  ],
];

describe('previewCall', () => {
  test('shows that every rule allows the call, and where it would go', async () => {
    const member = await newOrganization();
    const { workflow_id, configuration_id } = await givenCallable(member);
    await givenNumber(member, configuration_id, {
      phone_number: '+12025550191',
      is_default_caller: true,
    });

    const { status, body, headers } = await member.post(previewPath, { workflow_id, to_number });

    expect(status).toBe(200);
    expect(headers.get('location')).toBeNull();
    expect(body).toMatchObject({
      is_accepted: true,
      place_at: expect.any(String),
      telephony_configuration_id: configuration_id,
      from_number: '+12025550191',
    });
    expect(body.rules.map(({ rule }: Result) => rule)).toEqual([
      'workflow_published',
      'telephony_configuration',
      'caller_number',
      'credentials',
      'destination',
      'number_type',
      'do_not_call',
      'prior_consent',
      'hours',
      'slots',
      'daily_cap',
      'approval',
      'pace',
    ]);
    expect(notPassed(body)).toEqual([]);
  });

  test('is tried with every rule that refuses calls', () => {
    // Approval, which is about connectors, has a test of its own.
    const tried = new Set([...spoiled.map(([rule]) => rule), 'approval']);

    expect([...tried].toSorted()).toEqual(admissionRules.toSorted());
  });

  test.each(spoiled)(
    'shows that %s refuses it with %s, as the call is',
    async (rule, code, spoil, number = to_number) => {
      const member = await newOrganization();
      const given = await givenCallable(member, { limit: 1 });
      const call = { workflow_id: given.workflow_id, to_number: number };
      await spoil(member, given);
      const before = await writtenFor(member);

      const { status, body } = await member.post(previewPath, call);
      const refused = await member.post(path, call);

      const result = body.rules.find((each: Result) => each.rule === rule);
      expect([status, body.is_accepted, body.place_at]).toEqual([200, false, null]);
      expect(result).toMatchObject({ status: 'refused', code });
      expect([refused.body.code, refused.body.detail]).toEqual([code, result.message]);
      expect(await writtenFor(member)).toEqual(before);
    },
  );

  test('shows all rules that refuse it, and which cannot be evaluated', async () => {
    const member = await newOrganization();
    const { id: workflow_id } = await givenWorkflow(member, { versions: ['draft'] });
    await member.post('/api/v1/do-not-call', { phone_numbers: [{ phone_number: to_number }] });

    const { body } = await member.post(previewPath, { workflow_id, to_number });

    expect(notPassed(body)).toEqual([
      ['workflow_published', 'refused'],
      ['telephony_configuration', 'refused'],
      ['caller_number', 'unknown'],
      ['credentials', 'unknown'],
      ['destination', 'unknown'],
      ['number_type', 'unknown'],
      ['do_not_call', 'refused'],
      ['prior_consent', 'unknown'],
      ['hours', 'unknown'],
      ['daily_cap', 'unknown'],
      ['pace', 'unknown'],
    ]);
  });

  test('shows a missing approval, and counts no use of one that there is', async () => {
    const member = await newOrganization({ connector: 'crm' });
    const { workflow_id } = await givenCallable(member);
    const ask = () =>
      member.send('POST', previewPath, { key: member.key, body: { workflow_id, to_number } });

    const without = await ask();
    const policy = await givenPolicy(member, { target_id: workflow_id, max_uses: 1 });
    const before = await writtenFor(member);
    const first = await ask();
    const again = await ask();

    expect(without.body.rules).toContainEqual(
      expect.objectContaining({ rule: 'approval', status: 'refused', code: 'approval_required' }),
    );
    expect([first, again].map(({ body }) => body.is_accepted)).toEqual([true, true]);
    expect(await writtenFor(member)).toEqual(before);
    const { body } = await member.get(`/api/v1/approval-policies/${policy}`);
    expect(body.used_count).toBe(0);
  });

  test('shows when a call is placed that has to wait for its turn', async () => {
    const member = await newOrganization();
    const { workflow_id, configuration_id } = await givenCallable(member);
    const { app } = member.server;
    const until = later(app.now(), 60_000);
    await app.db
      .insertInto('call_paces')
      .values({
        telephony_configuration_id: configuration_id,
        organization_id: member.organization_id,
        next_free_at: until,
      })
      .execute();

    const { body } = await member.post(previewPath, { workflow_id, to_number });

    expect([body.is_accepted, body.place_at]).toEqual([true, until]);
    expect(body.rules.at(-1)).toMatchObject({ rule: 'pace', status: 'later', until });
  });

  // The embedded database has one connection.
  test.runIf(onPostgres)('waits for nobody who holds what the call would lock', async () => {
    const member = await newOrganization();
    const { workflow_id, configuration_id } = await givenCallable(member);
    const holder = await member.server.connection.pool.connect();
    try {
      await holder.query('begin');
      await holder.query('select from organizations where id = $1 for update', [
        member.organization_id,
      ]);
      await holder.query('select from telephony_configurations where id = $1 for update', [
        configuration_id,
      ]);
      await holder.query('select from workflows where id = $1 for update', [workflow_id]);

      const { body } = await member.post(previewPath, { workflow_id, to_number });

      expect(body.is_accepted).toBe(true);
    } finally {
      await holder.query('rollback');
      holder.release();
    }
  });

  test("shows another organization's workflow and configuration as unknown ones", async () => {
    const member = await newOrganization();
    const { workflow_id } = await givenCallable(member);
    const other = await newOrganization();
    const theirs = await givenCallable(other);
    const named = await givenConfiguration(other);

    const ofWorkflow = await member.post(previewPath, {
      workflow_id: theirs.workflow_id,
      to_number,
    });
    const ofConfiguration = await member.post(previewPath, {
      workflow_id,
      to_number,
      telephony_configuration_id: named,
    });

    expect(ofWorkflow.body.rules[0]).toMatchObject({ status: 'refused', code: 'not_found' });
    expect(ofConfiguration.body.rules[1]).toMatchObject({ status: 'refused', code: 'not_found' });
  });

  test('is 422 for what is no number; initiateCall refuses dry_run and calls nobody', async () => {
    const member = await newOrganization();
    const { workflow_id } = await givenCallable(member);
    const before = await writtenFor(member);

    const invalid = await member.post(previewPath, { workflow_id, to_number: '2025550123' });
    const dryRun = await member.post(`${path}?dry_run=true`, { workflow_id, to_number });

    expect([invalid.status, dryRun.status]).toEqual([422, 422]);
    expect(dryRun.body.detail[0].loc).toEqual(['query', 'dry_run']);
    expect(await writtenFor(member)).toEqual(before);
  });
});
