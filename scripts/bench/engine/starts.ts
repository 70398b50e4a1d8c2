import { verdict } from '../support/rounds.ts';
import { type Bed, createCampaign } from './bed.ts';

/** Starts campaigns of growing size. */
export async function measureStarts(bed: Bed, contacts: number): Promise<void> {
  for (const size of [1000, 100_000, contacts]) {
    const id = await createCampaign(bed, { contacts: size });
    const began = performance.now();
    await bed.api('POST', `/campaign/${id}/start`);
    const seconds = (performance.now() - began) / 1000;
    console.log(`start of ${size} contacts: ${seconds.toFixed(2)} s`);
    if (size === contacts) verdict(`S6 start of ${size} contacts`, seconds, 8, 's');
  }
  await bed.db.query('analyze');
}
