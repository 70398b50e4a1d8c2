import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { delimiter, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type Account, freePort, Refusal } from './cluster.ts';

interface Options {
  readonly account: Account;
  /** Where its configuration and log are written. */
  readonly directory: string;
  /** The port of the PostgreSQL server on this machine. */
  readonly port: number;
  /** Its configuration in front of the server at a port; default: all databases in transaction mode. */
  readonly configuration?: (server: number) => string;
}

export interface Bouncer {
  /** Its database `postgres`; it has all that the server has. */
  readonly url: string;
  readonly version: string;
  /** Leads all further transactions to the server at another port, as an operator does after a promotion. */
  moveTo(port: number): void;
  stop(): Promise<void>;
}

/** How long a start may take, and the pause between two looks. */
const startMs = 10_000;
const lookMs = 20;

/** The command, or PGBOUNCER if that is set. */
export function findBouncer(): string {
  const named = process.env['PGBOUNCER'];
  const places = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin'];
  const found = named ?? places.flatMap((place) => globSync(join(place, 'pgbouncer')))[0];
  if (found !== undefined) return found;
  throw new Refusal(`No PgBouncer is installed here. Install one
  Debian, Ubuntu   apt-get install pgbouncer
  Fedora           dnf install pgbouncer
  macOS            brew install pgbouncer
or name its command: PGBOUNCER=/path/to/pgbouncer`);
}

/** For every database of a server on this machine. */
const configurationOf = (server: number): string => `
[databases]
* = host=127.0.0.1 port=${server}

[pgbouncer]
pool_mode = transaction
default_pool_size = 20
ignore_startup_parameters = statement_timeout, lock_timeout, idle_in_transaction_session_timeout
query_wait_timeout = 10
server_login_retry = 1
server_connect_timeout = 2
tcp_user_timeout = 10000
`;

/** What depends on this machine; it comes last, so that it replaces what the configuration says. */
const own = (port: number): string => `
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = users.txt
admin_users = postgres
max_client_conn = 1000
logfile = bouncer.log
log_connections = 0
log_disconnections = 0
`;

/** Starts a PgBouncer in transaction mode and waits until it accepts connections. */
export async function startBouncer(binary: string, options: Options): Promise<Bouncer> {
  const { account, directory, configuration = configurationOf } = options;
  const port = await freePort();
  const file = join(directory, 'pgbouncer.ini');
  const write = (server: number): void => writeFileSync(file, configuration(server) + own(port));
  write(options.port);
  const users = join(directory, 'users.txt');
  writeFileSync(users, '"postgres" ""\n');
  const { uid, gid } = account;
  if (uid !== undefined && gid !== undefined)
    for (const each of [file, users]) chownSync(each, uid, gid);
  // It ends when the shell's input does, even if this process is killed.
  const script = '"$0" -q "$1" </dev/null >/dev/null 2>&1 & echo $!; cat; kill -9 $!';
  const shell = spawn('sh', ['-c', script, binary, file], {
    ...account,
    cwd: directory,
    detached: true,
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const ended = once(shell, 'exit');
  const [line] = (await once(shell.stdout, 'data')) as [Buffer];
  const pid = Number(line.toString());
  if (!(await isOpen(port))) {
    shell.stdin.end();
    throw new Refusal(`${binary} did not start:\n${textOf(join(directory, 'bouncer.log'))}`);
  }
  return {
    url: `postgresql://postgres@127.0.0.1:${port}/postgres`,
    version: spawnSync(binary, ['--version'], { encoding: 'utf8' }).stdout.split('\n')[0] ?? '',
    moveTo(server) {
      write(server);
      process.kill(pid, 'SIGHUP');
    },
    async stop() {
      shell.stdin.end();
      await ended;
    },
  };
}

/** Whether the port accepts connections, within the time that a start may take. */
async function isOpen(port: number): Promise<boolean> {
  for (const end = Date.now() + startMs; Date.now() < end; await pause(lookMs)) {
    const socket = connect(port, '127.0.0.1');
    const opened = await once(socket, 'connect').then(
      () => true,
      () => false,
    );
    socket.destroy();
    if (opened) return true;
  }
  return false;
}

const textOf = (file: string): string => (existsSync(file) ? readFileSync(file, 'utf8') : '');
