import type pg from 'pg';
import { isEnd, planOf } from '../../src/telephony/simulation/call-rules.ts';
import { lostMs } from '../../src/telephony/transfers/rules.ts';
import { handoffRows } from './agents.ts';
import type {
  Acts,
  Agents,
  Campaign,
  Connection,
  Contact,
  Handoff,
  History,
  PlacedCall,
  ReceivedEvent,
  Run,
  ToolExecution,
  Transfer,
} from './history.ts';
import type { Observed } from './tenant.ts';

interface BookedCall {
  readonly run_id: string;
  readonly configuration_id: string;
  readonly to_number: string;
  readonly placed_at: Date;
  readonly earlier_calls: string;
}

interface Given {
  readonly observed: Observed;
  readonly events: readonly ReceivedEvent[];
  readonly clock_set_at: number;
  /** How often the server of the tool got each call. */
  readonly writes: ReadonlyMap<string, number>;
  /** The calls that the runtimes of agents got. */
  readonly connections: readonly Connection[];
  readonly pace: { readonly ring_ms: number; readonly talk_ms: number };
}

/** Everything that was observed, with the network's book and what the service says in the end. */
export async function readHistory(client: pg.Client, given: Given): Promise<History> {
  const { observed, events, clock_set_at } = given;
  const rows = async <Row extends pg.QueryResultRow>(text: string): Promise<Row[]> =>
    (await client.query<Row>(text)).rows;
  const booked = await rows<BookedCall>(
    `select run_id, telephony_configuration_id as configuration_id, to_number, placed_at,
       row_number() over (partition by telephony_configuration_id, to_number order by id) - 1 as earlier_calls
     from simulated_calls order by placed_at`,
  );
  const { rows: contacts } = await client.query<Contact>(
    `select k.campaign_id::int, c.organization_id::int, k.phone_number, k.state, k.skip_reason, k.outcome, k.attempts
     from campaign_contacts k join campaigns c on c.id = k.campaign_id`,
  );
  const { forbidden, limits, rates, policies, requests, serverErrors } = observed;
  return {
    forbidden,
    limits,
    rates,
    policies,
    requests,
    serverErrors,
    acts: await readActs(client, given),
    calls: booked.map((call) => placedCall(call, given)),
    contacts,
    campaigns: await rows<Campaign>('select id::int, state from campaigns'),
    runs: await rows<Run>(
      `select id::int, state, outcome, failure from workflow_runs where mode <> 'test'`,
    ),
    events,
    clock_set_at,
  };
}

/** What was done in calls, as the service and the network have it. */
async function readActs(client: pg.Client, given: Given): Promise<Acts> {
  const { writes, observed } = given;
  const { transfers: requested, toolAnswers } = observed;
  const { rows } = await client.query<TransferRow>(
    `select transfer.id::int, transfer.kind, transfer.status, transfer.failure, transfer.destination,
       transfer.phone_number, call.telephony_configuration_id::int as configuration_id,
       transfer.status = 'bridged' and transfer.kind <> 'handoff' as has_talked,
       extract(epoch from run.ended_at - call.placed_at)::float8 * 1000 as lasted_ms
     from run_transfers as transfer
     join workflow_runs as run on run.id = transfer.run_id
     join simulated_calls as call on call.run_id = run.id`,
  );
  const transfers = rows.map(({ configuration_id, has_talked, lasted_ms, ...transfer }) => {
    const { ring_ms, talk_ms } = paceIn(given, configuration_id);
    return { ...transfer, ended_early: !has_talked && lasted_ms < ring_ms + talk_ms };
  });
  const { rows: requests } = await client.query<{ transfer_id: number }>(
    'select unnest(transfers)::int as transfer_id from simulated_calls',
  );
  const numbers = new Map(transfers.map(({ id, phone_number }) => [id, phone_number]));
  const agents = await readAgents(client, given);
  const connected = new Set(agents.connections.map(({ agent }) => agent));
  const isAnswered = (id: number): boolean => {
    const number = numbers.get(id);
    return typeof number === 'string'
      ? planOf(number, 0, 'off').callbacks.includes('answered')
      : connected.has(id);
  };
  const rung = requests.map(({ transfer_id }) => ({
    transfer_id,
    isAnswered: isAnswered(transfer_id),
  }));
  const { rows: executions } = await client.query<ToolExecution>(
    'select id::int, call_id, status from tool_executions',
  );
  return { requested, transfers, agents, rung, toolAnswers, executions, writes };
}

interface TransferRow extends Omit<Transfer, 'ended_early'> {
  readonly phone_number: string | null;
  readonly configuration_id: number;
  readonly has_talked: boolean;
  readonly lasted_ms: number;
}

const paceIn = ({ observed, pace }: Given, configurationId: number): Given['pace'] =>
  observed.paceOf.get(configurationId) ?? pace;

interface HandoffRow extends Handoff {
  readonly ended_at: number;
}

/** Clocks of one machine, one of which follows that of the database. */
const lateMs = 250;
/** What kills, outages and locks take, beside what a carrier may take. */
const slackMs = 30_000;

/** Who had the calls that changed their agents. */
async function readAgents(client: pg.Client, given: Given): Promise<Agents> {
  const { observed, connections, clock_set_at } = given;
  const { rows } = await client.query<HandoffRow>(handoffRows);
  // A process that was stopped while it was the network connected the call when it went on, as no carrier does.
  const wasLate = ({ id, sent_at }: HandoffRow): boolean =>
    connections.some(({ agent, at }) => agent === id && sent_at !== null && at - sent_at > lostMs);
  const late = new Set(rows.filter((row) => wasLate(row)).map(({ run_id }) => run_id));
  return {
    handoffs: rows,
    connections,
    uses: observed.uses,
    removals: observed.removals,
    ends: new Map(
      rows
        .filter(({ run_id }) => !late.has(run_id))
        .map(({ run_id, ended_at }) => [run_id, ended_at]),
    ),
    reliable: { from: 0, until: clock_set_at, slackMs },
    lateMs,
  };
}

function placedCall(call: BookedCall, given: Given): PlacedCall {
  const { observed } = given;
  const { to_number } = call;
  const configuration_id = Number(call.configuration_id);
  const pace = paceIn(given, configuration_id);
  const organization_id = observed.organizationOf.get(configuration_id) ?? 0;
  const placed_at = call.placed_at.getTime();
  const { answer, acceptAfterMs, callbacks } = planOf(to_number, Number(call.earlier_calls));
  const accepted = answer === 'accepted';
  const first = callbacks.findIndex(isEnd);
  const length = acceptAfterMs + pace.ring_ms + (first > 0 ? pace.talk_ms : 0);
  return {
    run_id: Number(call.run_id),
    organization_id,
    configuration_id,
    campaign_id: observed.campaignOf.get(`${organization_id} ${to_number}`) ?? null,
    to_number,
    placed_at,
    ends_at: accepted ? placed_at + length : placed_at,
    accepted,
  };
}
