import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { withListsAsText, type Node } from './document.ts';
import type { Impact } from './version.ts';

/** One change as Redocly's `diff` reports it. */
export interface ToolChange {
  /** Where it is in the newer contract, with references followed; a schema that several parts use is reported once. */
  readonly path: string;
  readonly typeName: string;
  readonly kind: 'added' | 'removed' | 'modified';
  readonly impact: Impact;
  readonly verdicts: readonly { readonly ruleId: string; readonly message: string }[];
  /** The member that is modified; `key` if the name is. */
  readonly property?: string;
  readonly base?: { readonly pointer: string; readonly value: unknown };
  readonly revision?: { readonly pointer: string; readonly value: unknown };
}

const root = fileURLToPath(new URL('../..', import.meta.url));
const run = promisify(execFile);

/** What Redocly's `diff` finds between two contracts. Throws with its own words if it cannot compare them. */
export async function toolChanges(base: Node, revision: Node): Promise<ToolChange[]> {
  const directory = await mkdtemp(join(tmpdir(), 'contract-diff-'));
  try {
    const [from, to, report] = ['base.json', 'revision.json', 'report.json'].map((name) =>
      join(directory, name),
    ) as [string, string, string];
    await writeFile(from, JSON.stringify(withListsAsText(base)));
    await writeFile(to, JSON.stringify(withListsAsText(revision)));
    const config = join(root, 'scripts/contract-diff/redocly.yaml');
    const options = ['--config', config, '--format', 'json', '--fail-on', 'none', '-o', report];
    await run(join(root, 'node_modules/.bin/redocly'), ['diff', from, to, ...options], {
      env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
      timeout: 120_000,
    });
    return (JSON.parse(await readFile(report, 'utf8')) as { changes: ToolChange[] }).changes;
  } finally {
    await rm(directory, { recursive: true });
  }
}
