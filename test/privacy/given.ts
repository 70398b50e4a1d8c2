import { sql } from 'kysely';
import { answerPurpose } from '../../src/db/kept-answers.ts';
import { readGuides } from '../../scripts/reference/guides.ts';
import { eraseDue } from '../../src/privacy/erasures/eraser.ts';
import { hmacsOf, sealNumber } from '../../src/privacy/erasures/numbers.ts';
import { later } from '../../src/timestamp.ts';
import type { Member } from '../support/organizations.ts';
import type { TestServer } from '../support/server.ts';

export const erasuresPath = '/api/v1/privacy/erasures';

/** Works on erasures until the one with the id is completed; returns its receipt. */
export async function eraseUntilDone(
  server: TestServer,
  { token, id }: { readonly token: string; readonly id: number },
) {
  for (let turns = 0; turns < 50; turns += 1) {
    await eraseDue(server.app, 60_000);
    const { body } = await server.send('GET', `${erasuresPath}/${id}`, { token });
    if (body.status === 'completed') return body;
    // What waits for the end of calls is due later.
    server.setNow(later(server.app.now(), 3000));
  }
  const failed = server.logged.filter(({ msg }) => msg === 'a batch of an erasure failed');
  throw new Error(`The erasure is not completed: ${JSON.stringify(failed.at(-1))}`);
}

/** Erases a number and returns the receipt. */
export async function erase(member: Member, phone_number: string) {
  const { server, token } = member;
  const { status, body } = await member.post(erasuresPath, { phone_number });
  if (status !== 202) throw new Error(JSON.stringify(body));
  return eraseUntilDone(server, { token, id: body.id });
}

/** Inserts an erasure in progress that nobody works on; returns its id. */
export async function givenErasure(
  { server, organization_id, user_id }: Member,
  phone_number = '+12025550144',
): Promise<number> {
  const { db, secrets } = server.app;
  const now = server.app.now();
  const person = { organization_id, phone_number };
  const { id } = await db
    .insertInto('erasures')
    .values({
      organization_id,
      number_hmac: hmacsOf(secrets, person)[0],
      number_encrypted: sealNumber(secrets, person),
      due_at: now,
      user_id,
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Other tests do not work on what this one began, and have their own time. */
export async function dropErasures(server: TestServer): Promise<void> {
  server.setNow(undefined);
  await server.app.db.deleteFrom('erasures').where('state', '=', 'in_progress').execute();
}

/** The example number of the guide. */
export const guideNumber = '+12025550143';

/** The spellings of it in the guide's table, by whether the guide says that they are found. */
export function guideSpellings(): { found: boolean; text: string }[] {
  const guide = readGuides().find(({ name }) => name === 'privacy')?.text ?? '';
  return [...guide.matchAll(/^\| .*? \| (yes|no) \| (.*) \|$/gm)].flatMap(([, found, cell = '']) =>
    [...cell.matchAll(/`(.+?)`/g)].map(([, text = '']) => ({ found: found === 'yes', text })),
  );
}

interface Column {
  readonly table: string;
  readonly name: string;
  readonly type: string;
}

/** The columns in which something can be written, of every table of the service. */
export async function columnsOf({ app }: TestServer): Promise<Column[]> {
  const { rows } = await sql<Column>`
    select pg_class.oid::regclass::text as table, attname as name, format_type(atttypid, null) as type
    from pg_attribute join pg_class on pg_class.oid = attrelid
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
      and not relispartition and attnum > 0 and not attisdropped
      and format_type(atttypid, null) in
        ('text', 'character varying', 'json', 'jsonb', 'bytea', 'text[]', 'character varying[]')
      and attgenerated = ''
    order by 1, attnum`.execute(app.db);
  return rows;
}

/** The digits with anything between them that is short: wider than what an erasure looks for. */
const anySpelling = (national: string) => new RegExp([...national].join('\\D{0,6}'));

/** Where a number is in a dump of the whole database: rows by column. What is encrypted is read with the service's keys. */
export async function dumped(
  server: TestServer,
  national: string,
): Promise<Readonly<Record<string, number>>> {
  const { app } = server;
  const spelled = anySpelling(national);
  const hits: Record<string, number> = {};
  for (const { table, name, type } of await columnsOf(server)) {
    const { rows } = await sql<{ value: string | Buffer }>`
      select ${sql.ref(name)}${type === 'bytea' ? sql`` : sql`::text`} as value from ${sql.raw(table)}
      where ${sql.ref(name)} is not null`.execute(app.db);
    const found = rows.filter(({ value }) =>
      textsOf(server, value).some((text) => spelled.test(text)),
    );
    if (found.length > 0) hits[`${table}.${name}`] = found.length;
  }
  return hits;
}

function textsOf({ app }: TestServer, value: string | Buffer): string[] {
  if (typeof value === 'string') return [value];
  try {
    return [app.secrets.open(answerPurpose, value)];
  } catch {
    return [value.toString('latin1')];
  }
}
