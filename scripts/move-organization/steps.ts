import { setTimeout as wait } from 'node:timers/promises';
import type { Directory } from '../../src/cells/directory.ts';
import * as moved from '../../src/cells/moved-queries.ts';
import { cellOf, lastCell } from '../../src/db/cell-rules.ts';
import type { Db } from '../../src/db/connect.ts';
import { Refusal } from '../postgres/cluster.ts';
import { checkOrganization, checkRights, checkTables } from './checks.ts';
import { makeMonths } from './months.ts';
import { namesOf } from './names.ts';
import { arrive, depart, followLate, has, hasDeparted, removeDeparture } from './rows.ts';
import { tableWithIdsAbove } from './tables.ts';

/** By when every process refuses the organization's requests: they look each second. */
const learnedMs = 3000;

export interface Move {
  readonly organization: number;
  readonly cell: number;
  readonly directory: Directory;
  /** Opens a cell. */
  readonly open: (cell: number) => Db;
  /** Says what is done. */
  readonly log: (text: string) => void;
}

/**
 * Moves an organization to another cell. Each step can be repeated and does nothing if it is done, so that whoever is
 * stopped in between calls this again; naming the cell that it leaves takes it back, until it has arrived.
 */
export async function moveOrganization(move: Move): Promise<void> {
  const { organization, cell, directory, open, log } = move;
  if (!(cell >= 0 && cell <= lastCell)) throw new Refusal(`There is no cell ${cell}.`);
  const note = await moved.find(directory.db, organization);
  const isMoving = note !== undefined && note.cell === null;
  const source = isMoving ? note.source : (note?.cell ?? cellOf(organization));
  const [from, to] = [open(source), open(cell)];
  const place = async () =>
    moved.place(directory.db, organization, { cell, ...(await namesOf(to, organization)) });
  if (!isMoving && cell === source) {
    log(`Organization ${organization} is in cell ${cell} already.`);
    for (const earlier of new Set([
      note?.source ?? cell,
      note?.target ?? cell,
      cellOf(organization),
    ]))
      if (earlier !== cell) await removeCopy(move, earlier);
    return;
  }
  if (!isMoving) {
    await checkMove(move, { source, from, to });
    await moved.begin(directory.db, { organization, source, target: cell });
  } else if (cell === source) {
    if (await has(open(note.target), organization))
      throw new Refusal(`It has arrived in cell ${note.target}. Name that one.`);
  } else if (cell !== note.target)
    throw new Refusal(
      `Organization ${organization} is being moved to cell ${note.target}. Name that one, or ${source} to take it back.`,
    );
  if (cell !== source && (await has(from, organization))) await leave(move, { source, from });
  if (!(await has(to, organization))) {
    if (!(await hasDeparted(from, organization)))
      throw new Refusal(`Organization ${organization} is in neither cell.`);
    await followLate(from, organization);
    log(`${await arrive(from, to, organization)} rows have arrived in cell ${cell}.`);
  }
  await place();
  log(`The directory has it in cell ${cell}.`);
  if (await hasDeparted(from, organization)) await removeDeparture(from, organization);
  log(`Organization ${organization} is in cell ${cell}. Resume it (resumeOrganizationAsAdmin).`);
}

interface Leaving {
  readonly source: number;
  readonly from: Db;
}

/** Has the rows leave once all processes refuse requests. What is refused is as it was before. */
async function leave(
  { organization, directory, log }: Move,
  { source, from }: Leaving,
): Promise<void> {
  const { db } = directory;
  // Until nothing was added while others had not learned of it, such as sessions.
  while (await addsNames());
  try {
    await depart(from, organization, (trx) => checkOrganization(trx, organization));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const names = await namesOf(from, organization);
    await moved.place(db, organization, { cell: source, ...names });
    throw error;
  }
  log(`It has left cell ${source}.`);

  async function addsNames(): Promise<boolean> {
    const added = await moved.hold(db, organization, await namesOf(from, organization));
    log('Its requests are refused.');
    await wait(learnedMs);
    return added > 0;
  }
}

interface Between extends Leaving {
  readonly to: Db;
}

async function checkMove(
  { organization, cell }: Move,
  { source, from, to }: Between,
): Promise<void> {
  await checkRights(from, source);
  await checkRights(to, cell);
  await checkTables(from, to);
  const isThere = await has(to, organization);
  // A directory that was lost is told again where it is.
  if (isThere && !(await has(from, organization))) return;
  if (isThere) throw new Refusal(`Organization ${organization} is in cell ${cell} too.`);
  await checkOrganization(from, organization);
  // Lists and streams are in the order of ids, and those that it gets there have to be higher.
  const table = await tableWithIdsAbove(from, organization, cell);
  if (table !== undefined)
    throw new Refusal(
      `Organization ${organization} has ids of a higher cell than ${cell}, in ${table}. It moves to cells of higher numbers only.`,
    );
  await makeMonths(from, to);
}

/** Removes what is left in a cell that an organization has left, or what a backup has brought back. Its files stay. */
async function removeCopy({ organization, open, log }: Move, cell: number): Promise<void> {
  const db = open(cell);
  if (await has(db, organization)) await depart(db, organization, async () => {});
  if (!(await hasDeparted(db, organization))) return;
  await removeDeparture(db, organization);
  log(`What was left of it in cell ${cell} was removed.`);
}
