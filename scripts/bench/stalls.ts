import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { loadContract, type Operation } from '../../src/http/operations.ts';
import { exampleRequest } from '../../test/support/examples.ts';
import { adminUser, makeBed, type Bed } from './isolation/bed.ts';
import { watch } from './isolation/probe.ts';
import { startServer } from './isolation/server.ts';
import { createExchange, type Exchange } from './load/exchange.ts';
import { worstOf, type Body } from './stalls/bodies.ts';
import { withDatabase } from './support/database.ts';
import { machineOf } from './support/machine.ts';
import { verdict } from './support/rounds.ts';
import { secretKeys } from './support/servers.ts';

// S11: the longest stall of /healthz while one client sends the worst bodies of every operation, one after the other.
// The time for which server and probe waited for a processor is subtracted.
// node scripts/with-postgres.ts node scripts/bench/stalls.ts [--operation logIn]

const { values } = parseArgs({
  strict: false,
  options: { operation: { type: 'string', multiple: true } },
});
const operations = loadContract().operations.filter(
  ({ id, body }) => body !== undefined && (values.operation?.includes(id) ?? true),
);
const lots = '1000000000';
const targetMs = 100;
/** A longer stall is measured again, since other work on the machine may have caused it. */
const conspicuousMs = 60;

interface Stall {
  readonly operation: string;
  readonly kind: string;
  readonly ms: number;
  readonly status: number;
}

interface Place {
  readonly bed: Bed;
  readonly exchange: Exchange;
}

await withDatabase(async (url) => {
  console.log(await machineOf());
  const directory = mkdtempSync(join(tmpdir(), 'stalls-'));
  const server = await startServer({
    checkout: new URL('../..', import.meta.url).pathname,
    errors: join(directory, 'errors'),
    env: {
      DATABASE_URL: url,
      SECRET_KEYS: secretKeys,
      DATA_DIR: join(directory, 'data'),
      SUPER_ADMIN_EMAIL: adminUser.email,
      SUPER_ADMIN_PASSWORD: adminUser.password,
      SIGNUP: 'open',
      SIMULATION: '1',
      RATE_LIMIT_PER_CALLER: lots,
      RATE_LIMIT_PER_ADDRESS: lots,
      RATE_LIMIT_PER_CARRIER: lots,
      LOGIN_FAILURES_PER_ADDRESS: lots,
      LOGIN_FAILURES_PER_ACCOUNT: lots,
      SIGNUPS_PER_ADDRESS: lots,
    },
  });
  const bed = await makeBed(server, { database: url, directory, modelsRoot: directory });
  const exchange = createExchange(server.url, 1);
  try {
    const stalls: Stall[] = [];
    for (const operation of operations)
      for (const body of worstOf(operation))
        stalls.push(await stallOf({ bed, exchange }, operation, body));
    const worst = stalls.toSorted((a, b) => b.ms - a.ms);
    console.log(`${stalls.length} bodies of ${operations.length} operations; the longest stalls:`);
    for (const { operation, kind, ms, status } of worst.slice(0, 15))
      console.log(`${ms.toFixed(0).padStart(5)} ms  ${operation}, ${kind}: ${status}`);
    const unanswered = stalls.filter(({ status }) => status === 0 || status >= 500);
    for (const { operation, kind, status } of unanswered)
      console.log(`FAULT ${operation}, ${kind}: ${status}`);
    if (unanswered.length > 0 || !server.alive()) process.exitCode = 1;
    verdict('S11 stall of /healthz by one body', worst[0]?.ms ?? NaN, targetMs, 'ms');
  } finally {
    bed.close();
    await server.stop();
    rmSync(directory, { recursive: true, force: true });
  }
});
process.exit();

/** The stall of one body; of a conspicuous one the smallest of three. */
async function stallOf(at: Place, operation: Operation, body: Body): Promise<Stall> {
  let found = await once(at, operation, body);
  for (let time = 0; time < 2 && found.ms > conspicuousMs; time++) {
    const again = await once(at, operation, body);
    if (again.ms < found.ms) found = again;
  }
  return found;
}

async function once({ bed, exchange }: Place, operation: Operation, body: Body): Promise<Stall> {
  const probe = await watch({ url: bed.server.url, pid: bed.server.pid, healthEveryMs: 5 });
  const { method, path } = exampleRequest(operation.id);
  const headers = Object.entries({ ...bed.admin.session, ...body.headers });
  const { status } = await exchange({ method, path, headers, body: body.bytes });
  // What the request leaves behind may hold the process after its response.
  await new Promise((done) => setTimeout(done, 30));
  const { health } = await probe.stop();
  return { operation: operation.id, kind: body.kind, ms: health.heldMs, status };
}
