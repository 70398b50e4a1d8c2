/**
 * Moves one organization, which is suspended, to a cell of a higher number. DATABASE_URL leads to the cells, `{cell}` in it
 * stands for a cell's number, and DIRECTORY_URL to their directory. Stopped in between, it is called again.
 */
import { openDirectory } from '../src/cells/directory.ts';
import { advisoryLocks } from '../src/db/advisory-locks.ts';
import { type Connection, connectPostgres, type Db } from '../src/db/connect.ts';
import { advisoryLock } from '../src/db/process-lock.ts';
import { moveOrganization } from './move-organization/steps.ts';
import { Refusal } from './postgres/cluster.ts';
import { runMain } from './postgres/command.ts';

/** Longer than any organization takes. */
const timeoutMs = 12 * 60 * 60_000;

await runMain(main);

async function main([organization, cell]: string[]): Promise<number> {
  const { DATABASE_URL: url, DIRECTORY_URL: directoryUrl } = process.env;
  if (!organization || !cell || url === undefined || directoryUrl === undefined)
    throw new Refusal(
      'Name the organization, the cell and the databases: make move-organization ORGANIZATION=123 CELL=7 DATABASE_URL=postgresql://cell_{cell}@host/db DIRECTORY_URL=postgresql://directory@host/db',
    );
  const lock = await advisoryLock({ connectionString: directoryUrl })(advisoryLocks.moves);
  if (!lock) throw new Refusal('Another organization is being moved.');
  const finished = new AbortController();
  const onLost = () => {
    console.error('The connection to the directory broke. Call it again.');
    process.exit(1);
  };
  lock.lost.addEventListener('abort', onLost, { signal: finished.signal });
  const directory = await openDirectory(directoryUrl, [], { timeoutMs: 60_000 });
  const opened = new Map<number, Connection>();
  const open = (number: number): Db => {
    const connection =
      opened.get(number) ??
      connectPostgres(url.replaceAll('{cell}', String(number)), {
        poolSize: 2,
        timeoutMs,
        idleInTransactionMs: timeoutMs,
      });
    opened.set(number, connection);
    return connection.db;
  };
  try {
    await moveOrganization({
      organization: Number(organization),
      cell: Number(cell),
      directory,
      open,
      log: (text) => console.log(text),
    });
    return 0;
  } finally {
    await Promise.all(Array.from(opened.values(), (connection) => connection.close()));
    await directory.close();
    finished.abort();
    await lock.release();
  }
}
