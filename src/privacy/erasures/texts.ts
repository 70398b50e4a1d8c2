import { randomBytes } from 'node:crypto';
import type { Transaction } from 'kysely';
import * as campaigns from '../../campaigns/erasures/actions.ts';
import { contactWith, isRowOf } from '../../campaigns/erasures/queries.ts';
import type { Database } from '../../db/connect.ts';
import { isConstraintViolation } from '../../db/errors.ts';
import { isOwn, maxRestarts } from './rules.ts';
import type { Spellings } from './spelling-rules.ts';
import type { Batch, Done } from './batch.ts';
import { lockTexts, nextRows, type WalkedTable, walkedTables, writeTexts } from './walk-queries.ts';

type Trx = Transaction<Database>;

/** How many rows a batch reads. They are not locked, except those that contain the number. */
const rowsAtOnce = 200;

/** What stands where the number stood. */
const erased = '[erased]';

interface Row {
  readonly table: WalkedTable;
  readonly key: readonly string[];
}

/**
 * Replaces the number in the texts of other rows, table by table as the schema has them: what others said or wrote stays.
 * A row of the person that was added meanwhile begins the erasure anew.
 */
export async function eraseTexts(trx: Trx, batch: Batch): Promise<Done> {
  const { person, spellings, position } = batch;
  const tables = await walkedTables(trx);
  const at = Math.max(
    0,
    tables.findIndex(({ name }) => name === position.table),
  );
  const table = tables[at];
  if (!table) return { counts: {}, proceed: 'next' };
  const { rows, next } = await nextRows(trx, table, {
    organization_id: person.organization_id,
    place: (position.table === table.name && position.place) || {},
    rough: spellings.rough,
    limit: rowsAtOnce,
  });
  const counts = { contacts: 0, source_rows: 0, other_texts: 0 };
  for (const key of rows) {
    const found = await eraseRow(trx, batch, { table, key });
    if (found === 'own') return { counts, proceed: 'restart' };
    if (found !== undefined) counts[found] += 1;
  }
  if (next) return { counts, proceed: 'again', position: { table: table.name, place: next } };
  const following = tables[at + 1];
  return following
    ? { counts, proceed: 'again', position: { table: following.name } }
    : { counts, proceed: 'next' };
}

type Found = 'own' | 'contacts' | 'source_rows' | 'other_texts' | undefined;

async function eraseRow(trx: Trx, batch: Batch, row: Row): Promise<Found> {
  const { app, person, spellings, position } = batch;
  const { organization_id } = person;
  const { table, key } = row;
  // No index leads to these where their source was deleted before.
  if (table.name === 'campaign_contacts') {
    const contact = await contactWith(trx, person, Number(key[0]));
    const removal = { organization_id, contacts: contact ? [contact] : [] };
    if (contact)
      return (await campaigns.removeContactsOf(trx, app.jobs, removal)) > 0 ? 'contacts' : 'own';
  }
  if (table.name === 'campaign_source_rows') {
    const source = { source_id: String(key[0]), row_number: Number(key[1]) };
    if (await isRowOf(trx, person, source)) {
      await campaigns.removeSourceRow(trx, app.jobs, { ...source, organization_id });
      return 'source_rows';
    }
  }
  const values = await lockTexts(trx, table, { organization_id, key });
  if (!values) return undefined;
  const { restarts = 0 } = position;
  if (restarts < maxRestarts && isOwn(values, person.phone_number)) return 'own';
  const replaced = replacing(values, spellings);
  const changed = replaced(erased);
  if (Object.keys(changed).length === 0) return undefined;
  try {
    await writeTexts(trx, table, { key, values: changed });
  } catch (error) {
    if (!isConstraintViolation(error)) throw error;
    // Some columns hold one word of a kind, or one that no other row has.
    const word = `erased_${randomBytes(4).toString('hex')}`;
    await writeTexts(trx, table, { key, values: replaced(word) });
  }
  return 'other_texts';
}

/** The values with a number in them, with another text in its place. */
const replacing =
  (values: Readonly<Record<string, unknown>>, spellings: Spellings) =>
  (by: string): Record<string, unknown> =>
    Object.fromEntries(
      Object.entries(values).flatMap(([name, value]) => {
        const after = replacedValue(value, spellings, by);
        return JSON.stringify(after) === JSON.stringify(value) ? [] : [[name, after]];
      }),
    );

/** A text may itself be JSON, in which a number stands without quotation marks. */
function replacedValue(value: unknown, spellings: Spellings, by: string): unknown {
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
