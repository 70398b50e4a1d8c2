import { parseArgs } from 'node:util';
import { withBed } from './engine/bed.ts';
import { measureCalls } from './engine/calls.ts';
import { measureClaims } from './engine/claims.ts';
import { measurePace } from './engine/pace.ts';
import { measureStarts } from './engine/starts.ts';
import { measureChanges, measureScheduled } from './engine/waits.ts';
import { measureWorkers } from './engine/workers.ts';
import { machine } from './support/cpu.ts';
import { withDatabase } from './support/database.ts';
import { usually } from './support/brief.ts';

// S6 and S9: the calling engine on PostgreSQL: the start of a large campaign, what a claim costs with few and with many
// contacts, calls per second, what each costs, reading while it runs, and two workers against one.
// node scripts/with-postgres.ts node scripts/bench/engine.ts [--part starts] [--part claims] [--part calls] [--part workers]
//   [--contacts 1000000] [--calls 20000] [--concurrency 500]
// --part waits [--callers 8]: what a change of a workflow takes beside calls with it, and scheduled calls with few slots.
// --part pace: 1,500 calls at 50 a second, on a quiet machine and on a busy one.
// Claims are those of what was started. With BENCH_PROFILES=DIRECTORY each process leaves a CPU profile there; on a server
// with pg_stat_statements the statements of a call are printed.

const { values } = parseArgs({
  options: {
    part: { type: 'string', multiple: true, default: ['starts', 'claims', 'calls', 'workers'] },
    contacts: { type: 'string', default: String(usually(1_000_000, 2000)) },
    calls: { type: 'string', default: String(usually(20_000, 40)) },
    concurrency: { type: 'string', default: String(usually(500, 20)) },
    callers: { type: 'string', default: '8' },
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
    if (values.part.includes('waits')) {
      await measureChanges(bed, Number(values.callers));
      await measureScheduled(bed);
    }
    if (values.part.includes('pace')) await measurePace(bed);
    if (values.part.includes('workers'))
      await measureWorkers(bed, { calls: Math.ceil(calls / 8), concurrency });
  }),
);
