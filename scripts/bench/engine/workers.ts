import { median } from '../support/figures.ts';
import { pin, createQuota, type Quota } from '../support/quota.ts';
import { postgresPids } from '../support/cpu.ts';
import { verdict } from '../support/rounds.ts';
import { type Bed, startWorker } from './bed.ts';
import { type Called, call, warmUp } from './calls.ts';
import { usually } from '../support/brief.ts';

/** The part of a processor that each worker gets. */
const part = 0.2;
const rounds = usually(3, 1);

interface Comparison {
  readonly calls: number;
  readonly concurrency: number;
}

/**
 * Compares two workers with one while PostgreSQL has a processor of its own: it runs on the first, the API and the
 * workers on the second.
 */
export async function measureWorkers(bed: Bed, comparison: Comparison): Promise<void> {
  pin(0, postgresPids());
  pin(1, [bed.server.pid()]);
  const probe = createQuota('probe', part);
  probe?.remove();
  console.log(
    probe
      ? `PostgreSQL on CPU 0; the API and the workers on CPU 1, of which each worker gets ${part * 100} % by a control group, as if each had a small machine of its own. It shows what workers cost each other in the database, not what happens when the API's or PostgreSQL's processor is full.`
      : 'No control group can be made here, so two workers share what one has: only the calls for a second of their CPU are compared.',
  );
  const ratios: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const one = await called(bed, { ...comparison, workers: 1 });
    const two = await called(bed, { ...comparison, workers: 2 });
    ratios.push(
      probe ? two.perSecond / one.perSecond : (2 * cpuOfWorkers(one)) / cpuOfWorkers(two),
    );
  }
  verdict('S9 two workers against one, PostgreSQL on its own core', median(ratios), 1.6, {
    bound: 'at least',
  });
}

const cpuOfWorkers = ({ costs }: Called): number =>
  [...costs.cpu].reduce((sum, [name, us]) => (name.startsWith('worker') ? sum + us : sum), 0);

async function called(
  bed: Bed,
  { workers, ...comparison }: Comparison & { readonly workers: number },
): Promise<Called> {
  const quotas: Quota[] = [];
  const victims = await Promise.all(
    Array.from({ length: workers }, (_, index) => startWorker(bed, `worker ${index}`)),
  );
  try {
    pin(
      1,
      victims.map((victim) => victim.pid()),
    );
    await warmUp(bed, { concurrency: comparison.concurrency, victims });
    for (const victim of victims) {
      const quota = createQuota(victim.name.replace(' ', '-'), part);
      quota?.add(victim.pid());
      if (quota) quotas.push(quota);
    }
    return await call(bed, { ...comparison, victims });
  } finally {
    for (const victim of victims) await victim.stop();
    for (const quota of quotas) quota.remove();
  }
}
