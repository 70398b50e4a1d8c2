import { type Connection, connectPostgres, type Db } from '../db/connect.ts';
import { isDatabaseAway, isDatabaseLate, isRefusedByDatabase } from '../db/errors.ts';
import { unavailable } from '../errors.ts';
import { settled } from './failures.ts';
import { createMoved, type Moved } from './moved.ts';
import * as queries from './queries.ts';

/** Finds the cell of an email address, for requests that name nothing else. It stores only hashes of addresses. */
export interface Directory {
  readonly db: Db;
  readonly moved: Moved;
  /** Undefined: of none. */
  cellOf(email: string): Promise<number | undefined>;
  /** The address's cell. An address without a cell is claimed for the given one. */
  claim(email: string, cell: number): Promise<number>;
  /** The address's cell; for an address without one, a cell that is open to new organizations, without a claim. */
  cellFor(email: string, among: readonly number[]): Promise<number>;
  /**
   * Enters the addresses that a cell had before it was one of several; once, or again after it was restored. Returns the
   * number of those that belong to another cell, whose users can log in only there.
   */
  enter(db: Db, cell: number, again?: boolean): Promise<number>;
  close(): Promise<void>;
}

/** The directory is away or refuses the connection; no process starts without it. */
export class DirectoryUnopened extends Error {}

const enteredAtOnce = 10_000;

interface Options {
  readonly timeoutMs: number;
}

/** Opens the directory, and enters the cells that it does not know. Throws DirectoryUnopened. */
export async function openDirectory(
  url: string,
  cells: readonly number[],
  { timeoutMs }: Options,
): Promise<Directory> {
  const connection = connectPostgres(url, { poolSize: 4, timeoutMs });
  const { db } = connection;
  try {
    await connection.verify();
    await queries.register(db, cells);
  } catch (error) {
    await connection.close();
    if (!isDatabaseAway(error) && !isDatabaseLate(error) && !isRefusedByDatabase(error))
      throw error;
    const { message } = error as Error;
    throw new DirectoryUnopened(`The directory of DIRECTORY_URL could not be opened: ${message}`, {
      cause: error,
    });
  }
  const directory = directoryIn(connection);
  await directory.moved.refresh();
  return directory;
}

/** The directory whose tables a database has. */
export function directoryIn({ db, close }: Pick<Connection, 'db' | 'close'>): Directory {
  return {
    db,
    moved: createMoved(db),
    cellOf: async (email) => settled(await queries.findCell(db, email)),
    claim: async (email, cell) => settled(await queries.claim(db, email, cell)),
    async cellFor(email, among) {
      const cell =
        settled(await queries.findCell(db, email)) ?? (await queries.findOpenCell(db, among));
      if (cell === undefined) throw unavailable('No cell takes new organizations.');
      return cell;
    },
    async enter(of, cell, again = false) {
      if (!again && (await queries.isEntered(db, cell))) return 0;
      let foreign = 0;
      for (let last: Buffer = Buffer.alloc(0); ;) {
        const digests = await queries.addressesAfter(of, last, enteredAtOnce);
        foreign += await queries.enter(db, cell, digests);
        if (digests.length < enteredAtOnce) break;
        last = digests.at(-1)!;
      }
      await queries.setEntered(db, cell);
      return foreign;
    },
    close,
  };
}
