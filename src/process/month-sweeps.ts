import { setTimeout as wait } from 'node:timers/promises';
import { auditMonths } from '../audit/months.ts';
import type { Application } from '../app.ts';
import { isConflict, isLockTimeout } from '../db/errors.ts';
import { endOf, type Month, monthOf, monthsFrom } from '../db/months.ts';
import {
  dropMonth,
  makeMonth,
  maxDefaultRows,
  type MonthlyTables,
  monthsInDefault,
  monthsOf,
} from '../db/partitions.ts';
import type { Sweep } from '../jobs/sweeps.ts';
import { later } from '../timestamp.ts';
import { webhookMonths } from '../webhooks/month-queries.ts';

type Parts = Pick<Application, 'db' | 'log' | 'now'> & {
  readonly config: Pick<Application['config'], 'retention'>;
};

const dayMs = 24 * 60 * 60 * 1000;
const minuteMs = 60 * 1000;
/** Months are made this early, so that even a lock that is held for days delays no insert. */
const monthsAhead = 3;
/** How often a partition is tried while a table is locked, and the pause between; then the next sweep tries. */
const tries = 3;
const pauseMs = 500;

const monthly: readonly MonthlyTables[] = [webhookMonths, auditMonths];

export const monthSweeps = (app: Application): readonly Sweep[] => [
  { name: 'retention.make_months', everyMs: 10 * minuteMs, sweep: () => makeMonths(app) },
  { name: 'retention.drop_months', everyMs: 10 * minuteMs, sweep: () => dropMonths(app) },
];

/** Makes the partitions of this month and the next ones, and of the months that are in the default partitions. */
export async function makeMonths({ db, log, now }: Parts): Promise<void> {
  const coming = monthsFrom(monthOf(now()), monthsAhead);
  const months: Record<string, Month[]> = {};
  for (const tables of monthly) {
    const name = tables.tables[0].name;
    const found = await monthsInDefault(db, tables);
    if (!found) {
      const reason = `more than ${maxDefaultRows} rows are in the default partition`;
      log.error({ table: name, reason }, 'no months can be made');
      continue;
    }
    const made = new Set(await monthsOf(db, tables));
    const last = coming.at(-1) ?? '';
    const wanted = new Set([...coming, ...found.filter((month) => month <= last)]);
    for (const month of wanted)
      if (!made.has(month) && (await tried(() => makeMonth(db, tables, month))))
        (months[name] ??= []).push(month);
  }
  if (Object.keys(months).length > 0) log.info({ months }, 'months were made');
}

/** Drops the months all of whose rows are older than their retention, unless something of them is pending. */
export async function dropMonths({ db, log, now, config: { retention } }: Parts): Promise<void> {
  const drop = async (tables: MonthlyTables, days: number | undefined): Promise<void> => {
    if (days === undefined) return;
    const before = later(now(), -days * dayMs);
    const isOver = (month: Month): boolean => endOf(month) <= before;
    for (const month of (await monthsOf(db, tables)).filter(isOver))
      if (await tried(() => dropMonth(db, tables, month)))
        log.info({ table: tables.tables[0].name, month }, 'a month was dropped');
  };
  await drop(webhookMonths, retention.eventsDays);
  await drop(auditMonths, retention.auditDays);
}

/** False if a table was locked each time. */
async function tried(change: () => Promise<boolean>): Promise<boolean> {
  for (let left = tries - 1; ; left -= 1) {
    try {
      return await change();
    } catch (error) {
      if (!isLockTimeout(error) && !isConflict(error)) throw error;
      if (left <= 0) return false;
    }
    await wait(pauseMs);
  }
}
