/**
 * Runs a command with TEST_DATABASE_URL set to a temporary PostgreSQL, which is removed afterwards in any case. If
 * TEST_DATABASE_URL is set already, only runs the command. Writes are not durable unless PG_DURABLE=1. PG_SETTINGS are
 * further lines of postgresql.conf. With PG_BOUNCER=1
 * TEST_DATABASE_URL is a PgBouncer in transaction mode, and TEST_DATABASE_SESSION_URL the server behind it. Without a
 * PostgreSQL on this machine, `--or-embedded` runs the command without the variable, and `--or-skip` does not run it.
 */
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { findBouncer, startBouncer } from './postgres/bouncer.ts';
import {
  findBinaries,
  guardCluster,
  makeCluster,
  makeDirectory,
  Refusal,
  serverAccount,
  startServer,
} from './postgres/cluster.ts';
import { catchSignals, run, runMain, stopped } from './postgres/command.ts';

catchSignals();

/** Time limits of sessions, which a pooler's clients cannot request themselves. */
const pooledSettings = `
statement_timeout = 60s
lock_timeout = 30s
idle_in_transaction_session_timeout = 60s
`;

await runMain(main);

async function main(given: string[]): Promise<number> {
  const option = given[0]?.startsWith('--or-') ? given[0] : undefined;
  const [command, ...args] = option === undefined ? given : given.slice(1);
  if (command === undefined)
    throw new Refusal(
      'Usage: node scripts/with-postgres.ts [--or-embedded | --or-skip] COMMAND [ARGUMENT...]',
    );
  const { DATABASE_URL: _, ...env } = process.env;
  if (env['TEST_DATABASE_URL']) return run(command, args, env);
  if (option !== undefined && !isInstalled()) {
    console.log(`No PostgreSQL is installed: ${withoutIt[option]}`);
    return option === '--or-skip' ? 0 : run(command, args, env);
  }

  const withBouncer = process.env['PG_BOUNCER'] === '1';
  const bouncerBinary = withBouncer ? findBouncer() : '';
  const account = serverAccount();
  const durable = process.env['PG_DURABLE'] === '1';
  const directory = makeDirectory(account, !durable);
  const place = { binaries: findBinaries(), directory, account };
  const guard = guardCluster(place);
  try {
    makeCluster(place, {
      durable,
      settings: `${withBouncer ? pooledSettings : ''}${process.env['PG_SETTINGS'] ?? ''}`,
    });
    const code = stopped();
    if (code !== undefined) return code;
    const port = await startServer(place);
    console.log(`PostgreSQL of ${place.binaries}`);
    const url = `postgresql://postgres@127.0.0.1:${port}/postgres`;
    // The directory says that this server may be stopped, too.
    const own = { ...env, TEST_DATABASE_URL: url, TEST_DATABASE_DIRECTORY: directory };
    if (!withBouncer) return await run(command, args, own);
    const bouncer = await startBouncer(bouncerBinary, { account, directory, port });
    try {
      console.log(`${bouncer.version} in transaction mode is in front of PostgreSQL`);
      return await run(command, args, {
        ...own,
        TEST_DATABASE_URL: bouncer.url,
        TEST_DATABASE_SESSION_URL: url,
      });
    } finally {
      await bouncer.stop();
    }
  } finally {
    guard.stdin.end();
    await once(guard, 'exit');
    rmSync(directory, { recursive: true, force: true });
  }
}

const withoutIt: Readonly<Record<string, string>> = {
  '--or-embedded': 'the tests run on the embedded database, which takes longer.',
  '--or-skip': 'the tests ran on the embedded database alone.',
};

function isInstalled(): boolean {
  try {
    findBinaries();
    return true;
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}
