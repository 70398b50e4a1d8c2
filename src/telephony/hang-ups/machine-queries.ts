import { sql, type Transaction } from 'kysely';
import { anyOf } from '../../db/any-of.ts';
import type { Database } from '../../db/connect.ts';
import type { Timestamp } from '../../timestamp.ts';
import type { machineNews } from '../calls/rules.ts';

export type MachineNews = NonNullable<ReturnType<typeof machineNews>>;

/** Those of the calls in which the message is being played, or was requested; their runs are locked. */
export async function playingMessage(
  trx: Transaction<Database>,
  ids: readonly number[],
): Promise<number[]> {
  if (ids.length === 0) return [];
  const rows = await trx
    .selectFrom('live_calls')
    .select('run_id')
    .where('run_id', '=', anyOf(ids))
    .where('wanted', 'in', ['message', 'message_left'])
    .execute();
  return rows.map(({ run_id }) => run_id);
}

/**
 * Has the carriers of calls that a machine answered asked for what their campaign or workflow wants then: to end the call,
 * or to play a message after the greeting and end it after the message. Each is begun once, and not if somebody hung the
 * call up. The calls' runs are locked.
 */
export async function actOnMachines(
  trx: Transaction<Database>,
  machines: ReadonlyMap<number, MachineNews>,
  now: Timestamp,
): Promise<void> {
  if (machines.size === 0) return;
  const news = [...machines].map(([run_id, kind]) => ({ run_id, kind }));
  await sql`
    update live_calls as live
    set wanted = next.wanted, hang_up_at = ${now}, hang_ups = 0
    from (
      select live_calls.run_id, case
          when news.kind = 'message_ended' and live_calls.wanted in ('message', 'message_left') then 'hang_up'
          when live_calls.wanted is not null then null
          when handling ->> 'on_machine' = 'hang_up' then 'hang_up'
          when handling ->> 'on_machine' = 'leave_message' and news.kind = 'greeting_ended' then 'message'
        end as wanted
      from jsonb_to_recordset(${JSON.stringify(news)}::jsonb) as news (run_id bigint, kind text)
      join live_calls on live_calls.run_id = news.run_id
      where live_calls.run_id = ${anyOf(machines.keys())}
        and live_calls.placing_at is not null and live_calls.handling is not null
    ) as next
    where live.run_id = next.run_id and next.wanted is not null`.execute(trx);
}
