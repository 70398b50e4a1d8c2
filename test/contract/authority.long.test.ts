import fc from 'fast-check';
import type { Insertable } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { ApprovalPolicies } from '../../generated/database.ts';
import { startDue } from '../../src/campaigns/lifecycle/start-times.ts';
import type { Scope } from '../../src/caller.ts';
import { loadContract, type Operation, resolve, type Schema } from '../../src/http/operations.ts';
import { initiateScheduled } from '../../src/telephony/scheduled-calls/jobs.ts';
import { later } from '../../src/timestamp.ts';
import { givenPolicy } from '../approvals/given.ts';
import { givenContacts } from '../campaigns/given.ts';
import { type CallableCampaign, givenCallableCampaign } from '../campaigns/lifecycle/given.ts';
import { fitting } from '../support/arbitrary.ts';
import { type Member, newOrganization } from '../support/organizations.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { givenRun } from '../workflows/given.ts';

const numRuns = Number(process.env['AUTHORITY_RUNS'] ?? 4);
const seed = Number(process.env['AUTHORITY_SEED'] ?? 20_261_123);

/** The scopes of the operations that place, move and change calls. */
const ofCalls: readonly Scope[] = [
  'calls:place',
  'campaigns:write',
  'campaigns:control',
  'runs:write',
  'run:write',
  'approvals:propose',
];

/** The scopes whose operations are no part of the sequences, each with its reason. */
const others: Readonly<Record<string, string>> = {
  read: 'It reads.',
  'run:read': 'It reads.',
  'audit:read': 'It reads.',
  'workflows:write': 'It edits what every call says; an owner gives it to editors of workflows.',
  'telephony:write': 'It changes settings of the whole organization, and no call.',
  'do_not_call:write': 'It changes who may be called by anybody, and no call.',
  'consents:write': 'It changes who may be called by anybody, and no call.',
  'privacy:write': 'It removes.',
  'webhooks:write': 'It sends events of calls.',
  'voice:write': 'It changes no call.',
  'models:write': 'It changes no call.',
};

const { document, operations } = loadContract();
const callable = operations.filter(
  ({ apiKey, method, scope, body }) =>
    apiKey && method !== 'GET' && scope && ofCalls.includes(scope) && !body?.isStream,
);

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterEach(() => server.setNow(undefined));
afterAll(() => server.close());

const hour = 3_600_000;
const hours = 6;
const numbers = ['+12025550161', '+12025550162', '+12025550173'];

type Policy = Partial<Insertable<ApprovalPolicies>> & { readonly expires_at: string };

interface World {
  readonly member: Member;
  readonly begun: string;
  readonly workflow_id: number;
  readonly configuration_id: number;
  /** What parameters of paths are filled with; those of one index belong to each other. */
  readonly ids: Readonly<Record<string, readonly (number | string)[]>>;
  /** The approved and enabled policies of the connector. */
  readonly usable: readonly Policy[];
}

/** A person's calls and campaigns in every state, one campaign of the connector, and some of the policies. */
async function givenWorld(chosen: readonly boolean[]): Promise<World> {
  const scopes = [...ofCalls, 'read' as const];
  const member = await newOrganization({ server, connector: 'crm', scopes });
  server.setNow(server.app.now());
  const begun = server.app.now();
  const { db } = server.app;
  const { organization_id, user_id } = member;
  const paused = await givenCallableCampaign(member, { state: 'paused' });
  const beside = { beside: paused, digits: ['00'] };
  const created = await givenCallableCampaign(member, beside);
  const starting = await givenCallableCampaign(member, {
    ...beside,
    start_at: later(begun, hour),
    start_due_at: later(begun, hour),
    start_user_id: user_id,
  });
  const own = await givenCallableCampaign(member, { ...beside, state: 'paused' });
  const campaigns = [paused, created, starting, own];
  const { workflow_id, configuration_id } = paused;
  const ofCampaign = (id: number, action_type: 'campaign_start' | 'campaign_resume'): Policy => ({
    action_type,
    target_id: id,
    destination_kind: 'campaign',
    destination_value: String(id),
    campaign_contact_count_ceiling: 3,
    expires_at: later(begun, 4 * hour),
  });
  const ofNumber = (destination_value: string, more: object = {}) => ({
    action_type: 'call_initiate' as const,
    target_id: workflow_id,
    destination_value,
    expires_at: later(begun, 4 * hour),
    max_uses: 2,
    ...more,
  });
  const candidates: Policy[] = [
    ofNumber(numbers[0]!),
    ofNumber('+1202555017', { destination_kind: 'e164_prefix', not_before: later(begun, hour) }),
    ofNumber(numbers[1]!, { disabled_at: begun }),
    ofNumber(numbers[1]!, { connector_name: 'other' }),
    ofNumber(numbers[1]!, { target_id: workflow_id + 1 }),
    ...[created, starting, own].map(({ id }) => ofCampaign(id, 'campaign_start')),
    ofCampaign(paused.id, 'campaign_resume'),
  ];
  const owns = ofCampaign(own.id, 'campaign_start');
  const approval_policy_id = await givenPolicy(member, owns);
  await db.updateTable('campaigns').set({ approval_policy_id }).where('id', '=', own.id).execute();
  const policies = candidates.filter((_, index) => chosen[index]);
  for (const policy of policies) await givenPolicy(member, policy);

  const contacts: number[] = [];
  const runs: number[] = [];
  for (const { id } of [paused, own]) {
    const due_at = later(begun, hour);
    const waiting = { state: 'waiting', attempts: 1, retries_queued: 1 } as const;
    const [contact_id = 0] = await givenContacts(member, { id }, [
      { ...waiting, due_at, callback_at: due_at },
    ]);
    contacts.push(contact_id);
    runs.push(await givenEnded(member, paused, { campaign_id: id, contact_id }));
  }
  runs.push(await givenEnded(member, paused, { user_id, mode: 'ad_hoc' }));
  const scheduled = await db
    .insertInto('scheduled_calls')
    .values(
      numbers.map((to_number) => ({
        organization_id,
        workflow_id,
        to_number,
        scheduled_at: later(begun, hour),
        due_at: later(begun, hour),
        user_id,
        created_at: begun,
      })),
    )
    .returning('id')
    .execute();
  return {
    member,
    begun,
    workflow_id,
    configuration_id,
    ids: {
      campaign_id: campaigns.map(({ id }) => id),
      contact_id: [contacts[0]!, contacts[1]!, contacts[0]!, contacts[1]!],
      scheduled_call_id: scheduled.map(({ id }) => id),
      run_id: runs,
      workflow_id: [workflow_id],
    },
    usable: [owns, ...policies].filter(
      ({ disabled_at, connector_name }) => !disabled_at && !connector_name,
    ),
  };
}

/** A call that has ended, and whose result can be submitted. */
async function givenEnded(member: Member, { workflow_id: id }: CallableCampaign, more: object) {
  const { id: version } = await server.app.db
    .selectFrom('workflow_definitions')
    .select('id')
    .where('workflow_id', '=', id)
    .executeTakeFirstOrThrow();
  const workflow = { id, path: '', versions: [version] };
  return givenRun(member, workflow, {
    mode: 'campaign',
    state: 'completed',
    outcome: 'busy',
    to_number: numbers[0]!,
    ended_at: server.app.now(),
    ...more,
  });
}

type Filled = (world: World) => unknown;

const timeIn = ({ begun }: World, which: number) => later(begun, (1 + (which % hours)) * hour);

/** Members of bodies that only fit with values of the world. */
const members: Readonly<Record<string, (world: World, which: number) => unknown>> = {
  scheduled_at: timeIn,
  start_at: timeIn,
  callback_at: timeIn,
  to_number: (_, which) => numbers[which % numbers.length],
  workflow_id: ({ workflow_id }) => workflow_id,
  telephony_configuration_id: ({ configuration_id }) => configuration_id,
  contacts: (_, which) => [{ phone_number: `+12025550${String(200 + which)}` }],
  outcomes: () => ['busy'],
};
/** Members with which a request of a random value would be refused, and which no rule needs. */
const left = new Set(['from_number', 'timezone', 'append', 'transcript', 'usage', 'opt_out']);

function bodyOf({ bodySchema }: Operation): fc.Arbitrary<Filled> {
  if (!bodySchema) return fc.constant(() => undefined);
  const { properties = {}, required = [] } = resolve<{
    properties?: Record<string, Schema>;
    required?: string[];
  }>(document, bodySchema);
  const values = Object.entries(properties)
    .filter(([name]) => !left.has(name) || required.includes(name))
    .map(([name, schema]) => [name, valueOf(name, schema)] as const);
  return fc
    .record(Object.fromEntries(values), { requiredKeys: required })
    .map(
      (filled) => (world) =>
        Object.fromEntries(Object.entries(filled).map(([name, value]) => [name, value(world)])),
    );
}

const valueOf = (name: string, schema: Schema): fc.Arbitrary<Filled> => {
  const member = members[name];
  if (!member) return fitting(schema).map((value) => () => value);
  return fc.nat(99).map((which) => (world: World) => member(world, which));
};

interface Step {
  /** Its operationId. */
  readonly operation: string;
  readonly which: number;
  readonly body: Filled;
}

/** Every operation once, in any order, mostly with what a person scheduled or started. */
const steps: fc.Arbitrary<Step[]> = fc
  .tuple(
    ...callable.map((operation) =>
      fc.record({
        operation: fc.constant(operation.id),
        which: fc.oneof({ arbitrary: fc.constant(0), weight: 2 }, fc.nat(11)),
        body: bodyOf(operation),
      }),
    ),
  )
  .chain((each) => fc.shuffledSubarray(each, { minLength: each.length }));

function send(world: World, { operation, which, body }: Step) {
  const { member, ids } = world;
  const filled = body(world);
  const { method, path: template } = callable.find(({ id }) => id === operation)!;
  const path = template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const known = ids[name] ?? [];
    return String(known[which % known.length] ?? 1);
  });
  return member.send(method, path, {
    key: member.key,
    ...(filled !== undefined && { body: filled }),
  });
}

/** A call, or what decides about the calls of a campaign. */
interface Row {
  readonly kind: 'scheduled' | 'campaign' | 'contact' | 'run';
  readonly campaign_id: number | null;
  readonly to_number: string | null;
  /** When it is called, or when the campaign is started. */
  readonly at: string | null;
  /** Contacts that are left to call. */
  readonly contacts: number;
  readonly text: string;
}

/** Everything that is called, or will be without any further request. */
async function callsOf({ member: { organization_id }, workflow_id }: World) {
  const { db } = server.app;
  const rows = new Map<string, Row>();
  const add = (key: string, row: Omit<Row, 'text'>, decides: unknown) =>
    rows.set(key, { ...row, text: JSON.stringify(decides) });
  const own = { campaign_id: null, to_number: null, at: null, contacts: 0 };
  const scheduled = await db
    .selectFrom('scheduled_calls')
    .select(['id', 'workflow_id', 'telephony_configuration_id', 'from_number', 'timezone'])
    .select(['to_number', 'initial_context', 'scheduled_at as at'])
    .where('organization_id', '=', organization_id)
    .where('state', '=', 'scheduled')
    .execute();
  for (const { id, ...call } of scheduled)
    add(`scheduled call ${id}`, { ...own, ...call, kind: 'scheduled' }, call);
  const campaigns = await db
    .selectFrom('campaigns')
    .select(['id', 'state', 'start_at as at', 'total_rows', 'max_concurrency', 'name'])
    .select(['retry_config', 'schedule_config', 'circuit_breaker', 'machine_detection'])
    .select(['require_prior_consent', 'telephony_configuration_id', 'workflow_id'])
    .where('organization_id', '=', organization_id)
    .where((eb) =>
      eb.or([eb('state', 'in', ['running', 'paused']), eb('start_due_at', 'is not', null)]),
    )
    .execute();
  const open = await db
    .selectFrom('campaign_contacts')
    .select(['id', 'campaign_id', 'phone_number', 'timezone', 'initial_context', 'due_at as at'])
    .where('organization_id', '=', organization_id)
    .where('state', 'in', ['pending', 'waiting', 'dialing'])
    .execute();
  for (const { id, state, ...settings } of campaigns) {
    const contacts = open.filter(({ campaign_id }) => campaign_id === id).length;
    const row = { ...own, kind: 'campaign' as const, campaign_id: id, at: settings.at, contacts };
    add(`campaign ${id}`, row, settings);
    if (state === 'running') add(`campaign ${id} that runs`, row, null);
  }
  for (const { id, ...contact } of open) {
    const { campaign_id, phone_number: to_number, at } = contact;
    if (!rows.has(`campaign ${campaign_id}`)) continue;
    add(`contact ${id}`, { ...own, kind: 'contact', campaign_id, to_number, at }, contact);
  }
  const runs = await db
    .selectFrom('workflow_runs')
    .select(['id', 'to_number', 'initial_context', 'created_at as at'])
    .where('organization_id', '=', organization_id)
    .where('workflow_id', '=', workflow_id)
    .where('mode', '=', 'ad_hoc')
    .where('state', '<>', 'completed')
    .execute();
  for (const { id, ...run } of runs) add(`run ${id}`, { ...own, ...run, kind: 'run' }, run);
  return rows;
}

/** Whether a policy of the connector covers the call, or the campaign. */
const isCovered = ({ usable, begun, workflow_id }: World, row: Row): boolean =>
  usable.some((policy) => {
    const at = row.at === null || row.kind === 'contact' ? begun : row.at;
    if (at < (policy.not_before?.toString() ?? '') || at >= policy.expires_at) return false;
    if (row.campaign_id !== null)
      return (
        policy.target_id === row.campaign_id &&
        policy.action_type !== 'call_initiate' &&
        row.contacts <= policy.campaign_contact_count_ceiling!
      );
    const isExact = policy.destination_kind !== 'e164_prefix';
    const { destination_value = '' } = policy;
    return (
      policy.action_type === 'call_initiate' &&
      policy.target_id === workflow_id &&
      (isExact ? row.to_number === destination_value : row.to_number!.startsWith(destination_value))
    );
  });

type Calls = ReadonlyMap<string, Row>;

/** What the connector has added or changed, without what it only prepared: that is looked at when it is placed. */
const changedBetween = (before: Calls, after: Calls): [string, Row][] =>
  [...after].filter(([key, row]) => before.get(key)?.text !== row.text);

const isPrepared = (before: Calls, key: string, { kind, campaign_id }: Row): boolean =>
  kind === 'scheduled' || kind === 'campaign'
    ? !before.has(key) && !key.endsWith('runs')
    : kind === 'contact' && !before.has(`campaign ${campaign_id}`);

/** What the connector did without authority; undefined: nothing. */
async function violationIn(world: World, sequence: readonly Step[]): Promise<string | undefined> {
  const touched = new Set<string>();
  let before = await callsOf(world);
  for (const step of sequence) {
    const { status } = await send(world, step);
    const after = await callsOf(world);
    for (const [key, row] of changedBetween(before, after)) {
      touched.add(row.campaign_id === null ? key : `campaign ${row.campaign_id}`);
      if (!isPrepared(before, key, row) && !isCovered(world, row))
        return `${step.operation} (${status}) changed the ${key}: ${row.text}`;
    }
    before = after;
  }
  for (let passed = 1; passed <= hours; passed += 1) {
    server.setNow(later(world.begun, passed * hour));
    await initiateScheduled(server.app);
    await startDue(server.app);
    const after = await callsOf(world);
    const violation = await unusedIn(world, { before, after, touched });
    if (violation !== undefined) return violation;
    before = after;
  }
  return undefined;
}

/** What was placed without a use of a policy that covers it, of what the connector has touched. */
async function unusedIn(
  { member, usable, ...world }: World,
  { before, after, touched }: { before: Calls; after: Calls; touched: ReadonlySet<string> },
): Promise<string | undefined> {
  const { organization_id } = member;
  const { db } = server.app;
  const uses = await db
    .selectFrom('approval_policy_uses')
    .select(['subject_type', 'subject_id'])
    .where('organization_id', '=', organization_id)
    .execute();
  const used = new Set(uses.map(({ subject_type, subject_id }) => `${subject_type} ${subject_id}`));
  const placed = await db
    .selectFrom('scheduled_calls')
    .select(['id', 'run_id'])
    .where('organization_id', '=', organization_id)
    .where('state', '=', 'initiated')
    .execute();
  const at = server.app.now();
  for (const { id, run_id } of placed) {
    if (!touched.has(`scheduled call ${id}`) || before.has(`run ${run_id}`)) continue;
    const row = after.get(`run ${run_id}`);
    if (
      !row ||
      !used.has(`workflow_run ${run_id}`) ||
      !isCovered({ member, usable, ...world }, row)
    )
      return `The scheduled call ${id} was placed at ${at} without a policy.`;
  }
  for (const [key, row] of after) {
    if (!key.endsWith('that runs') || before.has(key)) continue;
    const isAllowed =
      used.has(`campaign ${row.campaign_id}`) &&
      isCovered({ member, usable, ...world }, { ...row, at });
    if (touched.has(`campaign ${row.campaign_id}`) && !isAllowed)
      return `The ${key} was started at ${at} without a policy.`;
  }
  return undefined;
}

describe("A connector's key", () => {
  test('has its scopes looked at here, each of them', () => {
    const { enum: scopes = [] } = resolve<{ enum?: Scope[] }>(document, {
      $ref: '#/components/schemas/ApiKeyScope',
    });

    expect(scopes.filter((scope) => !ofCalls.includes(scope) && !(scope in others))).toEqual([]);
    expect(callable.map(({ id }) => id)).toContain('updateScheduledCall');
  });

  test('places, moves and changes no call that no policy of its connector covers, in any sequence', async () => {
    const isChosen = fc.constantFrom(true, false, false);
    const chosen = fc.array(isChosen, { minLength: 9, maxLength: 9 });
    await fc.assert(
      fc.asyncProperty(chosen, steps, async (policies, sequence) => {
        expect(await violationIn(await givenWorld(policies), sequence)).toBeUndefined();
        // What one sequence leaves scheduled is none of the next one's business.
        await server.app.db.deleteFrom('scheduled_calls').execute();
      }),
      { numRuns, seed, endOnFailure: true },
    );
  });
});
