import { execFileSync } from 'node:child_process';
import { cpus, totalmem } from 'node:os';
import pg from 'pg';

/** The machine and what runs on it, without the PostgreSQL where there is none. */
export async function machineOf(): Promise<string> {
  const postgres = await postgresVersion();
  return [
    `${cpus().length} x ${cpus()[0]?.model.trim()}`,
    `${Math.round(totalmem() / 2 ** 30)} GiB`,
    `Node ${process.version}`,
    ...(postgres === undefined ? [] : [`PostgreSQL ${postgres}`]),
  ].join(', ');
}

async function postgresVersion(): Promise<string | undefined> {
  const url = process.env['TEST_DATABASE_URL'];
  if (url === undefined) return undefined;
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ server_version: string }>('show server_version');
    return rows[0]?.server_version.split(' ', 1)[0];
  } finally {
    await client.end();
  }
}

/** The commit of the sources, marked if they differ from it; `unknown` outside a repository. */
export function commit(): string {
  const git = (...args: string[]): string =>
    execFileSync('git', args, { cwd: import.meta.dirname, encoding: 'utf8', stdio: 'pipe' }).trim();
  try {
    const changed = git('status', '--porcelain', '--untracked-files=no') !== '';
    return `${git('rev-parse', '--short', 'HEAD')}${changed ? ' with changes' : ''}`;
  } catch {
    return 'unknown';
  }
}
