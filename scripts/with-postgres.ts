/**
 * Runs a command with TEST_DATABASE_URL set to a temporary PostgreSQL, which is removed afterwards in any case. If
 * TEST_DATABASE_URL is set already, only runs the command. Writes are not durable unless PG_DURABLE=1.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  accessSync,
  appendFileSync,
  chownSync,
  constants as mode,
  globSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { constants as os, tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

interface Account {
  readonly uid?: number;
  readonly gid?: number;
}

/** An error that is printed as one sentence, without a stack. */
class Refusal extends Error {}

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
type Signal = (typeof signals)[number];
let received: Signal | undefined;
let forward: (signal: Signal) => void = () => {};
for (const signal of signals) {
  process.on(signal, () => {
    received ??= signal;
    forward(signal);
  });
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof Refusal)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

async function main([command, ...args]: string[]): Promise<number> {
  if (command === undefined)
    throw new Refusal('Usage: node scripts/with-postgres.ts COMMAND [ARGUMENT...]');
  const { DATABASE_URL: _, ...env } = process.env;
  if (env['TEST_DATABASE_URL']) return run(command, args, env);

  const binaries = findBinaries();
  const account = serverAccount();
  const directory = makeDirectory(account);
  const guard = guardCluster(binaries, directory, account);
  try {
    makeCluster(binaries, directory, account);
    const port = await startServer(binaries, directory, account);
    return await run(command, args, {
      ...env,
      TEST_DATABASE_URL: `postgresql://postgres@127.0.0.1:${port}/postgres`,
      // Says that this server may be stopped, too.
      TEST_DATABASE_DIRECTORY: directory,
    });
  } finally {
    guard.stdin.end();
    await once(guard, 'exit');
    rmSync(directory, { recursive: true, force: true });
  }
}

function findBinaries(): string {
  const places = [
    ...(process.env['PATH'] ?? '').split(delimiter),
    ...(spawnSync('pg_config', ['--bindir'], { encoding: 'utf8' }).stdout?.trim().split('\n') ??
      []),
    ...newestFirst('/usr/lib/postgresql/*/bin'),
    ...newestFirst('/usr/pgsql-*/bin'),
    ...newestFirst('/{opt/homebrew,usr/local,home/linuxbrew/.linuxbrew}/opt/postgresql*/bin'),
    ...newestFirst('/Applications/Postgres.app/Contents/Versions/*/bin'),
  ];
  const found = places.find(
    (place) =>
      place !== '' &&
      ['initdb', 'pg_ctl', 'postgres'].every((name) => isCommand(join(place, name))),
  );
  if (found !== undefined) return found;
  throw new Refusal(`No PostgreSQL server is installed here. Install one
  Debian, Ubuntu   apt-get install postgresql
  Fedora           dnf install postgresql-server
  macOS            brew install postgresql
or name a running one whose user may create databases: TEST_DATABASE_URL=postgresql://user:password@host/database`);
}

function newestFirst(pattern: string): string[] {
  return globSync(pattern).toSorted((a, b) => b.localeCompare(a, 'en', { numeric: true }));
}

function isCommand(path: string): boolean {
  try {
    accessSync(path, mode.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** The account that the server runs as: PostgreSQL refuses to run as root. */
function serverAccount(): Account {
  if (process.getuid?.() !== 0) return {};
  const accounts = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  const [, , uid, gid] =
    accounts.find(([name]) => name === 'postgres') ??
    accounts.find(([name]) => name === 'nobody') ??
    [];
  if (uid === undefined)
    throw new Refusal('PostgreSQL does not run as root, and there is no user postgres or nobody.');
  return { uid: Number(uid), gid: Number(gid) };
}

/** Creates a directory for the account, in /tmp if the account cannot reach the usual place. */
function makeDirectory({ uid, gid }: Account): string {
  for (const place of [tmpdir(), '/tmp']) {
    const directory = mkdtempSync(join(place, 'pg-'));
    if (uid === undefined || gid === undefined) return directory;
    chownSync(directory, uid, gid);
    if (spawnSync('test', ['-w', directory], { uid, gid }).status === 0) return directory;
    rmSync(directory, { recursive: true });
  }
  throw new Refusal(`User ${uid} cannot write in ${tmpdir()} or /tmp.`);
}

/** Removes the cluster once its input ends, which it does even when this process is killed. */
function guardCluster(binaries: string, directory: string, account: Account) {
  const script = 'cat; "$0/pg_ctl" --pgdata="$1/data" --mode=immediate stop; rm -rf "$1"';
  return spawn('sh', ['-c', script, binaries, directory], {
    ...serverOptions(account),
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
}

function makeCluster(binaries: string, directory: string, account: Account): void {
  const data = join(directory, 'data');
  const always = [
    `--pgdata=${data}`,
    '--username=postgres',
    '--encoding=UTF8',
    '--no-sync',
    '--no-instructions',
  ];
  // A text order like that of most servers, not byte order: queries that rely on bytes must say so.
  const linguistic = ['--locale=C', '--locale-provider=icu', '--icu-locale=en-US'];
  const initdb = (...args: string[]) =>
    spawnSync(
      join(binaries, 'initdb'),
      [...always, '--auth=trust', ...args],
      serverOptions(account),
    );
  if (initdb(...linguistic).status !== 0) {
    const plain = initdb('--locale=C');
    if (plain.status !== 0 && !received) throw new Refusal(`initdb failed: ${plain.stderr}`);
  }
  if (received) return;
  const durable = process.env['PG_DURABLE'] === '1' ? 'on' : 'off';
  writeFileSync(join(data, 'pg_hba.conf'), 'host all all 127.0.0.1/32 trust\n');
  appendFileSync(
    join(data, 'postgresql.conf'),
    `
listen_addresses = '127.0.0.1'
unix_socket_directories = ''
max_connections = 300
shared_buffers = 256MB
fsync = ${durable}
synchronous_commit = ${durable}
full_page_writes = ${durable}
`,
  );
}

/** Starts the server and returns its port. */
async function startServer(binaries: string, directory: string, account: Account): Promise<number> {
  const log = join(directory, 'log');
  for (let attempt = 1; ; attempt++) {
    if (received) return 0;
    const port = await freePort();
    const args = [
      `--pgdata=${join(directory, 'data')}`,
      `--log=${log}`,
      `--options=-p ${port}`,
      '--wait',
      'start',
    ];
    // Its standard output would stay open in the server, so it is not read.
    const { status } = spawnSync(join(binaries, 'pg_ctl'), args, {
      ...serverOptions(account),
      stdio: 'ignore',
    });
    if (status === 0) return port;
    const reason = readFileSync(log, 'utf8');
    // Another process may have taken the port in between.
    if (!reason.includes('Address already in use') || attempt === 5)
      throw new Refusal(`PostgreSQL did not start:\n${reason}`);
    writeFileSync(log, '');
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  if (address === null || typeof address === 'string') throw new Refusal('There is no free port.');
  return address.port;
}

/** Keeps the caller's locale and PostgreSQL settings from the server. */
function serverOptions(account: Account) {
  const own = Object.entries(process.env).filter(([name]) => !/^(PG|LC_|LANG)/.test(name));
  return {
    ...account,
    cwd: '/',
    encoding: 'utf8',
    env: { ...Object.fromEntries(own), LC_ALL: 'C' },
  } as const;
}

async function run(command: string, args: string[], env: NodeJS.ProcessEnv): Promise<number> {
  if (received) return exitCodeOf(received);
  const child = spawn(command, args, { env, stdio: 'inherit' });
  // A terminal also sends Ctrl-C to the command, and a second one would interrupt its shutdown.
  forward = (signal) =>
    signal === 'SIGINT' && process.stdin.isTTY ? undefined : void child.kill(signal);
  return new Promise((resolve, reject) => {
    child.once('error', (error) =>
      reject(new Refusal(`${command} could not be run: ${error.message}`)),
    );
    child.once('exit', (code, signal) => resolve(code ?? exitCodeOf(signal ?? 'SIGKILL')));
  });
}

function exitCodeOf(signal: NodeJS.Signals): number {
  return 128 + os.signals[signal];
}
