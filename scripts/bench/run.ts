import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { parseArgs } from 'node:util';
import { programs } from './programs.ts';
import { commit, machineOf } from './support/machine.ts';
import {
  added,
  type Figure,
  type Report,
  type Result,
  tableOf,
  unstated,
} from './support/results.ts';

// Runs the programs named, or all, one after the other on one PostgreSQL, and prints one table with all targets.
// node scripts/bench/run.ts [--rounds 5] [--seconds 4] [--json FILE] [--add] [--before FILE] [NAME...]
// --add keeps the figures in the file that the programs of this run do not measure; --before puts another file beside.

const defaultFile = new URL('.results/last.json', import.meta.url).pathname;

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string' },
    seconds: { type: 'string' },
    json: { type: 'string', default: defaultFile },
    add: { type: 'boolean', default: false },
    before: { type: 'string' },
  },
});
const unknown = positionals.filter((name) => !(name in programs));
if (unknown.length > 0) {
  console.error(
    `There is no ${unknown.join(', ')} here, only ${Object.keys(programs).join(', ')}.`,
  );
  process.exit(2);
}

const read = (file: string): Report => JSON.parse(readFileSync(file, 'utf8')) as Report;

async function node(
  file: URL,
  args: readonly string[],
  onFigure: (figure: Figure) => void = () => {},
): Promise<number> {
  const child = spawn(process.execPath, [file.pathname, ...args], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  child.on('message', ({ figure }: { figure: Figure }) => onFigure(figure));
  const [code] = (await once(child, 'close')) as [number | null];
  return code ?? 1;
}

async function measure(names: readonly string[]): Promise<Report> {
  const results: Result[] = [];
  const failed: string[] = [];
  for (const name of names) {
    const { title = '', targets = [], options = [] } = programs[name] ?? {};
    console.log(`\n${[...targets, title].join(' ')}`);
    const args = (['rounds', 'seconds'] as const).flatMap((option) =>
      values[option] !== undefined && options.includes(option)
        ? [`--${option}=${values[option]}`]
        : [],
    );
    const about = { program: name, measured_at: new Date().toISOString(), commit: commit() };
    const stated: Result[] = [];
    const code = await node(new URL(`${name}.ts`, import.meta.url), args, (figure) =>
      stated.push({ ...figure, ...about }),
    );
    results.push(...stated);
    const missing = unstated({ targets }, stated);
    if (missing.length > 0) console.log(`${name} stated no figure for ${missing.join(', ')}.`);
    if (code !== 0 || missing.length > 0) failed.push(name);
  }
  const command = ['make bench', ...(positionals.length > 0 ? [`(${names.join(', ')})`] : [])];
  return { command: command.join(' '), machine: await machineOf(), results, failed };
}

if (process.env['TEST_DATABASE_URL']) {
  const measured = await measure(positionals.length > 0 ? positionals : Object.keys(programs));
  const report =
    values.add && existsSync(values.json)
      ? { ...added(read(values.json), measured), command: 'make bench' }
      : measured;
  mkdirSync(dirname(values.json), { recursive: true });
  writeFileSync(values.json, `${JSON.stringify(report, undefined, 2)}\n`);
  console.log(
    `\n${report.machine}\n${tableOf(programs, report, values.before === undefined ? undefined : read(values.before))}`,
  );
  if (measured.failed.length > 0) {
    console.log(`Without all figures: ${measured.failed.join(', ')}`);
    process.exitCode = 1;
  }
} else {
  const self = new URL(import.meta.url).pathname;
  process.exitCode = await node(new URL('../with-postgres.ts', import.meta.url), [
    process.execPath,
    self,
    ...process.argv.slice(2),
  ]);
}
