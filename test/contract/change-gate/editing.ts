import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { compare, type Difference } from '../../../scripts/contract-diff/compare.ts';
import { readContract, type Node } from '../../../scripts/contract-diff/contract.ts';
import type { Impact } from '../../../scripts/contract-diff/verdict.ts';
import { linkCreated } from '../../../scripts/generate/links.ts';
import { openResponses } from '../../../scripts/generate/open-responses.ts';
import type { OpenApiDocument } from '../../../src/http/operations.ts';

export type Step = readonly [
  operation: 'set' | 'add' | 'rename' | 'remove',
  path: string,
  value?: unknown,
];

/** A change of `released.yaml`, what Redocly's tool rates it, and what the house does. */
export interface Edit {
  readonly place: string;
  readonly edit: string;
  readonly tool: Impact | 'none';
  readonly house: Impact | 'none';
  readonly steps: readonly Step[];
}

const read = (name: string): string => readFileSync(new URL(name, import.meta.url), 'utf8');
const released = read('released.yaml');
const file = parse(read('edits.yaml')) as {
  readonly places: Readonly<Record<string, string>>;
  readonly edits: readonly [string, string, Edit['tool'], Edit['house'], ...Step[]][];
};

export const edits: readonly Edit[] = file.edits.map(([place, edit, tool, house, ...steps]) => ({
  place,
  edit,
  tool,
  house,
  steps,
}));

/** The contract of `released.yaml` after some steps, published as `generated/openapi.json` is. */
export function published(steps: readonly Step[] = []): Node {
  // Through JSON, so that what YAML shares is not changed together.
  const contract = JSON.parse(JSON.stringify(parse(released))) as OpenApiDocument;
  for (const step of steps) change(contract, step);
  return readContract(JSON.stringify(linkCreated(openResponses(contract))));
}

/** What the gate finds for each edit, some edits at a time. */
export async function compareEdits(atOnce: number): Promise<Difference[][]> {
  const base = published();
  const found: Difference[][] = edits.map(() => []);
  const next = edits.entries();
  const work = async (): Promise<void> => {
    for (const [index, { steps }] of next) {
      found[index] = await compare({ base, revision: published(steps) });
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return found;
}

type Holder = Record<string, unknown>;

function change(contract: unknown, [operation, path, value]: Step): void {
  const [first = '', ...rest] = path.split(' ');
  const keys = [...(file.places[first] ?? first).split(' '), ...rest];
  const last = keys.pop() ?? '';
  let holder = contract as Holder;
  for (const key of keys) {
    const next = holder[key];
    if (typeof next !== 'object' || next === null) throw new Error(`There is no ${path}.`);
    holder = next as Holder;
  }
  if ((operation === 'rename' || operation === 'remove') && !(last in holder)) {
    throw new Error(`There is no ${path}.`);
  }
  if (operation === 'set') holder[last] = value;
  else if (operation === 'add') holder[last] = [...((holder[last] ?? []) as unknown[]), value];
  else if (operation === 'rename') rename(holder, last, String(value));
  else if (Array.isArray(holder)) holder.splice(Number(last), 1);
  else delete holder[last];
}

/** Gives a member another key, at the same place among its neighbours. */
function rename(holder: Holder, from: string, to: string): void {
  const entries = Object.entries(holder);
  for (const [key] of entries) delete holder[key];
  for (const [key, value] of entries) holder[key === from ? to : key] = value;
}
