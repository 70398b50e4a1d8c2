import { lostNames } from './names.ts';
import { placeOf } from './places.ts';
import { rate } from './rating.ts';
import { toolChanges, type ToolChange } from './tool.ts';
import { Usage, type Pair } from './usage.ts';
import type { Impact } from './version.ts';

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
  const usage = new Usage(pair);
  const found = (await toolChanges(pair.base, pair.revision))
    .filter(({ typeName, property }) => !(typeName === 'Info' && property === 'version'))
    // What uses a new component is reported.
    .filter(({ path, kind }) => !(path.startsWith('#/components/') && kind === 'added'))
    .map((change): Difference => {
      const { impact, reason } = rate(change, pair, usage);
      const { text, names } = placeOf(change, pair);
      const what = [sentenceOf(change), reason].filter(Boolean).join('; ');
      return {
        impact,
        place: text,
        what,
        names: [...names, ...keysIn(change)],
        tool: change.impact,
      };
    });
  const lost = lostNames(pair).map(({ name, operations }): Difference => ({
    impact: 'major',
    place: `schema ${name}`,
    what: `no longer stands in ${shorten(operations)} by this name, which is that of a type in generated clients`,
    names: [name, ...operations],
  }));
  const order: Record<Impact, number> = { major: 0, minor: 1, patch: 2 };
  return [...found, ...lost].toSorted((a, b) => order[a.impact] - order[b.impact]);
}

const shorten = (names: readonly string[]): string =>
  names.length > 3
    ? `${names.slice(0, 3).join(', ')} and ${names.length - 3} more`
    : names.join(', ');

/** The names before and after a change of a name. */
const keysIn = ({ property, base, revision }: ToolChange): string[] =>
  property === 'key' || property === 'name'
    ? [base?.value, revision?.value].filter((value) => typeof value === 'string')
    : [];

function sentenceOf(change: ToolChange): string {
  const { kind, verdicts, property, base, revision } = change;
  if (verdicts.length > 0) {
    return verdicts.map(({ message }) => message.replace(/\.$/, '')).join('; ');
  }
  if (kind !== 'modified') return `${wordOf(change)} was ${kind}`;
  if (lists.has(property ?? '') && base?.value !== undefined && revision?.value !== undefined) {
    return `\`${property}\` ${valuesOf(base.value, revision.value)}`;
  }
  const [from, to] = [base?.value, revision?.value].map(shown);
  if (base?.value === undefined) return `\`${property}\` was set to ${to}`;
  if (revision?.value === undefined) return `\`${property}\` was removed, it was ${from}`;
  return property === 'key'
    ? `was renamed from ${from} to ${to}`
    : `\`${property}\` changed from ${from} to ${to}`;
}

const lists = new Set(['enum', 'x-extensible-enum', 'x-problem-codes']);

/** What a list gained and lost; those of extensions are text. */
function valuesOf(from: unknown, to: unknown): string {
  const [before, after] = [from, to].map((value) =>
    typeof value === 'string' ? value.split(' ') : (value as unknown[]).map(String),
  ) as [string[], string[]];
  const gained = after.filter((value) => !before.includes(value));
  const lost = before.filter((value) => !after.includes(value));
  const parts = [
    gained.length > 0 ? `gained ${gained.join(', ')}` : '',
    lost.length > 0 ? `lost ${lost.join(', ')}` : '',
  ];
  return parts.filter(Boolean).join(' and ') || 'is in another order';
}

function wordOf({ typeName, path }: ToolChange): string {
  if (typeName === 'PathItem') return path.startsWith('#/webhooks/') ? 'webhook' : 'path';
  if (typeName === 'Schema' && /\/properties\/[^/]+$/.test(path)) return 'member';
  return typeName.replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).toLowerCase();
}

const shown = (value: unknown): string => {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > 80 ? `${text.slice(0, 80)}...` : text;
};
