/**
 * Runs a command with TEST_DATABASE_URL set to a temporary Citus, a coordinator and two nodes, which are removed afterwards
 * in any case. TEST_CITUS_NODES has the addresses of the nodes. Writes are not durable unless PG_DURABLE=1.
 */
import { rmSync } from 'node:fs';
import { findCitus, startCitus } from './postgres/citus.ts';
import { makeDirectory, Refusal, serverAccount } from './postgres/cluster.ts';
import { catchSignals, run, runMain } from './postgres/command.ts';

catchSignals();
await runMain(main);

async function main([command, ...args]: string[]): Promise<number> {
  if (command === undefined)
    throw new Refusal('Usage: node scripts/with-citus.ts COMMAND [ARGUMENT...]');
  const { DATABASE_URL: _, ...env } = process.env;
  const account = serverAccount();
  const durable = process.env['PG_DURABLE'] === '1';
  const directory = makeDirectory(account, !durable);
  try {
    const binaries = findCitus(directory);
    const cluster = await startCitus({ binaries, directory, account, durable });
    try {
      const [TEST_DATABASE_URL, ...nodes] = cluster.urls;
      console.log(`Citus of ${binaries}: a coordinator and ${nodes.length} nodes`);
      return await run(command, args, {
        ...env,
        TEST_DATABASE_URL,
        TEST_CITUS_NODES: nodes.join(' '),
      });
    } finally {
      await cluster.stop();
    }
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}
