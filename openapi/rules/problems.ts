import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import type { Node } from './document.ts';

/** A kind of problem, as `shared/problems.yaml` describes it. */
export interface Problem {
  readonly title: string;
  readonly status: number;
  readonly happened: string;
  /** What the caller can do. */
  readonly action: string;
  /** An example of `detail`, and the members that the code adds. */
  readonly detail: string;
  readonly members?: Node;
}

/** The API's problems, by code. */
export const problems = parse(
  readFileSync(join(import.meta.dirname, '../shared/problems.yaml'), 'utf8'),
) as Readonly<Record<string, Problem | undefined>>;
