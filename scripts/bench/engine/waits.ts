import { setTimeout as pause } from 'node:timers/promises';
import { spread } from '../support/figures.ts';
import { type Bed, startWorker } from './bed.ts';

const changes = 20;

/** What a change of a workflow takes that callers call with without a pause. */
export async function measureChanges({ api, workflow_id }: Bed, callers: number): Promise<void> {
  const stopping = new AbortController();
  let calls = 0;
  const began = performance.now();
  const calling = Array.from({ length: callers }, async () => {
    while (!stopping.signal.aborted) {
      await api('POST', '/telephony/initiate-call', { workflow_id, to_number: '+12125550100' });
      calls += 1;
    }
  });
  const times: number[] = [];
  for (let change = 0; change < changes; change += 1) {
    await pause(100);
    const asked = performance.now();
    await api('PUT', `/workflow/${workflow_id}`, { name: `Bench ${change}` });
    times.push(performance.now() - asked);
  }
  stopping.abort();
  await Promise.all(calling);
  const perSecond = (calls * 1000) / (performance.now() - began);
  console.log(
    `PUT of a workflow beside ${callers} callers, ${perSecond.toFixed(1)} calls/s: ${spread(times, 1)} ms, max ${Math.max(...times).toFixed(0)} ms`,
  );
}

const slots = 3;
const scheduled = 40;
const talkMs = 500;

/** How long scheduled calls take that are due at once, with few slots. */
export async function measureScheduled(bed: Bed): Promise<void> {
  const { api, db, workflow_id } = bed;
  await db.query('delete from live_calls');
  await db.query(
    'update organizations set concurrent_call_limit = $1, reserved_for_single_calls = 0',
    [slots],
  );
  const { id } = await api('POST', '/organizations/telephony-configs', {
    name: 'Scheduled',
    provider: 'simulated',
    credentials: { ring_ms: 0, talk_ms: talkMs },
  });
  const dueMs = Date.now() + 10_000;
  for (let call = 0; call < scheduled; call += 1)
    await api('POST', '/telephony/scheduled-calls', {
      workflow_id,
      telephony_configuration_id: id,
      to_number: `+121255501${String(call % 40).padStart(2, '0')}`,
      scheduled_at: new Date(dueMs).toISOString(),
    });
  const worker = await startWorker(bed, 'worker');
  await pause(dueMs - Date.now());
  const left = async (): Promise<number> => {
    const { rows } = await db.query<{ left: string }>(
      `select (select count(*) from scheduled_calls where state = 'scheduled') + (select count(*) from live_calls) as left`,
    );
    return Number(rows[0]?.left);
  };
  while ((await left()) > 0) await pause(50);
  console.log(
    `${scheduled} scheduled calls of ${talkMs} ms with ${slots} slots: ${((Date.now() - dueMs) / 1000).toFixed(1)} s; without any wait ${((Math.ceil(scheduled / slots) * talkMs) / 1000).toFixed(1)} s`,
  );
  await worker.stop();
}
