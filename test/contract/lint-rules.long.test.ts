import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { accessCases } from './lint-access-cases.ts';
import { operationCases } from './lint-operation-cases.ts';
import type { Edit } from './lint-places.ts';
import { schemaCases } from './lint-schema-cases.ts';
import { textCases } from './lint-text-cases.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

const cases = [...operationCases, ...accessCases, ...schemaCases, ...textCases];

let directory = '';
let findings = new Map<string, string[]>();

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'lint-rules-'));
  const sound = await readFile(new URL('sound-contract.yaml', import.meta.url), 'utf8');
  const contracts = [
    ['sound', []] as const,
    ...cases.map(([, , ...edits], index) => [String(index), edits] as const),
  ];
  for (const [name, edits] of contracts) {
    // Converted through JSON, so that an edit of one alias does not affect the others.
    const contract: unknown = JSON.parse(JSON.stringify(parse(sound)));
    for (const edit of edits) apply(contract, edit);
    await writeFile(join(directory, `${name}.json`), JSON.stringify(contract));
  }
  await writeFile(
    join(directory, 'redocly.yaml'),
    `extends: [${join(root, 'openapi/redocly.yaml')}]
rules:
  house/lists: { severity: error, except: { listThings: It has no cursor., listAuditEvents: It shows nothing., listAllThings: It shows nothing., listThingsAsAdmin: It has no cursor., listTHINGS: It has no cursor., listLids: It has no cursor. } }
  house/idempotency-key: { severity: error, parameter: IdempotencyKey }
  house/preconditions: { severity: error, except: [updateSample], parts: [setSample] }
  house/protections: { severity: error, apiKey: apiKey, scopes: ['voice:write'], refusal: protected_member, others: {}, operations: [updateSample, setSample, updateSampleRate], without: [] }
  house/call-authorities: { severity: error, apiKey: apiKey, run: thing_id, authorities: { covered: approval_required, none: '' }, others: [] }`,
  );
  findings = await lint(contracts.map(([name]) => join(directory, `${name}.json`)));
});
afterAll(() => rm(directory, { recursive: true }));

test('The linter finds nothing in a valid contract', () => {
  expect(findings.get('sound.json') ?? []).toEqual([]);
});

test.each(cases.map(([rule, fault], index) => ({ rule, fault, index })))(
  '$rule finds $fault',
  ({ rule, index }) => {
    expect(findings.get(`${index}.json`)).toEqual([rule]);
  },
);

function apply(contract: unknown, [path, value]: Edit): void {
  const last = path.at(-1) ?? '';
  let holder = contract;
  for (const key of path.slice(0, -1)) holder = isObject(holder) ? holder[key] : undefined;
  if (!isObject(holder)) throw new Error(`The sound contract has no ${path.join(' / ')}.`);
  if (value !== undefined) holder[last] = value;
  else if (!(last in holder)) throw new Error(`The sound contract has no ${path.join(' / ')}.`);
  else if (Array.isArray(holder)) holder.splice(Number(last), 1);
  else delete holder[last];
}

function isObject(value: unknown): value is Record<string | number, unknown> {
  return typeof value === 'object' && value !== null;
}

interface Problem {
  readonly ruleId: string;
  readonly location: readonly { readonly source: { readonly ref: string } }[];
}

/** The ids of the rules that each file violates: one run of the linter for all, because each start is slow. */
async function lint(files: string[]): Promise<Map<string, string[]>> {
  const output = await run([
    'lint',
    '--format=json',
    '--config',
    join(directory, 'redocly.yaml'),
    ...files,
  ]);
  const reports = JSON.parse(`[${output.replaceAll(/^\}\{$/gm, '},{')}]`) as {
    problems: Problem[];
  }[];
  const rules = new Map<string, Set<string>>(files.map((file) => [basename(file), new Set()]));
  for (const { ruleId, location } of reports.flatMap((report) => report.problems)) {
    rules.get(basename(location[0]?.source.ref ?? ''))?.add(ruleId);
  }
  return new Map([...rules].map(([file, ids]) => [file, [...ids]]));
}

function run(args: string[]): Promise<string> {
  const command = join(root, 'node_modules/.bin/redocly');
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
  return new Promise((resolve, reject) => {
    execFile(command, args, { env, maxBuffer: 2 ** 26 }, (error, stdout, stderr) =>
      stdout === '' ? reject(new Error(stderr, { cause: error })) : resolve(stdout),
    );
  });
}
