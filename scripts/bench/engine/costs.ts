import type pg from 'pg';
import type { Victim } from '../../chaos/processes.ts';
import { cpuMicroseconds, postgresMicroseconds } from '../support/cpu.ts';

/** What has been used up so far. */
export interface Costs {
  /** CPU time in microseconds, by process; `PostgreSQL` for all of its processes. */
  readonly cpu: ReadonlyMap<string, number>;
  readonly transactions: number;
  /** Of rows that were inserted, updated and deleted, and of bytes of log and of tables with indexes. */
  readonly stored: Readonly<Record<'inserted' | 'updated' | 'deleted' | 'wal' | 'bytes', number>>;
}

export async function costsSoFar(db: pg.Client, victims: readonly Victim[]): Promise<Costs> {
  const { rows } = await db.query<Record<keyof Costs['stored'] | 'done', string>>(
    `select pg_stat_clear_snapshot(), xact_commit + xact_rollback as done, tup_inserted as inserted, tup_updated as updated,
       tup_deleted as deleted, pg_current_wal_lsn() - '0/0' as wal, pg_database_size(datid) as bytes
     from pg_stat_database where datname = current_database()`,
  );
  const read = (name: keyof Costs['stored'] | 'done'): number => Number(rows[0]?.[name]);
  return {
    cpu: new Map([
      ...victims.map((victim) => [victim.name, cpuMicroseconds(victim.pid())] as const),
      ['PostgreSQL', postgresMicroseconds()],
    ]),
    transactions: read('done'),
    stored: {
      inserted: read('inserted'),
      updated: read('updated'),
      deleted: read('deleted'),
      wal: read('wal'),
      bytes: read('bytes'),
    },
  };
}

/** The costs of each of so many calls. */
export function costsPerCall(before: Costs, after: Costs, calls: number): Costs {
  const cpu = [...after.cpu].map(
    ([name, used]) => [name, (used - (before.cpu.get(name) ?? 0)) / calls] as const,
  );
  return {
    cpu: new Map(cpu),
    transactions: (after.transactions - before.transactions) / calls,
    stored: {
      inserted: (after.stored.inserted - before.stored.inserted) / calls,
      updated: (after.stored.updated - before.stored.updated) / calls,
      deleted: (after.stored.deleted - before.stored.deleted) / calls,
      wal: (after.stored.wal - before.stored.wal) / calls,
      bytes: (after.stored.bytes - before.stored.bytes) / calls,
    },
  };
}

const totalCpu = ({ cpu }: Costs): number => [...cpu.values()].reduce((a, b) => a + b, 0);

export const inWords = (costs: Costs): string =>
  [
    ...[...costs.cpu].map(([name, used]) => `${name} ${used.toFixed(0)}`),
    `together ${totalCpu(costs).toFixed(0)} us of CPU, ${costs.transactions.toFixed(2)} transactions`,
    `rows ${costs.stored.inserted.toFixed(1)} inserted, ${costs.stored.updated.toFixed(1)} updated, ${costs.stored.deleted.toFixed(1)} deleted`,
    `${costs.stored.wal.toFixed(0)} bytes of log, ${costs.stored.bytes.toFixed(0)} of tables and indexes`,
  ].join(', ');

/** Whether the server counts statements: it must have been started with the library. */
export async function countStatements(db: pg.Client): Promise<boolean> {
  try {
    await db.query('create extension if not exists pg_stat_statements');
    await db.query('select pg_stat_statements_reset()');
    return true;
  } catch {
    return false;
  }
}

/** Prints the statements that took the server the most time, each with its executions and time per call. */
export async function printStatements(db: pg.Client, calls: number): Promise<void> {
  const { rows } = await db.query<{ calls: string; ms: number; rows: string; query: string }>(
    `select calls, total_exec_time + total_plan_time as ms, rows, query from pg_stat_statements
     where dbid = (select oid from pg_database where datname = current_database()) and toplevel
     order by ms desc`,
  );
  const total = rows.reduce((sum, row) => sum + Number(row.calls), 0);
  const ms = rows.reduce((sum, row) => sum + row.ms, 0);
  console.log(
    `  ${(total / calls).toFixed(2)} statements and ${((ms * 1000) / calls).toFixed(0)} us in them per call:`,
  );
  for (const row of rows.slice(0, 45))
    console.log(
      `  ${(Number(row.calls) / calls).toFixed(3).padStart(7)} x ${((row.ms * 1000) / Number(row.calls)).toFixed(0).padStart(7)} us = ${((row.ms * 1000) / calls).toFixed(0).padStart(5)} us  ${row.query.replaceAll(/\s+/g, ' ').slice(0, 150)}`,
    );
}
