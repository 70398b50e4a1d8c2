import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import {
  entriesOf,
  isNode,
  keysOf,
  mapped,
  schemaNameIn,
  usesIn,
  valueAt,
  type Node,
  type Uses,
} from './contract.ts';
import { changedValues, rate } from './rating.ts';
import type { Impact } from './verdict.ts';

/** Two contracts that are compared. */
export interface Pair {
  readonly base: Node;
  readonly revision: Node;
}

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

/** One change of the contract, as it is reported. */
export interface Difference {
  readonly impact: Impact;
  readonly place: string;
  readonly what: string;
  /** By each of these the changelog may name it. */
  readonly names: readonly string[];
  /** What Redocly's tool rates it; nothing if it does not see it. */
  readonly tool?: Impact;
}

/** All differences between two contracts without examples, the gravest first. */
export async function compare(pair: Pair): Promise<Difference[]> {
  const uses = [usesIn(pair.base), usesIn(pair.revision)] as const;
  const found = (await toolChanges(pair))
    .filter(({ typeName, property }) => !(typeName === 'Info' && property === 'version'))
    // What uses a new component is reported.
    .filter(({ path, kind }) => !(path.startsWith('#/components/') && kind === 'added'))
    .map((change): Difference => {
      const { impact, reason } = rate(change, pair, uses);
      const what = [sentenceOf(change), reason].filter(Boolean).join('; ');
      return { impact, ...placeOf(change, pair), what, tool: change.impact };
    });
  const order: Record<Impact, number> = { major: 0, minor: 1, patch: 2 };
  return [...found, ...lostNames(...uses)].toSorted((a, b) => order[a.impact] - order[b.impact]);
}

const listed = /^x-(extensible-enum|problem-codes|roles)$/;
/**
 * What Redocly's tool compares. Lists in extensions are text, because it does not compare them. Links and the list of tags follow
 * from the operations; it takes one that is gone and another one that is new for a change.
 */
const comparable = (document: Node): unknown =>
  mapped({ ...document, tags: undefined }, (key, value) => {
    if (key === 'links') return undefined;
    return listed.test(key) && Array.isArray(value)
      ? value.map(String).toSorted().join(' ')
      : value;
  });

const root = fileURLToPath(new URL('../..', import.meta.url));

/** What Redocly's `diff` finds between two contracts. Throws with its own words if it cannot compare them. */
async function toolChanges({ base, revision }: Pair): Promise<ToolChange[]> {
  const directory = await mkdtemp(join(tmpdir(), 'contract-diff-'));
  try {
    const [from, to, report] = ['base.json', 'revision.json', 'report.json'].map((name) =>
      join(directory, name),
    ) as [string, string, string];
    await writeFile(from, JSON.stringify(comparable(base)));
    await writeFile(to, JSON.stringify(comparable(revision)));
    const config = join(root, 'scripts/contract-diff/redocly.yaml');
    const options = ['--config', config, '--format', 'json', '--fail-on', 'none', '-o', report];
    await promisify(execFile)(
      join(root, 'node_modules/.bin/redocly'),
      ['diff', from, to, ...options],
      {
        env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
        timeout: 120_000,
      },
    );
    return (JSON.parse(await readFile(report, 'utf8')) as { changes: ToolChange[] }).changes;
  } finally {
    await rm(directory, { recursive: true });
  }
}

/** The names of schemas are those of generated types, so programs contain them. Redocly's tool does not compare them. */
function lostNames(base: Uses, revision: Uses): Difference[] {
  const lost = new Map<string, Set<string>>();
  for (const [part, names] of base)
    for (const name of names)
      if (revision.get(part)?.has(name) === false)
        lost.set(name, (lost.get(name) ?? new Set()).add(part.split(' ')[1] ?? ''));
  return [...lost].map(([name, operations]) => ({
    impact: 'major',
    place: `schema ${name}`,
    what: `no longer stands in ${[...operations].join(', ')} by this name, which is that of a type in generated clients`,
    names: [name, ...operations],
  }));
}

/** Where a change is, and the names by which the changelog may call it. */
function placeOf(change: ToolChange, pair: Pair): Pick<Difference, 'place' | 'names'> {
  const { kind, property, base, revision } = change;
  const keys = keysOf(change.path);
  const [part = '', name = '', member = ''] = keys;
  const pointers = [base, revision].flatMap((side) => (side ? [side.pointer] : []));
  // Of an operation whose path has another name now, the keys lead to neither document.
  const before = base ? keysOf(base.pointer) : keys;
  const ids = [
    ...idsAt(pair.base, before),
    ...idsAt(pair.base, keys),
    ...idsAt(pair.revision, keys),
  ];
  const [owner, names, depth] =
    part === 'webhooks'
      ? [`webhook ${name}`, [name], 3]
      : part === 'components'
        ? [`${name.replace(/s$/, '')} ${member}`, [member], 3]
        : part !== 'paths'
          ? [part, [part], 1]
          : isShared(member)
            ? [`path ${name}`, [name, ...ids], 2]
            : [`${member.toUpperCase()} ${name} (${ids[0] ?? ''})`, ids, 3];
  const inside = wordsOf(kind === 'removed' ? pair.base : pair.revision, keys, depth);
  const schema = pointers.map(schemaNameIn).find((each) => each !== undefined);
  const components = pointers
    .map(keysOf)
    .flatMap(([first, , third]) => (first === 'components' && third ? [third] : []));
  const renamed = property === 'key' || property === 'name' ? [base?.value, revision?.value] : [];
  return {
    place: `${owner}${inside && `: ${inside}`}${schema && member !== schema ? ` (schema ${schema})` : ''}`,
    names: [...names, ...components, ...renamed.filter((value) => typeof value === 'string')],
  };
}

/** Whether it belongs to all operations of a path. */
const isShared = (method = ''): boolean => method === '' || method === 'parameters';

/** The operations at a place in `paths`. */
const idsAt = (document: Node, [part, path = '', method]: readonly string[]): string[] =>
  (part === 'paths' ? entriesOf(valueAt(document, ['paths', path])) : []).flatMap(([key, node]) =>
    (isShared(method) || key === method) && isNode(node) && typeof node['operationId'] === 'string'
      ? [node['operationId']]
      : [],
  );

const silent = new Set(['schema', 'content', 'application/json', 'properties', 'parameters']);

/** The rest of a path: "responses.200.items.[].name". */
const wordsOf = (document: Node, keys: readonly string[], depth: number): string =>
  keys
    .flatMap((key, at) => {
      const holder = keys[at - 1];
      if (at < depth) return [];
      if (holder === 'properties') return [key];
      if (holder === 'parameters')
        return [String(valueAt(document, [...keys.slice(0, at + 1), 'name']))];
      return silent.has(key) ? [] : [key === 'items' ? '[]' : key];
    })
    .join('.');

function sentenceOf({
  kind,
  verdicts,
  typeName,
  path,
  property,
  base,
  revision,
}: ToolChange): string {
  const messages = verdicts.map(({ message }) => message.replace(/\.$/, ''));
  if (messages.length > 0) return messages.join('; ');
  if (kind !== 'modified') {
    const isMember = typeName === 'Schema' && /\/properties\/[^/]+$/.test(path);
    return `${isMember ? 'member' : path.startsWith('#/webhooks/') && typeName === 'PathItem' ? 'webhook' : typeName} was ${kind}`;
  }
  const [from, to] = [base?.value, revision?.value];
  if (
    from !== undefined &&
    to !== undefined &&
    (property === 'enum' || listed.test(property ?? ''))
  ) {
    const { gained, lost } = changedValues(from, to);
    return `\`${property}\` gained ${gained.join(', ') || 'nothing'} and lost ${lost.join(', ') || 'nothing'}`;
  }
  const shown = (value: unknown): string => (JSON.stringify(value) ?? 'nothing').slice(0, 80);
  return `\`${property}\` changed from ${shown(from)} to ${shown(to)}`;
}
