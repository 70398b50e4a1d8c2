import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { findApiKey, readTask } from './tasks.ts';
import { type BenchServer, startServer } from '../support/servers.ts';

const root = new URL('../../..', import.meta.url).pathname;
const made = `${root}node_modules/.cache/bench`;

/**
 * The peer that a sceptic would choose for getCampaign: Go with chi and pgx, and the same two statements. Without Go, or
 * where its modules can't be had, it says so and there is none.
 */
export async function goPeer(database: string): Promise<(() => Promise<BenchServer>)[]> {
  mkdirSync(made, { recursive: true });
  const binary = `${made}/go-peer`;
  const built = spawnSync('go', ['build', '-o', binary, '.'], {
    cwd: `${root}scripts/bench/peers/go`,
    encoding: 'utf8',
  });
  if (built.status !== 0) {
    console.log(`Without the peer in Go: ${built.error?.message ?? built.stderr.trim()}`);
    return [];
  }
  const { statement } = await readTask('getCampaign');
  const start = () =>
    startServer({
      name: 'Go, chi + pgx, callers for 1 s',
      binary,
      env: {
        DATABASE_URL: database,
        STATEMENTS: JSON.stringify([findApiKey.text, statement.text]),
        // As many processors as the others have.
        GOMAXPROCS: '1',
      },
    });
  return [start];
}
