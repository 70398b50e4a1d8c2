import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { machine, residentMib } from './support/cpu.ts';
import { withDatabase } from './support/database.ts';
import { median, spread } from './support/figures.ts';
import { rounds, verdict } from './support/rounds.ts';
import { secretKeys, startServer } from './support/servers.ts';

// S5: from the start of the process to its first answer that needs the database, and its memory then.
// node scripts/with-postgres.ts node scripts/bench/start.ts [--rounds 5]

/** On a busy machine the first connection may come late. */
const patienceMs = 60_000;

interface Start {
  readonly seconds: number;
  readonly mib: number;
}

async function start(env: Record<string, string>): Promise<Start> {
  const began = performance.now();
  const server = await startServer({
    name: 'this API',
    file: 'src/main.ts',
    // As `npm start` does.
    env: {
      NODE_COMPILE_CACHE: 'node_modules/.cache/compiled',
      NODE_OPTIONS: '--max-semi-space-size=4',
      ...env,
    },
    free: true,
  });
  try {
    let answer = await fetch(`${server.url}/readyz`);
    while (!answer.ok) {
      if (performance.now() - began > patienceMs)
        throw new Error(`It is not ready: ${await answer.text()}`);
      answer = await fetch(`${server.url}/readyz`);
    }
    const seconds = (performance.now() - began) / 1000;
    return { seconds, mib: residentMib(server.pid) };
  } finally {
    await server.stop();
  }
}

function tell(name: string, starts: readonly Start[], targets: Start): void {
  const seconds = starts.map((each) => each.seconds);
  const mib = starts.map((each) => each.mib);
  console.log(`${name.padEnd(32)} ${spread(seconds, 2)} s   resident ${spread(mib)} MiB`);
  verdict(`S5 ${name}`, median(seconds), targets.seconds, { unit: 's' });
  verdict(`S5 ${name}, resident memory`, median(mib), targets.mib, { unit: 'MiB' });
}

await withDatabase(async (database) => {
  console.log(`${machine()} (the starting server may use every CPU)`);
  const postgres = { DATABASE_URL: database, SECRET_KEYS: secretKeys };
  const migrated: Start[] = [];
  const first: Start[] = [];
  const second: Start[] = [];
  await start(postgres);
  for (let round = 0; round < rounds; round++) {
    const directory = mkdtempSync(join(tmpdir(), 'bench-start-'));
    try {
      const embedded = { DATA_DIR: directory, DEMO: '1' };
      migrated.push(await start(postgres));
      first.push(await start(embedded));
      second.push(await start(embedded));
    } finally {
      rmSync(directory, { recursive: true });
    }
  }
  tell('PostgreSQL, migrated', migrated, { seconds: 0.5, mib: 110 });
  tell('embedded with demo, second start', second, { seconds: 1, mib: 400 });
  tell('embedded with demo, first start', first, { seconds: 3, mib: 400 });
});
