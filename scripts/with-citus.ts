/**
 * Runs a command with TEST_DATABASE_URL set to a temporary Citus, a coordinator and two nodes, which are removed afterwards
 * in any case. TEST_CITUS_NODES has the addresses of the nodes. Writes are not durable unless PG_DURABLE=1. Where there is no
 * Citus, `--or-skip` says so and does not run the command.
 */
import { rmSync } from 'node:fs';
import { startCitus } from './postgres/citus.ts';
import { findCitus } from './postgres/citus-packages.ts';
import { makeDirectory, Refusal, serverAccount } from './postgres/cluster.ts';
import { catchSignals, run, runMain } from './postgres/command.ts';

catchSignals();
await runMain(main);

async function main(given: string[]): Promise<number> {
  const canSkip = given[0] === '--or-skip';
  const [command, ...args] = canSkip ? given.slice(1) : given;
  if (command === undefined)
    throw new Refusal('Usage: node scripts/with-citus.ts [--or-skip] COMMAND [ARGUMENT...]');
  const { DATABASE_URL: _, ...env } = process.env;
  const account = serverAccount();
  const durable = process.env['PG_DURABLE'] === '1';
  const directory = makeDirectory(account, !durable);
  try {
    const binaries = canSkip ? findOrSay(directory) : findCitus(directory);
    if (binaries === undefined) return 0;
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

function findOrSay(directory: string): string | undefined {
  try {
    return findCitus(directory);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    console.log(`The tests on Citus are skipped. ${error.message}`);
    return undefined;
  }
}
