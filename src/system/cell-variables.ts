import { join } from 'node:path';
import { lastCell } from '../db/cell-rules.ts';
import { isPostgresUrl } from './settings.ts';
import type { Reader } from './variables.ts';

/** The settings that differ between cells. */
interface CellSettings {
  readonly cells: readonly number[];
  readonly cell: number;
  readonly databaseUrl: string | undefined;
  readonly databaseSessionUrl: string | undefined;
  readonly databaseReadUrl: string | undefined;
  readonly directoryUrl: string | undefined;
  readonly modelsCacheDir: string;
  readonly superAdmin: { readonly email: string; readonly password: string } | undefined;
}

const cellPlace = '{cell}';

/** The cells of numbers and ranges such as `0,3,7-9`, in ascending order. */
export function cellsIn({ read, faults }: Reader): readonly number[] {
  const raw = read('CELLS');
  const ranges = raw.split(',').map((part) => /^(\d{1,3})(?:-(\d{1,3}))?$/.exec(part.trim()));
  const cells = ranges.flatMap((range) => {
    const [first, last] = [Number(range?.[1]), Number(range?.[2] ?? range?.[1])];
    return Array.from({ length: Math.max(last - first + 1, 0) || 0 }, (_, index) => first + index);
  });
  const isFaulty =
    ranges.some((range) => !range) || cells.length === 0 || Math.max(...cells) > lastCell;
  if (!isFaulty && new Set(cells).size === cells.length) return cells.toSorted((a, b) => a - b);
  faults.push(
    `CELLS must be numbers and ranges from 0 to ${lastCell}, such as 0,3,7-9, not "${raw}".`,
  );
  return [0];
}

/** The configuration of one of the cells, with its number in place of `{cell}`. */
export function configOf<T extends CellSettings>(config: T, cell: number): T {
  const named = <T extends string | undefined>(text: T): T =>
    text?.replaceAll(cellPlace, String(cell)) as T;
  const { superAdmin } = config;
  return {
    ...config,
    cell,
    databaseUrl: named(config.databaseUrl),
    databaseSessionUrl: named(config.databaseSessionUrl),
    databaseReadUrl: named(config.databaseReadUrl),
    // Each cell stores where its models were moved to.
    modelsCacheDir:
      cell === 0 ? config.modelsCacheDir : join(config.modelsCacheDir, `cell-${cell}`),
    superAdmin: superAdmin && { ...superAdmin, email: named(superAdmin.email) },
  };
}

/** The faults of the settings of several cells, each with whether it is there. */
export function cellFaults(
  config: CellSettings & { readonly signUp: string; readonly demo: boolean },
): [boolean, string][] {
  const { cells, databaseUrl, databaseSessionUrl, databaseReadUrl, directoryUrl } = config;
  const several = cells.length > 1;
  const urls = { databaseUrl, databaseSessionUrl, databaseReadUrl };
  const shared = Object.values(urls).some((url) => url !== undefined && !url.includes(cellPlace));
  return [
    [
      several && (databaseUrl === undefined || shared),
      `Several CELLS need a role each: DATABASE_URL, and DATABASE_SESSION_URL and DATABASE_READ_URL where they are set, must contain ${cellPlace}, which stands for the number of the cell.`,
    ],
    [
      several && directoryUrl === undefined,
      'Several CELLS need DIRECTORY_URL, a database that knows which cell an email address is of.',
    ],
    [
      directoryUrl !== undefined && !isPostgresUrl(directoryUrl),
      'DIRECTORY_URL must begin with postgres:// or postgresql://.',
    ],
    [
      several && config.signUp === 'first',
      'SIGNUP must be open or closed with several CELLS: each has a first user.',
    ],
    [several && config.demo, 'DEMO=1 is for one cell.'],
  ];
}
