import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { loadContract, operationObjects, resolve } from '../../src/http/operations.ts';

/** Declared responses that no test reaches, each with its reason. The list only shrinks. */
const exceptions: Record<string, string> = {
  'MigrationRefused insufficient_space':
    'A test cannot fill the disk; test/voice/models/check.test.ts covers it.',
  'MigrationRefused source_not_writable':
    'Root can write everywhere; test/voice/models/check.test.ts covers it.',
};

/**
 * The declared lines (operation, status and problem code) that are not among the reached ones: every status and every
 * code of every operation; a code of a shared response must be reached once. Also the exceptions that are not needed.
 */
export function unreached(lines: Iterable<string>): string[] {
  const declared = new Map<string, readonly string[]>();
  for (const { id, status, response } of responses()) {
    const codes = response['x-problem-codes'] ?? [];
    const owner = response.$ref?.split('/').at(-1) ?? `${id} ${status}`;
    const answer = `${id} ${status}`;
    declared.set(answer, [answer]);
    for (const code of codes) declared.set(`${answer} ${code}`, [answer, `${owner} ${code}`]);
  }
  const reached = new Set([...lines].flatMap((line) => declared.get(line) ?? []));
  const expected = new Set([...declared.values()].flat());
  const missing = [...expected].filter((name) => !reached.has(name) && !(name in exceptions));
  const needless = Object.keys(exceptions).filter((name) => reached.has(name));
  return [...missing, ...needless];
}

const kept = new URL('../../node_modules/.cache/reached/', import.meta.url);
const contractHash = (): string =>
  createHash('sha256')
    .update(readFileSync(new URL('../../generated/openapi.json', import.meta.url)))
    .digest('hex');

/** Keeps the lines that a run reached, for a later run that has the other tests. */
export function keepReached(run: string, lines: readonly string[]): void {
  mkdirSync(kept, { recursive: true });
  writeFileSync(new URL(run, kept), [contractHash(), ...new Set(lines)].join('\n'));
}

/** What a run of that name reached last. Throws if none has had this contract. */
export function keptReached(run: string): string[] {
  const file = new URL(run, kept);
  const [contract, ...lines] = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
  if (contract !== contractHash())
    throw new Error(
      `Run \`make ${run}\` first: its tests reach some of the declared statuses, and it has not run with this contract.`,
    );
  return lines;
}

interface Declared {
  readonly $ref?: string;
  readonly 'x-problem-codes'?: readonly string[];
}

interface OperationObject {
  readonly operationId: string;
  readonly responses: Readonly<Record<string, Declared>>;
}

function* responses(): Generator<{ id: string; status: string; response: Declared }> {
  const { document } = loadContract();
  for (const { object } of operationObjects<OperationObject>(document)) {
    for (const [status, response] of Object.entries(object.responses)) {
      // It comes before the operation is known: test/http/protocol.test.ts.
      if (status === '431') continue;
      const shared = resolve<Declared>(document, response);
      yield { id: object.operationId, status, response: { ...shared, ...response } };
    }
  }
}
