import { hash } from 'node:crypto';
import type { RE2JS } from 're2js';
import { type Budget, type Checked, createBudget, type Pattern } from './checks/check-rules.ts';
import { faultIn } from './checks/keyword-rules.ts';
import { withoutNulls } from './checks/null-rules.ts';
import { compiledOf } from './checks/pattern-rules.ts';
import { uncheckedIn } from './checks/unchecked-rules.ts';
import { eachSchema, isObject, type PlacedFault, type Schema } from './rules.ts';

/** Of how many schemas the patterns are kept: at most about 200 KiB each. */
const maxKept = 200;

type Patterns = ReadonlyMap<string, Pattern>;

interface Schemas {
  /** Where a value breaks a schema that was accepted, as far as it is checked here; undefined if it does not. */
  readonly faultOf: (schema: Schema, value: unknown, budget?: Budget) => PlacedFault | undefined;
  /** A value without the optional members that are null although the schema has no null there. */
  readonly withoutNulls: (schema: Schema, value: Schema, budget?: Budget) => Schema;
  /** The places of keywords that are not checked here. */
  readonly uncheckedIn: (schema: Schema) => string[];
}

let loaded: Promise<Schemas> | undefined;

/** Loads the engine of regular expressions on first use. */
export const loadSchemas = (): Promise<Schemas> =>
  (loaded ??= import('re2js').then(({ RE2JS: Engine }) => createSchemas(Engine)));

function createSchemas(Engine: typeof RE2JS): Schemas {
  const kept = new Map<string, Patterns>();
  const patternsOf = (schema: Schema): Patterns => {
    const key = hash('sha256', JSON.stringify(schema), 'base64url');
    const patterns = kept.get(key) ?? compiledPatterns(Engine, schema);
    kept.delete(key);
    kept.set(key, patterns);
    for (const oldest of kept.keys()) {
      if (kept.size <= maxKept) break;
      kept.delete(oldest);
    }
    return patterns;
  };
  const checked = (root: Schema, budget: Budget): Checked => {
    const patterns = patternsOf(root);
    return { root, budget, patternOf: (text) => patterns.get(text) };
  };
  return {
    faultOf: (schema, value, budget = createBudget()) => faultIn(value, checked(schema, budget)),
    withoutNulls: (schema, value, budget = createBudget()) =>
      withoutNulls(value, checked(schema, budget)),
    uncheckedIn: (schema) => uncheckedIn(schema, patternsOf(schema)),
  };
}

function compiledPatterns(Engine: typeof RE2JS, schema: Schema): Patterns {
  const texts: string[] = [];
  eachSchema(schema, ({ pattern, patternProperties }) => {
    if (typeof pattern === 'string') texts.push(pattern);
    if (isObject(patternProperties)) texts.push(...Object.keys(patternProperties));
  });
  return new Map(
    [...compiledOf(texts)].flatMap((text): [string, Pattern][] => {
      const pattern = compiled(Engine, text);
      return pattern ? [[text, pattern]] : [];
    }),
  );
}

/** Undefined for a pattern that needs backtracking, such as one that looks ahead. */
function compiled(Engine: typeof RE2JS, text: string): Pattern | undefined {
  try {
    const engine = Engine.compile(Engine.translateRegExp(text));
    return { size: engine.programSize(), test: (value) => engine.test(value) };
  } catch {
    return undefined;
  }
}
