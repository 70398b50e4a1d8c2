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
  statfsSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

export interface Account {
  readonly uid?: number;
  readonly gid?: number;
}

/** An error that is printed as one sentence, without a stack. */
export class Refusal extends Error {}

/** The directory of the newest PostgreSQL that has these commands. */
export function findBinaries(names = ['initdb', 'pg_ctl', 'postgres']): string {
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
    (place) => place !== '' && names.every((name) => isCommand(join(place, name))),
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
export function serverAccount(): Account {
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

const memory = '/dev/shm';
/** Room for the databases that the tests have at once and the log of the server. */
const roomBytes = 4 * 1024 ** 3;

function hasRoom(directory: string): boolean {
  try {
    accessSync(directory, mode.W_OK);
    const { bavail, bsize } = statfsSync(directory);
    return bavail * bsize >= roomBytes;
  } catch {
    return false;
  }
}

/**
 * Creates a directory for the account, in /tmp if the account cannot reach the usual place; in memory if that is wanted
 * and there is room: a database is copied there in a tenth of the time.
 */
export function makeDirectory({ uid, gid }: Account, inMemory = false): string {
  for (const place of [...(inMemory && hasRoom(memory) ? [memory] : []), tmpdir(), '/tmp']) {
    const directory = mkdtempSync(join(place, 'pg-'));
    if (uid === undefined || gid === undefined) return directory;
    chownSync(directory, uid, gid);
    if (spawnSync('test', ['-w', directory], { uid, gid }).status === 0) return directory;
    rmSync(directory, { recursive: true });
  }
  throw new Refusal(`User ${uid} cannot write in ${tmpdir()} or /tmp.`);
}

/** Where a server's files are, and who owns them. */
export interface Place {
  readonly binaries: string;
  readonly directory: string;
  readonly account: Account;
}

/** Removes the cluster once its input ends, which it does even when this process is killed. */
export function guardCluster({ binaries, directory, account }: Place) {
  const script = 'cat; "$0/pg_ctl" --pgdata="$1/data" --mode=immediate stop; rm -rf "$1"';
  return spawn('sh', ['-c', script, binaries, directory], {
    ...serverOptions(account),
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
}

interface ClusterOptions {
  readonly durable: boolean;
  /** Further lines of postgresql.conf. */
  readonly settings?: string;
}

/** Creates a cluster in the directory's `data`, which trusts everybody on this machine. */
export function makeCluster(place: Place, { durable, settings = '' }: ClusterOptions): void {
  const { binaries, directory, account } = place;
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
    if (plain.status !== 0) throw new Refusal(`initdb failed: ${plain.stderr}`);
  }
  const isDurable = durable ? 'on' : 'off';
  writeFileSync(
    join(data, 'pg_hba.conf'),
    'host all all 127.0.0.1/32 trust\nhost replication all 127.0.0.1/32 trust\n',
  );
  appendFileSync(
    join(data, 'postgresql.conf'),
    `
listen_addresses = '127.0.0.1'
unix_socket_directories = ''
max_connections = 300
shared_buffers = 256MB
fsync = ${isDurable}
synchronous_commit = ${isDurable}
full_page_writes = ${isDurable}
${settings}
`,
  );
}

/** Starts the server on the wanted port, or a free one, and returns the port. */
export async function startServer(
  { binaries, directory, account }: Place,
  wanted?: number,
): Promise<number> {
  const log = join(directory, 'log');
  for (let attempt = 1; ; attempt++) {
    const port = wanted ?? (await freePort());
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
    if (wanted !== undefined || !reason.includes('Address already in use') || attempt === 5)
      throw new Refusal(`PostgreSQL did not start:\n${reason}`);
    writeFileSync(log, '');
  }
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  if (address === null || typeof address === 'string') throw new Refusal('There is no free port.');
  return address.port;
}

/** Keeps the caller's locale and PostgreSQL settings from the server. */
export function serverOptions(account: Account) {
  const own = Object.entries(process.env).filter(([name]) => !/^(PG|LC_|LANG)/.test(name));
  return {
    ...account,
    cwd: '/',
    encoding: 'utf8',
    env: { ...Object.fromEntries(own), LC_ALL: 'C' },
  } as const;
}
