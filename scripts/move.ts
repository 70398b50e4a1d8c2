/**
 * Moves the tables of a cell to another node of the Citus on which it lies, while the cell works: `citus_schema_move`.
 * DATABASE_URL leads to the coordinator; `{cell}` in it stands for the number of the cell.
 */
import pg from 'pg';
import { moveSchema, nodeOf } from './postgres/citus.ts';
import { Refusal } from './postgres/cluster.ts';
import { runMain } from './postgres/command.ts';

await runMain(main);

async function main([cell, node]: string[]): Promise<number> {
  const url = process.env['DATABASE_URL'];
  if (cell === undefined || node === undefined || url === undefined)
    throw new Refusal(
      'Name the cell, the node and the database: make move CELL=7 NODE=host:port DATABASE_URL=postgresql://cell_{cell}@coordinator/db',
    );
  const client = new pg.Client({ connectionString: url.replaceAll('{cell}', cell) });
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string | null }>('select current_schema() as name');
    const schema = rows[0]?.name;
    if (!schema) throw new Refusal(`The role of cell ${cell} has no schema in its search path.`);
    const from = await nodeOf(client, schema);
    const ms = await moveSchema(client, schema, node);
    console.log(
      ms === 0
        ? `Cell ${cell} is on ${node} already.`
        : `Cell ${cell} was moved from ${from} to ${node} in ${(ms / 1000).toFixed(1)} s.`,
    );
    return 0;
  } finally {
    await client.end();
  }
}
