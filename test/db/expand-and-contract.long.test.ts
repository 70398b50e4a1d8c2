import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

// From the first release on, processes of the release before run beside those of the next on the migrated database. So a
// migration only adds; what the release before still uses goes in a later one.

/** The last migration of the first release: until then all of them are edited in place. */
const lastOfFirstRelease = 24;

/** What a migration says that removes what no release uses any longer. */
const permission = /-- unused since \d+\.\d+\.\d+/;

/** Statements, as SQL and as Kysely's methods, after which the release before fails or is refused. */
const contracting: readonly RegExp[] = [
  /\bdrop (table|column|view|materialized view|function|type|schema|sequence)\b/,
  /\brename (column|to|constraint)\b/,
  /\balter column \w+ (set data )?type\b/,
  /\balter column \w+ (set not null|drop default)\b/,
  /\badd column (if not exists )?(?:(?!\b(?:default|generated)\b)[^,;])*\bnot null\b(?:(?!\b(?:default|generated)\b)[^,;])*(?=[,;]|$)/,
  /\.(dropTable|dropColumn|dropView|dropType|dropSchema|renameTo|renameColumn|setNotNull|setDataType)\(/i,
  /\.addColumn\((?:(?!defaultTo|generated)[^;])*\.notNull\(\)(?:(?!defaultTo|generated)[^;])*;/i,
];

/** The statements of a migration that take something from the release before. */
function contractionsIn(text: string): string[] {
  if (permission.test(text)) return [];
  const plain = text
    .replace(/(--|\/\/) .*$/gm, '')
    .replace(/\s+/g, ' ')
    .toLowerCase();
  return contracting.flatMap((statement) => statement.exec(plain)?.[0] ?? []);
}

const folder = new URL('../../src/db/migrations/', import.meta.url);
const files = readdirSync(folder).map((name) => ({
  name,
  number: Number(name.slice(0, 4)),
  text: readFileSync(new URL(name, folder), 'utf8'),
}));

describe('A migration after the first release', () => {
  test('takes nothing from the release before', () => {
    const faults = files
      .filter(({ number }) => number > lastOfFirstRelease)
      .flatMap(({ name, text }) =>
        contractionsIn(text).map((statement) => `${name}: ${statement}`),
      );

    expect(files.length).toBeGreaterThanOrEqual(lastOfFirstRelease);
    expect(faults).toEqual([]);
  });

  test.each([
    'alter table calls drop column outcome;',
    'alter table calls add column a text, drop\n column outcome;',
    'drop table calls;',
    'alter table calls rename column outcome to result;',
    'alter table calls rename to runs;',
    'alter table calls alter column outcome type integer;',
    'alter table calls alter column outcome set not null;',
    'alter table calls add column outcome text not null;',
    "alter table calls add column outcome text not null default 'x'; alter table calls alter column outcome drop default;",
    "alter table calls add column a text default 'x', add column outcome text not null;",
    "alter table calls add column outcome text not null, add column a text default 'x';",
    "await db.schema.alterTable('calls').dropColumn('outcome').execute();",
    "await db.schema.alterTable('calls').addColumn('outcome', 'text', (c) => c.notNull()).execute();",
  ])('is refused with %j, unless it says that nothing uses it', (statement) => {
    expect(contractionsIn(statement)).toHaveLength(1);
    expect(contractionsIn(`-- unused since 1.2.0\n${statement}`)).toEqual([]);
  });

  test.each([
    'create table calls (id bigint primary key, outcome text not null);',
    'alter table calls add column outcome text;',
    "alter table calls add column outcome text not null default 'unknown';",
    "alter table calls add column outcome text default 'unknown' not null;",
    'alter table calls add column bytes integer not null generated always as (octet_length(outcome)) stored;',
    'drop index calls_outcome_idx;',
    '-- Nothing is left that would drop column outcome.\ncreate index on calls (outcome);',
    "await db.schema.alterTable('calls').addColumn('outcome', 'text', (c) => c.notNull().defaultTo('')).execute();",
  ])('may do %j', (statement) => {
    expect(contractionsIn(statement)).toEqual([]);
  });
});

test('The rule finds statements in the migrations that there are', () => {
  const found = files.filter(({ text }) => contractionsIn(text).length > 0);

  expect(found.map(({ name }) => name)).toContain('0019_approval_targets.ts');
});
