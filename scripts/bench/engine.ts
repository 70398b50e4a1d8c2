import { parseArgs } from 'node:util';
import { withBed } from './engine/bed.ts';
import { measureCalls } from './engine/calls.ts';
import { measureClaims } from './engine/claims.ts';
import { measureStarts } from './engine/starts.ts';
import { measureWorkers } from './engine/workers.ts';
import { machine } from './support/cpu.ts';
import { withDatabase } from './support/database.ts';
import { usually } from './support/brief.ts';

// S6 and S9: the calling engine on PostgreSQL: the start of a large campaign, what a claim costs with few and with many
// contacts, calls per second, what each costs, reading while it runs, and two workers against one.
// node scripts/with-postgres.ts node scripts/bench/engine.ts [--part starts] [--part claims] [--part calls] [--part workers]
//   [--contacts 1000000] [--calls 20000] [--concurrency 500]
// Claims are those of what was started. With BENCH_PROFILES=DIRECTORY each process leaves a CPU profile there; on a server
// with pg_stat_statements the statements of a call are printed.

const { values } = parseArgs({
  options: {
    part: { type: 'string', multiple: true, default: ['starts', 'claims', 'calls', 'workers'] },
    contacts: { type: 'string', default: String(usually(1_000_000, 1500)) },
    calls: { type: 'string', default: String(usually(20_000, 40)) },
    concurrency: { type: 'string', default: String(usually(500, 20)) },
  },
});
const calls = Number(values.calls);
const concurrency = Number(values.concurrency);

await withDatabase((url) =>
  withBed(url, async (bed) => {
    console.log(machine());
    if (values.part.includes('starts')) await measureStarts(bed, Number(values.contacts));
    if (values.part.includes('claims')) await measureClaims(bed);
    if (values.part.includes('calls')) await measureCalls(bed, { calls, concurrency });
    if (values.part.includes('workers'))
      await measureWorkers(bed, { calls: Math.ceil(calls / 8), concurrency });
  }),
);
