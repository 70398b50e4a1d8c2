import { v7 as uuid } from 'uuid';
import { claim } from '../../../src/campaigns/dialing/claim.ts';
import { connectPostgres } from '../../../src/db/connect.ts';
import { createCallSlots } from '../../../src/telephony/calls/slots.ts';
import { timestampOf } from '../../../src/timestamp.ts';
import { median, spread } from '../support/figures.ts';
import { verdict } from '../support/rounds.ts';
import type { Bed } from './bed.ts';

const claimedAtOnce = 20;

interface StartedCampaign {
  readonly id: string;
  readonly organization_id: string;
  readonly total_rows: number;
}

/** Claims twenty contacts at a time from each of the started campaigns, without placing calls. */
export async function measureClaims({ url, db }: Bed): Promise<void> {
  const connection = connectPostgres(url, { poolSize: 2 });
  const slots = createCallSlots();
  const { rows: campaigns } = await db.query<StartedCampaign>(
    'select id, organization_id, total_rows from campaigns order by id',
  );
  const once = async ({ id, organization_id }: StartedCampaign): Promise<number> => {
    const began = performance.now();
    const wanted = {
      organization_id: Number(organization_id),
      campaign_id: Number(id),
      claim_id: uuid(),
      slots,
      now: timestampOf(new Date()),
      maxCalls: claimedAtOnce,
    };
    const { calls: taken = [] } =
      (await connection.db.transaction().execute((trx) => claim(trx, wanted))) ?? {};
    if (taken.length !== claimedAtOnce) throw new Error(`${taken.length} contacts were claimed.`);
    return performance.now() - began;
  };
  const measured = async (what: string): Promise<void> => {
    const times = campaigns.map((): number[] => []);
    for (let round = 0; round < 20; round++)
      for (const [index, row] of campaigns.entries()) times[index]?.push(await once(row));
    const settled = times.map((each) => each.slice(5));
    for (const [index, { total_rows }] of campaigns.entries())
      console.log(
        `claim of ${claimedAtOnce} of ${total_rows} contacts${what}: ${spread(settled[index] ?? [], 1)} ms`,
      );
    const ratio = median(settled.at(-1) ?? []) / median(settled[0] ?? []);
    verdict(`S6 claim at ${campaigns.at(-1)?.total_rows} against 1000 contacts${what}`, ratio, 1.1);
  };
  await measured('');
  const large = campaigns.at(-1);
  await db.query(
    `update campaign_contacts set state = 'done', outcome = 'completed', attempts = 1 where campaign_id = $1 and row_number % 1000000 between 2000 and $2 and state = 'pending'`,
    [large?.id, Number(large?.total_rows) * 0.9],
  );
  await measured(', nine of ten of the largest done, not vacuumed');
  await connection.close();
  await db.query(`update campaigns set state = 'canceled' where state = 'running'`);
  await db.query(
    `update workflow_runs set state = 'completed', outcome = 'unknown', ended_at = created_at where state <> 'completed'`,
  );
  await db.query('delete from live_calls');
  await db.query('analyze');
}
