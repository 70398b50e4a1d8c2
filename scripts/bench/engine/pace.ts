import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { verdict } from '../support/rounds.ts';
import { type Bed, createCampaign, startWorker } from './bed.ts';

const perSecond = 50;
const calls = 1500;
/** What other programs want, in processors of this machine. */
const busyness = 2;

/** A campaign with a limit of calls per second, on a quiet machine and beside programs that want all of it. */
export async function measurePace(bed: Bed): Promise<void> {
  await bed.db.query('update telephony_configurations set calls_per_second = $1', [perSecond]);
  const worker = await startWorker(bed, 'worker');
  await paced(bed, 'quiet');
  const others = Array.from({ length: busyness * availableParallelism() }, () =>
    spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }),
  );
  await paced(bed, 'busy').finally(() => others.forEach((other) => other.kill('SIGKILL')));
  await worker.stop();
  await bed.db.query('update telephony_configurations set calls_per_second = null');
}

async function paced(bed: Bed, name: string): Promise<void> {
  const { api, db } = bed;
  const id = await createCampaign(bed, { contacts: calls });
  const began = performance.now();
  await api('POST', `/campaign/${id}/start`);
  while ((await api('GET', `/campaign/${id}/progress`))['state'] === 'running') await pause(200);
  const seconds = (performance.now() - began) / 1000;
  const { rows } = await db.query<{ calls: number }>(
    `select max(calls)::int as calls from (
       select count(*) over (order by placed_at range between current row and interval '999 milliseconds' following) as calls
       from simulated_calls where run_id in (select id from workflow_runs where campaign_id = $1)) as windows`,
    [id],
  );
  const most = rows[0]?.calls ?? NaN;
  console.log(`${name}: ${calls} calls at ${perSecond}/s, most within any second: ${most}`);
  verdict(`pace, ${name}: until all are done`, seconds, calls / perSecond + 4, 's');
}
