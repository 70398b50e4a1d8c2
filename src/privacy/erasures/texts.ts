import { randomBytes } from 'node:crypto';
import type { Transaction } from 'kysely';
import * as campaigns from '../../campaigns/erasures/actions.ts';
import { contactWith, isRowOf } from '../../campaigns/erasures/queries.ts';
import type { Database } from '../../db/connect.ts';
import { isConstraintViolation } from '../../db/errors.ts';
import type { Batch, Done, Work } from './batch.ts';
import { eraseCalls, eraseConsents, eraseContact, eraseScheduled } from './own-rows.ts';
import type { Spellings } from './spelling-rules.ts';
import {
  type FoundRow,
  lockTexts,
  nextRows,
  type WalkedTable,
  walkedTables,
  writeTexts,
} from './walk-queries.ts';

type Trx = Transaction<Database>;

/** A batch ends when it has changed so many rows, or read so many characters of rows that it has locked. */
const maxChanged = 20;
const maxCharacters = 2 * 1024 * 1024;

interface Row {
  readonly table: WalkedTable;
  readonly key: readonly string[];
}

/**
 * Replaces the number in the texts of other rows, table by table as the schema has them: what others said or wrote stays.
 * Rows of the person that were added meanwhile are removed.
 */
export const eraseTexts: Work = async (trx, batch) => {
  const { person, spellings, position } = batch;
  const tables = await walkedTables(trx);
  const at = Math.max(
    0,
    tables.findIndex(({ name }) => name === position.table),
  );
  const table = tables[at];
  if (!table) return { counts: {}, proceed: 'next' };
  const place = (position.table === table.name && position.place) || {};
  const { rough } = spellings;
  const { rows, next } = await nextRows(trx, table, { ...person, place, rough });
  const own = rows.find(({ isOwn }) => isOwn);
  const removed = own && (await removeOwn(trx, batch, { table, key: own.key }));
  if (removed) return { ...removed, proceed: 'again', position: { table: table.name, place } };
  const { other_texts, stopped } = await replaceIn(trx, batch, { table, rows });
  const counts = { other_texts };
  const goesOn = stopped ?? next;
  if (goesOn) return { counts, proceed: 'again', position: { table: table.name, place: goesOn } };
  const following = tables[at + 1];
  return following
    ? { counts, proceed: 'again', position: { table: following.name } }
    : { counts, proceed: 'next' };
};

/** What removes the person's rows of a table. */
const removals: Readonly<Record<string, Work>> = {
  workflow_runs: eraseCalls,
  live_calls: eraseCalls,
  scheduled_calls: eraseScheduled,
  consents: eraseConsents,
};

/** Removes a row of the person, maybe with others, or waits for its call; undefined if nothing could be done. */
async function removeOwn(trx: Trx, batch: Batch, { table, key }: Row): Promise<Done | undefined> {
  const { app, person } = batch;
  // No index leads to these where their source was deleted before.
  if (table.name === 'campaign_contacts') {
    const contact = await contactWith(trx, person, Number(key[0]));
    return contact && eraseContact(trx, batch, contact);
  }
  if (table.name === 'campaign_source_rows') {
    const source = { source_id: String(key[0]), row_number: Number(key[1]) };
    if (!(await isRowOf(trx, person, source))) return undefined;
    const { organization_id } = person;
    const contacts = await campaigns.removeSourceRow(trx, app.jobs, { ...source, organization_id });
    return { counts: { source_rows: 1, contacts }, proceed: 'again' };
  }
  const done = await removals[table.name]?.(trx, batch);
  const isProgress = done?.due_at !== undefined || Object.values(done?.counts ?? {}).some(Boolean);
  return isProgress ? done : undefined;
}

interface Replaced {
  readonly other_texts: number;
  /** Where the next batch goes on if this one has done enough. */
  readonly stopped?: FoundRow['place'];
}

/** Replaces the number in rows, as many as a batch may change. */
async function replaceIn(
  trx: Trx,
  batch: Batch,
  { table, rows }: { readonly table: WalkedTable; readonly rows: readonly FoundRow[] },
): Promise<Replaced> {
  let [other_texts, characters] = [0, 0];
  for (const { key, place } of rows) {
    const row = await replaceInRow(trx, batch, { table, key });
    if (row.isChanged) other_texts += 1;
    characters += row.characters;
    if (other_texts >= maxChanged || characters >= maxCharacters)
      return { other_texts, stopped: place };
  }
  return { other_texts };
}

async function replaceInRow(
  trx: Trx,
  { person: { organization_id }, spellings }: Batch,
  { table, key }: Row,
): Promise<{ readonly isChanged: boolean; readonly characters: number }> {
  const values = await lockTexts(trx, table, { organization_id, key });
  if (!values) return { isChanged: false, characters: 0 };
  const characters = JSON.stringify(values).length;
  const replaced = replacing(values, spellings);
  const changed = replaced();
  const isChanged = Object.keys(changed).length > 0;
  if (!isChanged) return { isChanged, characters };
  try {
    await writeTexts(trx, table, { key, values: changed });
  } catch (error) {
    if (!isConstraintViolation(error)) throw error;
    // Some columns hold one word of a kind, or one that no other row has.
    const word = `erased_${randomBytes(4).toString('hex')}`;
    await writeTexts(trx, table, { key, values: replaced(word) });
  }
  return { isChanged, characters };
}

/** The values with a number in them, with another text in its place. */
const replacing =
  (values: Readonly<Record<string, unknown>>, spellings: Spellings) =>
  (by?: string): Record<string, unknown> =>
    Object.fromEntries(
      Object.entries(values).flatMap(([name, value]) => {
        const after = replacedValue(value, spellings, by);
        return JSON.stringify(after) === JSON.stringify(value) ? [] : [[name, after]];
      }),
    );

/** A text may itself be JSON, in which a number stands without quotation marks. */
function replacedValue(value: unknown, spellings: Spellings, by?: string): unknown {
  if (typeof value !== 'string' || !/^\s*[[{]/.test(value))
    return spellings.replacedJson(value, by);
  try {
    const parsed: unknown = JSON.parse(value);
    const after = spellings.replacedJson(parsed, by);
    return JSON.stringify(after) === JSON.stringify(parsed) ? value : JSON.stringify(after);
  } catch {
    return spellings.replacedJson(value, by);
  }
}
