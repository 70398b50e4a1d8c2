import { handoffRows } from '../../scripts/chaos/agents.ts';
import { brokenRecords } from '../../scripts/chaos/checks.ts';
import type {
  Campaign,
  Contact,
  Handoff,
  ReceivedEvent,
  Run,
  Transfer,
  Violation,
} from '../../scripts/chaos/history.ts';
import { violationsOf } from '../../scripts/chaos/rules.ts';
import { approvedPrefix } from './clients.ts';
import type { Embedded } from './embedded.ts';
import type { BookedCall, Network } from './network.ts';
import type { Observed } from './observed.ts';
import type { Plan } from './plan.ts';
import type { Tenant } from './tenant.ts';

interface Given {
  readonly embedded: Embedded;
  readonly plan: Plan;
  readonly tenant: Tenant;
  readonly observed: Observed;
  readonly network: Pick<Network, 'book' | 'rung' | 'agents' | 'silences'>;
  /** From when on nothing failed any longer. */
  readonly reliable_from: number;
}

interface LastCalled extends Contact {
  readonly last_run_id: number | null;
}

/** After so many a call of which nobody heard ends as unknown. */
const silencesUntilUnknown = 4;

/** What the run shows and no promise allows: by the same rules as in `make chaos`. */
export async function check(given: Given): Promise<Violation[]> {
  const { embedded, plan, tenant, observed, network, reliable_from } = given;
  const { book, silences } = network;
  const { organization_id } = tenant;
  const rows = async <Row>(text: string): Promise<Row[]> =>
    (await embedded.query(text)).rows as Row[];
  const runs = await rows<HungUpRun>(
    'select id, state, outcome, failure, hang_up_requested_at is not null as is_hung_up from workflow_runs',
  );
  const { forbidden, requests, serverErrors } = observed;
  const contacts = await rows<LastCalled>(
    `select k.campaign_id, c.organization_id, k.phone_number, k.state, k.skip_reason, k.outcome, k.attempts,
       (select max(id) from workflow_runs as run where run.contact_id = k.id) as last_run_id
     from campaign_contacts k join campaigns c on c.id = k.campaign_id order by k.id`,
  );
  const violations = violationsOf({
    forbidden,
    requests,
    serverErrors,
    calls: book,
    limits: [{ organization_id, calls: plan.call_limit }, ...observed.limits(organization_id)],
    // Statements may take any time here, so calls come late and together; the rate is measured in tests of its own.
    rates: [],
    policies: [{ organization_id, prefix: approvedPrefix, max_uses: plan.max_uses }],
    contacts: contacts.map(({ last_run_id, ...contact }) => ({
      ...contact,
      is_unheard:
        contact.outcome === 'unknown' &&
        (silences.get(last_run_id ?? 0) ?? 0) >= silencesUntilUnknown,
    })),
    campaigns: await rows<Campaign>('select id, state from campaigns order by id'),
    runs,
    events: await rows<ReceivedEvent>(
      `select id, event, run_id from (
         select id, event, run_id from webhook_events union all select id, event, run_id from pending_events
       ) events where run_id is not null and event not like 'transfer\\_%' order by id`,
    ),
    acts: {
      requested: observed.transfers,
      transfers: await rows<Transfer>(
        `select id, kind, status, failure, destination, false as ended_early from run_transfers order by id`,
      ),
      agents: {
        handoffs: await rows<Handoff>(handoffRows),
        connections: network.agents.connections,
        uses: observed.uses,
        removals: observed.removals,
        ends: new Map(
          book.flatMap(({ run_id, accepted, ends_at }) => (accepted ? [[run_id, ends_at]] : [])),
        ),
        reliable: { from: reliable_from, until: Infinity, slackMs: 0 },
        lateMs: 0,
      },
      rung: network.rung,
      toolAnswers: [],
      executions: [],
      writes: new Map(),
    },
    clock_set_at: Infinity,
  });
  const broken = [
    ...(await brokenRecords(rows)),
    ...unlikeTheBook(runs, book),
    ...miscounted(await rows<CountedNumber>(countedNumbers)),
  ];
  return [...violations, ...broken.map((evidence): Violation => ({ kind: 'record', evidence }))];
}

interface CountedNumber {
  readonly phone_number: string;
  readonly calls_counted: number;
  readonly calls: number;
}

const countedNumbers = `
  select number.phone_number, number.calls_counted, count(call.from_number)::integer as calls
  from phone_numbers as number
  left join (
    select from_number, created_at from workflow_runs
    union all select from_number, created_at from run_transfers
  ) as call on call.from_number = number.phone_number
    and call.created_at >= number.counted_from and call.created_at < number.counted_until
  group by number.id order by number.id`;

/** Caller numbers of which other calls are counted than they made. */
const miscounted = (numbers: readonly CountedNumber[]): string[] =>
  numbers
    .filter(({ calls_counted, calls }) => calls_counted !== calls)
    .map(
      ({ phone_number, calls_counted, calls }) =>
        `${phone_number} made ${calls} calls, and ${calls_counted} are counted`,
    );

interface HungUpRun extends Run {
  readonly is_hung_up: boolean;
}

/** Calls whose outcome is not the one in the network's book; it may not be known. */
function unlikeTheBook(runs: readonly HungUpRun[], book: readonly BookedCall[]): string[] {
  const placed = new Map(
    book.filter(({ accepted }) => accepted).map((call) => [call.run_id, call]),
  );
  return runs.flatMap(({ id, outcome, failure, is_hung_up }) => {
    const ending = placed.get(id)?.ending;
    const expected = is_hung_up
      ? ['canceled']
      : ending === undefined
        ? ['failed', 'canceled']
        : [ending];
    const isRight = outcome === 'unknown' || expected.some((each) => each === outcome);
    return isRight
      ? []
      : [`run ${id} ended as ${outcome} (${failure}), and the network says ${ending ?? 'nothing'}`];
  });
}
