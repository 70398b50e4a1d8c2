import { setTimeout } from 'node:timers/promises';
import { verdict } from '../support/rounds.ts';
import { type Bed, createCampaign, startWorker } from './bed.ts';
import { isBrief } from '../support/brief.ts';

/** Starts campaigns of growing size, and has a worker copy their contacts while they are paused. */
export async function measureStarts(bed: Bed, contacts: number): Promise<void> {
  const started: number[] = [];
  const sizes = isBrief ? [1000, contacts] : [1000, 100_000, contacts];
  for (const size of sizes) {
    const id = await createCampaign(bed, { contacts: size });
    const began = performance.now();
    await bed.api('POST', `/campaign/${id}/start`);
    const seconds = (performance.now() - began) / 1000;
    console.log(`start of ${size} contacts: ${seconds.toFixed(2)} s`);
    if (size === contacts) verdict(`S6 start of ${size} contacts`, seconds, 0.2, { unit: 's' });
    await bed.api('POST', `/campaign/${id}/pause`);
    await measureCopy(bed, id);
    started.push(id);
  }
  for (const id of started) await bed.api('POST', `/campaign/${id}/resume`);
  await bed.db.query('analyze');
}

async function measureCopy(bed: Bed, id: number): Promise<void> {
  const worker = await startWorker(bed, 'copier');
  const began = performance.now();
  for (;;) {
    const { rowCount } = await bed.db.query(
      'select from campaigns where id = $1 and copied_to_row is not null',
      [id],
    );
    if (rowCount === 0) break;
    await setTimeout(100);
  }
  console.log(
    `  its contacts are copied after ${((performance.now() - began) / 1000).toFixed(1)} s`,
  );
  await worker.stop();
}
