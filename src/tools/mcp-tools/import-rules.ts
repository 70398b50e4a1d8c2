import type { components } from '../../../generated/api.ts';
import { isBuiltIn } from '../../workflows/built-in-rules.ts';

type Schemas = components['schemas'];
type Offer = Schemas['McpOffer'];

/** A function as it was read, and as a tool has it, or why it cannot be one. */
export interface ReadFunction {
  readonly mcp_name: string;
  /** Null for what is no function. */
  readonly sha256: string | null;
  readonly definition: Offer | { readonly fault: string };
  /** Whether the server lists a function of this name before it. */
  readonly isRepeated?: boolean | undefined;
}

/** A tool of the server. */
interface Imported {
  readonly id: number;
  readonly name: string;
  readonly mcp_name: string | null;
  readonly mcp_sha256: string | null;
  readonly mcp_status: Schemas['McpToolStatus'] | null;
  readonly mcp_offer: Offer | null;
  readonly revision: number;
}

interface Known<Row> {
  readonly rows: readonly Row[];
  /** The revisions that tools had before the server was read, by their ids. */
  readonly seen: ReadonlyMap<number, number>;
  /** Of all tools of the organization. */
  readonly names: ReadonlySet<string>;
  /** Undefined: every function gets a tool. */
  readonly functions: readonly string[] | undefined;
  readonly prefix: string;
}

interface Comparison<Row> {
  readonly outcome: 'unchanged' | 'changed' | 'gone';
  readonly row: Row;
  readonly sha256: string | null;
  readonly fault: string | null;
  /** What of the tool changes; undefined if nothing does. */
  readonly change: Pick<Imported, 'mcp_status' | 'mcp_offer'> | undefined;
}

/** What becomes of a function, or of a tool without one. */
export type Step<Row> =
  | Comparison<Row>
  | {
      readonly outcome: 'created';
      readonly name: string;
      readonly read: ReadFunction;
      readonly offer: Offer;
    }
  | {
      readonly outcome: 'skipped';
      readonly read: { readonly mcp_name: string; readonly sha256: string | null };
      readonly fault: string;
    };

/** Compares what a server has with what was accepted of it. */
export function stepsOf<Row extends Imported>(
  read: readonly ReadFunction[],
  { rows, seen, names, functions, prefix }: Known<Row>,
): Step<Row>[] {
  const byName = new Map(rows.map((row) => [row.mcp_name, row]));
  // What was decided while the server was read is newer than what was read.
  const isDecided = ({ id, revision }: Row): boolean => seen.get(id) !== revision;
  const taken = new Set(names);
  const steps = read.flatMap((each): Step<Row>[] => {
    const { definition, isRepeated } = each;
    const row = isRepeated ? undefined : byName.get(each.mcp_name);
    if (row) return [isDecided(row) ? kept(row, each.sha256) : compared(row, each)];
    if (functions && !functions.includes(each.mcp_name)) return [];
    const skipped = (fault: string): Step<Row>[] => [{ outcome: 'skipped', read: each, fault }];
    if ('fault' in definition) return skipped(definition.fault);
    const name = `${prefix}${each.mcp_name.replace(/[^a-zA-Z0-9_-]/g, '_')}`;
    if (name.length > maxNameLength)
      return skipped(`The name "${name}" would have more than ${maxNameLength} characters.`);
    if (isBuiltIn(name))
      return skipped(`A built-in tool is named "${name}". Send another name_prefix.`);
    if (taken.has(name))
      return skipped(`A tool named "${name}" already exists. Send another name_prefix.`);
    taken.add(name);
    return [{ outcome: 'created', name, read: each, offer: definition }];
  });
  const present = new Set(read.map(({ mcp_name }) => mcp_name));
  const gone = rows.filter(({ mcp_name }) => mcp_name === null || !present.has(mcp_name));
  const known = new Set([...present, ...rows.map(({ mcp_name }) => mcp_name)]);
  const missing = [...new Set(functions)].filter((name) => !known.has(name));
  return [
    ...steps,
    ...missing.map((mcp_name): Step<Row> => ({
      outcome: 'skipped',
      read: { mcp_name, sha256: null },
      fault: 'The server has no such function.',
    })),
    ...gone.map((row) =>
      isDecided(row)
        ? kept(row, null)
        : comparison(row, { outcome: 'gone', status: 'gone', sha256: null }),
    ),
  ];
}

const maxNameLength = 64;

function kept<Row extends Imported>(row: Row, sha256: string | null): Comparison<Row> {
  const { mcp_status } = row;
  const outcome = mcp_status === 'changed' || mcp_status === 'gone' ? mcp_status : 'unchanged';
  return { outcome, row, sha256, fault: null, change: undefined };
}

function compared<Row extends Imported>(row: Row, { sha256, definition }: ReadFunction) {
  if (sha256 === row.mcp_sha256)
    return comparison(row, { outcome: 'unchanged', status: 'accepted', sha256 });
  const found = { outcome: 'changed', status: 'changed', sha256 } as const;
  return 'fault' in definition
    ? comparison(row, { ...found, fault: definition.fault })
    : comparison(row, { ...found, offer: definition });
}

interface Found {
  readonly outcome: Comparison<unknown>['outcome'];
  readonly status: Schemas['McpToolStatus'];
  readonly sha256: string | null;
  readonly offer?: Offer;
  readonly fault?: string;
}

function comparison<Row extends Imported>(
  row: Row,
  { outcome, status, sha256, offer, fault }: Found,
): Comparison<Row> {
  const isSame = row.mcp_status === status && row.mcp_offer?.sha256 === offer?.sha256;
  const change = isSame ? undefined : { mcp_status: status, mcp_offer: offer ?? null };
  return { outcome, row, sha256, fault: fault ?? null, change };
}
