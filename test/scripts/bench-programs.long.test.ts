import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { programs } from '../../scripts/bench/programs.ts';
import { onCitus, onPostgres } from '../support/database.ts';

const run = promisify(execFile);
const folder = new URL('../../scripts/bench/', import.meta.url).pathname;
/** What runs or shows the others. */
const around = ['profile', 'programs', 'run', 'show'];
const measuring = readdirSync(folder)
  .filter((name) => name.endsWith('.ts'))
  .map((name) => name.slice(0, -'.ts'.length))
  .filter((name) => !around.includes(name));
/** They start servers of their own. */
const needsNoDatabase = ['agent', 'cells', 'migrate-models'];
const runnable = measuring.filter(
  (name) => !onCitus && (onPostgres || needsNoDatabase.includes(name)),
);

/** Two at a time: a program waits for its servers most of the time. */
const lanes: Promise<unknown>[] = [Promise.resolve(), Promise.resolve()];
let next = 0;
function inLane<T>(work: () => Promise<T>): Promise<T> {
  const lane = next++ % lanes.length;
  const done = lanes[lane]!.then(work);
  lanes[lane] = done.catch(() => undefined);
  return done;
}

describe.concurrent('A benchmark', () => {
  // One round of a second, and little of everything: it shows that a program still works, and its figures mean nothing.
  test.each(runnable)('%s runs', { timeout: 600_000 }, async (name) => {
    const { stdout } = await inLane(() =>
      run(process.execPath, [`${folder}${name}.ts`], {
        env: { ...process.env, BENCH_BRIEF: '1' },
        timeout: 110_000,
      }),
    );

    for (const target of programs[name]?.targets ?? []) expect(stdout).toContain(`${target} `);
  });
});

test('Every program of make bench is one of them, and reads how much it has to do', () => {
  expect(measuring).toEqual(expect.arrayContaining(Object.keys(programs)));
  for (const name of measuring) {
    const text = readFileSync(`${folder}${name}.ts`, 'utf8');
    expect(/\b(?:usually|isBrief)\b|support\/rounds\.ts/.test(text), name).toBe(true);
  }
});
