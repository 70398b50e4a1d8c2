import type pg from 'pg';

const clauses =
  /\bfor (?:no key update|update|key share|share)\b(?: of "?\w+"?(?:, "?\w+"?)*)?(?<skips> skip locked)?|pg_(?:try_)?advisory_xact_lock(?:_shared)?\(/g;

/** Statements with it are none of the source's. */
export const ofTheTest = `'of the test'`;

export interface Cut {
  readonly statement: string;
  /** Which of its locks. */
  readonly place: number;
  /** Whether the whole lock goes, or only that it passes over what others have. */
  readonly of: 'lock' | 'skip';
}

let cut: Cut | undefined;
let seen: Map<string, Cut> | undefined;

/** What can be taken out of the statements that the work sends. */
export async function cutsOf(work: () => Promise<unknown>): Promise<readonly Cut[]> {
  const found = (seen = new Map<string, Cut>());
  await work();
  seen = undefined;
  return [...found.values()];
}

/** Does the work without a lock. */
export async function without<T>(what: Cut, work: () => Promise<T>): Promise<T> {
  cut = what;
  try {
    return await work();
  } finally {
    cut = undefined;
  }
}

function note(statement: string): void {
  if (statement.includes(ofTheTest)) return;
  [...statement.matchAll(clauses)].forEach(({ groups }, place) => {
    for (const of of groups?.['skips'] === undefined
      ? (['lock'] as const)
      : (['lock', 'skip'] as const))
      seen?.set(`${of} ${place} ${statement}`, { statement, place, of });
  });
}

function textWithout({ statement, place, of }: Cut): string {
  let index = -1;
  return statement.replaceAll(clauses, (clause) => {
    index += 1;
    if (index !== place) return clause;
    if (clause.startsWith('pg_try')) return '0 < num_nonnulls(';
    if (clause.startsWith('pg_')) return 'num_nonnulls(';
    return of === 'lock' ? '' : clause.replace(' skip locked', '');
  });
}

let cuts = 0;

/** Has the pool's connections leave the lock out that is taken out now. */
export const makeCuttable = (pool: pg.Pool): pg.Pool =>
  pool.on('connect', (client) => {
    const query = client.query.bind(client) as (...given: unknown[]) => unknown;
    const changed = (...given: unknown[]): unknown => {
      const [statement] = given;
      const isText = typeof statement === 'string';
      const text = isText ? statement : (statement as { readonly text: string }).text;
      note(text);
      if (cut?.statement !== text) return query(...given);
      if (isText) return query(textWithout(cut), ...given.slice(1));
      Reflect.set(statement as object, 'text', textWithout(cut));
      // What is prepared under its name has the lock.
      if (Reflect.get(statement as object, 'name') !== undefined)
        Reflect.set(statement as object, 'name', `cut_${(cuts += 1)}`);
      return query(...given);
    };
    Reflect.set(client, 'query', changed);
  });
