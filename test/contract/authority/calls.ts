import { startDue } from '../../../src/campaigns/lifecycle/start-times.ts';
import { initiateScheduled } from '../../../src/telephony/scheduled-calls/jobs.ts';
import { later } from '../../../src/timestamp.ts';
import { send, type Step } from './requests.ts';
import { unnamedTool } from './talking.ts';
import { hour, hours, type World } from './world.ts';

/** A call, or what decides about the calls of a campaign. */
interface Row {
  readonly kind: 'scheduled' | 'campaign' | 'contact' | 'run' | 'transfer';
  readonly campaign_id: number | null;
  readonly to_number: string | null;
  /** When it is called, or when the campaign is started. */
  readonly at: string | null;
  /** Contacts that are left to call. */
  readonly contacts: number;
  readonly text: string;
}

/** Everything that is called, or will be without any further request. */
async function callsOf(world: World) {
  const { organization_id, server } = world.member;
  const { workflow_id } = world;
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
  const transfers = await db
    .selectFrom('run_transfers')
    .select(['id', 'run_id', 'phone_number as to_number', 'created_at as at'])
    .where('organization_id', '=', organization_id)
    .execute();
  world.transfers.splice(0, Infinity, ...transfers);
  for (const { id, run_id, ...call } of transfers)
    add(`transfer ${id} of run ${run_id}`, { ...own, ...call, kind: 'transfer' }, call);
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
export async function violationIn(
  world: World,
  sequence: readonly Step[],
): Promise<string | undefined> {
  const { server } = world.member;
  const touched = new Set<string>();
  let before = await callsOf(world);
  let transfers = 0;
  for (const step of sequence) {
    const { status, isPersons, isOfLeft, isForbidden } = await send(world, step);
    if (isForbidden && status < 300)
      return `${step.operation} (${status}) in a call without a policy.`;
    if (isOfLeft && status < 300) return `${step.operation} (${status}) by an agent that has left.`;
    await server.app.calls.sendTransfers();
    const after = await callsOf(world);
    for (const [key, row] of changedBetween(before, after)) {
      if (isPersons) continue;
      if (row.kind === 'transfer') transfers += 1;
      touched.add(row.campaign_id === null ? key : `campaign ${row.campaign_id}`);
      if (!isPrepared(before, key, row) && !isCovered(world, row))
        return `${step.operation} (${status}) changed the ${key}: ${row.text}`;
    }
    before = after;
  }
  await server.app.calls.settled();
  const unauthorized = await unusedByAgents(world, transfers);
  if (unauthorized !== undefined) return unauthorized;
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

/** The uses of policies that are fewer than the transfers which need one, or a call of a tool that no version names. */
async function unusedByAgents(
  { member: { organization_id, server }, talking }: World,
  transfers: number,
): Promise<string | undefined> {
  const { db } = server.app;
  const { uses } = await db
    .selectFrom('approval_policy_uses')
    .select(({ fn }) => fn.countAll<number>().as('uses'))
    .where('organization_id', '=', organization_id)
    .where(
      'subject_id',
      'in',
      talking.map(({ run_id }) => run_id),
    )
    .where('subject_type', '=', 'workflow_run')
    .executeTakeFirstOrThrow();
  if (uses < transfers) return `${transfers} transfers used policies ${uses} times.`;
  const called = await db
    .selectFrom('tool_executions')
    .select('tool_name')
    .where('organization_id', '=', organization_id)
    .where('tool_name', '=', unnamedTool)
    .executeTakeFirst();
  return called && `The tool ${called.tool_name} was called, which no version names.`;
}

/** What was placed without a use of a policy that covers it, of what the connector has touched. */
async function unusedIn(
  { member, usable, ...world }: World,
  { before, after, touched }: { before: Calls; after: Calls; touched: ReadonlySet<string> },
): Promise<string | undefined> {
  const { organization_id, server } = member;
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
