/**
 * Moves the tables of a cell to another node of the Citus on which it lies, while the cell works: `citus_schema_move`. One
 * that lies on the coordinator yet is distributed first (`citus_schema_distribute`), before it is used; not before it has
 * its tables, which migrations cannot make in a distributed schema.
 * DATABASE_URL leads to the coordinator; `{cell}` in it stands for the number of the cell.
 */
import pg from 'pg';
import { distribute, findNodeOf, moveSchema } from './postgres/citus.ts';
import { Refusal } from './postgres/cluster.ts';
import { runMain } from './postgres/command.ts';

await runMain(main);

async function main([cell, node]: string[]): Promise<number> {
  const url = process.env['DATABASE_URL'];
  if (cell === undefined || node === undefined || url === undefined)
    throw new Refusal(
      'Name the cell, the node and the database: make move CELL=7 NODE=host:port DATABASE_URL=postgresql://cell_{cell}@coordinator/db',
    );
  const connectionString = url.replaceAll('{cell}', cell);
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string | null }>('select current_schema() as name');
    const schema = rows[0]?.name;
    if (!schema) throw new Refusal(`The role of cell ${cell} has no schema in its search path.`);
    const tables = await client.query(
      `select from pg_class where relnamespace = $1::regnamespace and relname = 'kysely_migration'`,
      [schema],
    );
    if (tables.rows.length === 0)
      throw new Refusal(
        `The schema ${schema} of cell ${cell} has no tables yet. Make them first: make migrate CELLS=${cell} DATABASE_URL=... DIRECTORY_URL=...`,
      );
    const from = await findNodeOf(client, schema);
    const began = performance.now();
    if (from === undefined) await distribute(connectionString, schema);
    await moveSchema(client, schema, node);
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    console.log(
      from === node
        ? `Cell ${cell} is on ${node} already.`
        : `Cell ${cell} was moved from ${from ?? 'the coordinator'} to ${node} in ${seconds} s.`,
    );
    return 0;
  } catch (error) {
    if (!(error instanceof pg.DatabaseError)) throw error;
    const { message, hint = '' } = error;
    throw new Refusal(`Cell ${cell} is where it was: ${message}. ${hint}`, { cause: error });
  } finally {
    await client.end();
  }
}
