import { globSync, readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { sharedServer } from '../support/server.ts';

/** Where an exception is right, and why. */
interface Rule {
  readonly finds: RegExp;
  readonly examples: readonly string[];
  readonly except?: readonly string[];
}

/** What would let one cell reach another, or expect more of it than it promises. */
const rules: Readonly<Record<string, Rule>> = {
  'names a schema': {
    finds:
      /(?<!distinct )\b(?:from|join|into|update|table|references|truncate|only)\s+"?[a-z_0-9]+"?\."?[a-z_]|\bpublic\.["a-z_$]|\b(?:selectFrom|\w+Join|insertInto|updateTable|deleteFrom)\(\s*'\w+\.|\bwithSchema\(/gi,
    examples: [
      'sql`select from public.users`',
      'sql`select from cell_7.users`',
      'sql`join "cell_7".users on true`',
      "db.selectFrom('cell_7.users as other')",
      "db.withSchema('cell_7')",
    ],
    // The schema of the queue of 0.1.0, which a migration reads if it is there.
    except: ['src/jobs/former-queue.ts'],
  },
  'changes the search path': {
    finds: /\bset (?:local )?search_path|set_config\(\s*'search_path/gi,
    examples: [
      'sql`set local search_path = cell_7`',
      "select set_config('search_path', 'x', true)",
    ],
    // It tells operators to.
    except: ['src/db/pooler.ts'],
  },
  'takes an advisory lock that other cells share': {
    finds:
      /\bpg_(?:try_)?advisory_(?:xact_)?(?:lock|unlock)(?:_shared)?\((?!\$\{(?:lockKey\('|key\()|\$1::bigint # \$\{installationNames\.number\})|\bexclusive\((?!advisoryLocks\.|key\b|sessions\))/g,
    examples: [
      'sql`select pg_advisory_xact_lock(42)`',
      'sql`select pg_try_advisory_lock(hashtext(${name}))`',
      'sql`select pg_advisory_xact_lock_shared(${organizationId})`',
      'exclusive(7)',
    ],
  },
  'notifies other cells, or hears them': {
    finds: /\bpg_notify\((?!\$\{channel\})|[`'"]\s*(?:un)?(?:notify|listen) (?!\$\{)/gi,
    examples: ["select pg_notify('wakes', 'x')", 'query(`listen wakes`)', "query('notify wakes')"],
  },
  'expects ids to follow each other, or to be of the whole service': {
    finds:
      /\b(?:nextval|currval|lastval|setval)\(|\bmax\('?(?:\w+\.)?id'?\)\s*\+|\b(?:id|\w+_id) between\b|(?:\b|[._])id\b\s*[-+]\s*1\b/g,
    examples: [
      "select nextval('runs_id_seq')",
      'select max(id) + 1 from runs',
      'where id between 1 and 10',
      'const next = run.id + 1;',
    ],
    // Begins a cell's range; leaves ids out after a restore; goes on behind an id, whichever is next.
    except: ['src/db/lost-ids.ts', 'src/db/migrate.ts', 'src/campaigns/erasures/queries.ts'],
  },
};

const sources = globSync('src/**/*.ts').map((file) => [file, readFileSync(file, 'utf8')] as const);

describe.each(Object.entries(rules))('What %s', (_, { finds, examples, except = [] }) => {
  test.each(examples)('is found in %s', (example) => {
    expect(example).toMatch(new RegExp(finds.source, finds.flags.replace('g', '')));
  });

  test('is in no source', () => {
    const found = sources.flatMap(([file, text]) =>
      [...text.matchAll(finds)].map(({ 0: what, index }) => ({
        file,
        at: `${text.slice(0, index).split('\n').length}: ${what}`,
      })),
    );

    expect(found.filter(({ file }) => !except.includes(file))).toEqual([]);
    expect(except.filter((file) => !found.some((each) => each.file === file))).toEqual([]);
  });
});

test('The keys of gates are of the list', () => {
  const gate = readFileSync('src/telephony/calls/gate-queries.ts', 'utf8');

  expect(gate).toMatch(/const key = [^;]*\$\{lockKey\('gate'\)\}/);
});

test('No function, default, index or check of the database leaves its schema', async () => {
  const { app } = await sharedServer();

  const { rows } = await sql<{ name: string; text: string }>`
    select proname as name, prosrc || ' ' || coalesce(array_to_string(proconfig, ' '), '') as text from pg_proc
    where pronamespace = current_schema()::regnamespace
      and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e')
    union all
    select conname, pg_get_constraintdef(oid) from pg_constraint
    where connamespace = current_schema()::regnamespace
    union all
    select indexname, indexdef from pg_indexes where schemaname = current_schema()
    union all
    select adrelid::regclass::text, pg_get_expr(adbin, adrelid) from pg_attrdef`.execute(app.db);

  const leaving =
    /\b(?:from|join|into|update|references)\s+"?[a-z_0-9]+"?\."?[a-z_]|\bpublic\.|search_path|advisory|\b(?:pg_)?notify\b|\b(?:currval|lastval)\(/i;
  expect(rows.length).toBeGreaterThan(500);
  // An index says where its own table is.
  const found = rows.filter(({ text }) =>
    leaving.test(text.replace(/ ON (ONLY )?public\./, ' ON ')),
  );
  expect(found.map(({ name, text }) => `${name}: ${leaving.exec(text)?.[0]}`)).toEqual([]);
});
