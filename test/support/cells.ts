import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { emptyUrl } from './database.ts';

interface CellSchemas {
  /** A DATABASE_URL in which `{cell}` stands for a cell's number. */
  readonly url: string;
  readonly directoryUrl: string;
  readonly admin: pg.Client;
  /** The name of a cell's schema and role. */
  readonly nameOf: (cell: number) => string;
  urlOf(cell: number): string;
  /** Removes the roles, which belong to the whole server. */
  remove(): Promise<void>;
}

/** An empty schema with a role for each cell of a new database, and one for their directory. */
export async function createCellSchemas(cells: readonly number[]): Promise<CellSchemas> {
  const database = await emptyUrl();
  const admin = new pg.Client({ connectionString: database });
  await admin.connect();
  const start = `c${randomBytes(5).toString('hex')}`;
  const names = [...cells.map((cell) => `${start}_${cell}`), `${start}_directory`];
  for (const name of names)
    await admin.query(`
      create role ${name} login password '${start}';
      create schema ${name} authorization ${name};
      alter role ${name} set search_path = ${name}`);
  const { host, pathname } = new URL(database);
  const urlFor = (name: string): string => `postgresql://${name}:${start}@${host}${pathname}`;
  return {
    url: urlFor(`${start}_{cell}`),
    directoryUrl: urlFor(`${start}_directory`),
    admin,
    nameOf: (cell) => `${start}_${cell}`,
    urlOf: (cell) => urlFor(`${start}_${cell}`),
    async remove() {
      for (const name of names) await admin.query(`drop owned by ${name} cascade`);
      for (const name of names) await admin.query(`drop role ${name}`);
      await admin.end();
    },
  };
}
