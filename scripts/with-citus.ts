/**
 * Runs a command with TEST_DATABASE_URL set to a temporary Citus, a coordinator and two nodes, which are removed afterwards
 * in any case. TEST_CITUS_NODES has the addresses of the nodes. Writes are not durable unless PG_DURABLE=1. Where there is no
 * Citus, `--or-skip` says so and does not run the command. With `--record` a run that succeeds keeps which src/db and src/cells
 * were tested, for .ci/run, which tests no others again; not in CI, and not what is not committed.
 */
import { execFileSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { startCitus } from './postgres/citus.ts';
import { findCitus } from './postgres/citus-packages.ts';
import { makeDirectory, Refusal, serverAccount } from './postgres/cluster.ts';
import { catchSignals, run, runMain } from './postgres/command.ts';

catchSignals();
await runMain(main);

async function main(given: string[]): Promise<number> {
  const canSkip = given[0] === '--or-skip';
  const rest = canSkip ? given.slice(1) : given;
  const records = rest[0] === '--record';
  const [command, ...args] = records ? rest.slice(1) : rest;
  if (command === undefined)
    throw new Refusal(
      'Usage: node scripts/with-citus.ts [--or-skip] [--record] COMMAND [ARGUMENT...]',
    );
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
      const code = await run(command, args, {
        ...env,
        TEST_DATABASE_URL,
        TEST_CITUS_NODES: nodes.join(' '),
      });
      if (code === 0 && records && !process.env['CI']) record();
      return code;
    } finally {
      await cluster.stop();
    }
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

/** What .ci/run compares, if nothing of it is changed since the commit. */
function record(): void {
  const tested = ['src/db', 'src/cells'];
  const git = (...args: string[]): string => execFileSync('git', args, { encoding: 'utf8' });
  if (git('status', '--porcelain', '--', ...tested) !== '') return;
  const hashes = git('rev-parse', ...tested.map((folder) => `HEAD:${folder}`));
  writeFileSync(new URL('../test/cells/tested-on-citus', import.meta.url), hashes);
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
