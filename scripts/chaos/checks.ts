import { isEnd, type Plan, planOf } from '../../src/telephony/simulation/call-rules.ts';
import type { Receiver } from './client.ts';

/** Runs a statement and returns its rows. */
export type Query = (sql: string) => Promise<Record<string, string>[]>;

/** The broken promises, one sentence each. */
export async function brokenPromises(
  query: Query,
  receiver: Pick<Receiver, 'seen'>,
): Promise<string[]> {
  const broken: string[] = [];
  const none = collectOf(query, broken);
  await none(
    'attempts that were placed on the network twice',
    `select run_id, count(*) from simulated_calls where to_number not like '%99' group by 1 having count(*) > 1`,
  );
  await none(
    'calls that the network accepted without an attempt',
    `select c.id, c.run_id from simulated_calls c left join workflow_runs r on r.id = c.run_id
     where r.id is null and c.to_number not like '%99'`,
  );
  await none(
    'attempts of which the network knows nothing and that are neither unknown nor were forbidden',
    `select r.id, r.outcome, r.failure from workflow_runs r left join simulated_calls c on c.run_id = r.id
     where c.id is null and r.outcome <> 'unknown' and not (r.mode = 'ad_hoc' and r.outcome = 'canceled')`,
  );
  broken.push(
    ...(await brokenRecords(query)),
    ...(await unlikeTheNetwork(query)),
    ...(await undelivered(query, receiver)),
  );
  return broken;
}

const collectOf =
  (query: Query, broken: string[]) =>
  async (what: string, sql: string): Promise<void> => {
    const rows = await query(sql);
    if (rows.length > 0)
      broken.push(`${what}: ${rows.length}, such as ${JSON.stringify(rows.slice(0, 3))}`);
  };

/** What the service's own records contradict each other in, or leave unfinished, once everything has ended. */
export async function brokenRecords(query: Query): Promise<string[]> {
  const broken: string[] = [];
  const none = collectOf(query, broken);
  await none(
    'calls that have not ended',
    `select id, state from workflow_runs where state <> 'completed' and mode <> 'test'`,
  );
  await none('calls that have ended and count as live', 'select run_id from live_calls');
  await none(
    'calls without exactly two events',
    `select r.id, count(e.id) from workflow_runs r
     left join webhook_events e on e.run_id = r.id and e.event not like 'transfer\\_%'
     where r.mode <> 'test' group by 1 having count(e.id) <> 2`,
  );
  await none(
    'transfers without the event of their request, or without exactly one of their end',
    `select transfer.run_id, transfer.transfers, event.requests, event.ends from (
       select run_id, count(*) as transfers from run_transfers group by 1
     ) transfer full join (
       select run_id, count(*) filter (where event = 'transfer_requested') as requests,
         count(*) filter (where event in ('transfer_bridged', 'transfer_failed', 'transfer_canceled')) as ends
       from webhook_events where event like 'transfer\\_%' group by 1
     ) event using (run_id)
     where transfer.transfers is distinct from event.requests or transfer.transfers is distinct from event.ends`,
  );
  await none(
    'events of transfers after the end of their call',
    `select transfer.id from webhook_events transfer
     join webhook_events ended on ended.run_id = transfer.run_id and ended.event = 'call_ended'
     where transfer.event like 'transfer\\_%' and transfer.position > ended.position`,
  );
  await none(
    'transfers that began before the one before them in their call had ended',
    `select id, run_id from (
       select id, run_id, created_at, lag(ended_at) over calls as ended_at, lag(id) over calls as before
       from run_transfers window calls as (partition by run_id order by id)
     ) transfer where before is not null and (ended_at is null or ended_at >= created_at)`,
  );
  await none(
    'runs whose agent is not that of their last handoff',
    `select run.id, run.handoff_id, last.id as last from workflow_runs run
     left join (
       select run_id, max(id) as id from run_transfers where kind = 'handoff' and status = 'bridged' group by 1
     ) last on last.run_id = run.id
     where run.handoff_id is distinct from last.id`,
  );
  await none('events that were not made', 'select id from pending_events');
  await none(
    'contacts that are not through',
    `select id, state from campaign_contacts where state not in ('done', 'skipped')`,
  );
  await none(
    'rows of started campaigns that are no contacts',
    `select c.id, r.row_number from campaigns c join campaign_source_rows r on r.source_id = c.source_id
     where c.started_at is not null and c.contacts_removed_at is null and c.uncopied_rows is null
       and not exists (select from campaign_contacts k where k.campaign_id = c.id and k.row_number = r.row_number)`,
  );
  await none(
    'contacts whose attempts are not their runs',
    `select k.id, k.attempts, count(r.id) from campaign_contacts k left join workflow_runs r on r.contact_id = k.id
     group by 1, 2 having k.attempts <> count(r.id)`,
  );
  await none(
    'contacts whose outcome is not that of their last run',
    `select k.id, k.outcome, last.outcome as run from campaign_contacts k
     join lateral (select outcome from workflow_runs where contact_id = k.id order by id desc limit 1) last on true
     where k.state = 'done' and k.outcome is distinct from last.outcome`,
  );
  await none(
    'contacts called again after they were done, or without a retry',
    `select k.id, k.attempts, k.retries_queued from campaign_contacts k where k.attempts <> k.retries_queued + 1 and k.state = 'done'`,
  );
  await none(
    'counts that are not those of the contacts',
    `select * from (
       select campaign_id, state, outcome, sum(contacts)::bigint as contacts, sum(retries)::bigint as retries from (
         select campaign_id, state, coalesce(outcome, '') as outcome, 1 as contacts, retries_queued as retries from campaign_contacts
         union all select id, 'skipped', '', uncopied_rows, 0 from campaigns where state = 'canceled' and uncopied_rows > 0
       ) one group by 1, 2, 3
     ) real full join (
       select campaign_id, state, outcome, sum(contacts)::bigint as contacts, sum(retries)::bigint as retries
       from campaign_contact_counts group by 1, 2, 3 having sum(contacts) <> 0 or sum(retries) <> 0
     ) counted using (campaign_id, state, outcome)
     where real.contacts is distinct from counted.contacts or real.retries is distinct from counted.retries`,
  );
  return broken;
}

/** Calls whose outcome differs from the simulated network's; a kill may also cause unknown. */
async function unlikeTheNetwork(query: Query): Promise<string[]> {
  const rows = await query(
    `select r.id, r.to_number, r.outcome, (
       select count(*) from simulated_calls e
       where e.to_number = c.to_number and e.telephony_configuration_id = c.telephony_configuration_id and e.id < c.id
     ) as asked
     from workflow_runs r join simulated_calls c on c.run_id = r.id where r.outcome <> 'unknown'`,
  );
  const wrong = rows.filter(({ to_number, outcome, asked }) => {
    return outcomeOf(planOf(to_number ?? '', Number(asked))) !== outcome;
  });
  return wrong.length === 0
    ? []
    : [
        `calls that ended otherwise than the network says: ${wrong.length}, such as ${JSON.stringify(wrong.slice(0, 3))}`,
      ];
}

/** The outcome of a call that went as planned. */
function outcomeOf({ answer, callbacks }: Plan): string | undefined {
  const end = answer === 'accepted' ? callbacks.find(isEnd) : 'failed';
  return end === 'completed' && callbacks.includes('machine_detected') ? 'voicemail' : end;
}

/** Events that did not arrive, arrived with two ids, or in the wrong order. */
async function undelivered(query: Query, { seen }: Pick<Receiver, 'seen'>): Promise<string[]> {
  const rows = await query(`select id from workflow_runs where mode <> 'test'`);
  const first = new Map<string, { index: number; id: string }>();
  const ids = new Map<string, Set<string>>();
  for (const [index, { id, event, run_id }] of seen.entries()) {
    const key = `${event} ${run_id}`;
    if (!first.has(key)) first.set(key, { index, id });
    ids.set(key, (ids.get(key) ?? new Set()).add(id));
  }
  const missing = rows.filter(
    ({ id }) => !first.has(`call_ended ${id}`) || !first.has(`call_analyzed ${id}`),
  );
  const twice = [...ids].filter(([, names]) => names.size > 1);
  const disordered = rows.filter(
    ({ id }) =>
      (first.get(`call_ended ${id}`)?.index ?? 0) >
      (first.get(`call_analyzed ${id}`)?.index ?? Infinity),
  );
  return [
    ...(missing.length > 0
      ? [`calls whose events did not both arrive: ${missing.length}, such as run ${missing[0]?.id}`]
      : []),
    ...(twice.length > 0 ? [`events under two names: ${twice.length}`] : []),
    ...(disordered.length > 0 ? [`call_analyzed before call_ended: ${disordered.length}`] : []),
  ];
}
