import type pg from 'pg';
import { isEnd, planOf } from '../../src/telephony/simulation/call-rules.ts';
import type {
  Acts,
  Campaign,
  Contact,
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
  const { transfers, toolAnswers, ...seen } = observed;
  return {
    ...seen,
    acts: { ...(await readActs(client, given)), requested: transfers, toolAnswers },
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
async function readActs(
  client: pg.Client,
  { writes, pace }: Given,
): Promise<Omit<Acts, 'requested' | 'toolAnswers'>> {
  const lengthMs = pace.ring_ms + pace.talk_ms;
  const { rows: transfers } = await client.query<Transfer>(
    `select transfer.id::int, transfer.status, transfer.failure, transfer.phone_number,
       transfer.status <> 'bridged' and run.ended_at < call.placed_at + ${lengthMs} * interval '1 millisecond' as ended_early
     from run_transfers as transfer
     join workflow_runs as run on run.id = transfer.run_id
     join simulated_calls as call on call.run_id = run.id`,
  );
  const { rows: requests } = await client.query<{ transfer_id: number }>(
    'select unnest(transfers)::int as transfer_id from simulated_calls',
  );
  const numbers = new Map(transfers.map(({ id, phone_number }) => [id, phone_number]));
  const rung = requests.map(({ transfer_id }) => ({
    transfer_id,
    isAnswered: planOf(numbers.get(transfer_id) ?? '', 0, 'off').callbacks.includes('answered'),
  }));
  const { rows: executions } = await client.query<ToolExecution>(
    'select id::int, call_id, status from tool_executions',
  );
  return { transfers, rung, executions, writes };
}

function placedCall(call: BookedCall, { observed, pace }: Given): PlacedCall {
  const { to_number } = call;
  const configuration_id = Number(call.configuration_id);
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
