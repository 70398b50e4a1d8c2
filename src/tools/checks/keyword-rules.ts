import { isObject, type PlacedFault } from '../rules.ts';
import {
  type At,
  both,
  type Checked,
  failed,
  type Keyword,
  maxSteps,
  namesIn,
  type Place,
  spend,
  TooMuch,
  type Verdict,
} from './check-rules.ts';
import * as combining from './combining-rules.ts';
import * as parts from './part-rules.ts';
import * as values from './value-rules.ts';

const maxDepth = 1000;

/** Where a value breaks a schema that was accepted; undefined if it does not, as far as it can be checked. */
export function faultIn(value: unknown, checked: Checked): PlacedFault | undefined {
  const at = begin(checked);
  try {
    if (check(checked.root, value, at) !== false) return undefined;
    return at.found.fault ?? { path: [], fault: 'It is not valid.' };
  } catch (error) {
    if (!(error instanceof TooMuch)) throw error;
    return {
      path: [],
      fault: `Checking it takes more than ${maxSteps} steps, the most for a request. Send less.`,
    };
  }
}

const begin = (checked: Checked): Place => ({
  within: { ...checked, check, lengths: new Map(), depth: 0 },
  step: undefined,
  found: {},
});

/** Whether a schema within the root accepts a value, or may. Throws `TooMuch`. */
export const mayBe = (schema: unknown, value: unknown, checked: Checked): boolean =>
  check(schema, value, begin(checked)) !== false;

function check(schema: unknown, value: unknown, at: Place): Verdict {
  spend(at, 1);
  if (schema === false) return failed(at, 'must not be sent');
  if (!isObject(schema)) return true;
  at.within.depth += 1;
  if (at.within.depth > maxDepth) throw new TooMuch();
  const here: At = { ...at, schema };
  let verdict: Verdict = true;
  for (const name of namesIn(schema, at)) {
    const keyword = keywords.get(name);
    if (keyword === undefined) continue;
    verdict = both(verdict, keyword(schema[name], value, here));
    if (verdict === false) break;
  }
  at.within.depth -= 1;
  return verdict;
}

/** What nobody checks here. */
const unknown: Keyword = () => undefined;

/** The keywords that decide what is valid. All others are annotations. */
const keywords: ReadonlyMap<string, Keyword> = new Map<string, Keyword>([
  ['$ref', combining.reference],
  ['$dynamicRef', unknown],
  ['$recursiveRef', unknown],
  ['unevaluatedItems', unknown],
  ['unevaluatedProperties', unknown],
  ['type', values.type],
  ['enum', values.oneOfValues],
  [
    'const',
    (given, value, at) => values.equal(given, value, at) || failed(at, 'must be equal to constant'),
  ],
  ['allOf', combining.allOf],
  ['anyOf', combining.anyOf],
  ['oneOf', combining.oneOf],
  ['not', combining.not],
  ['if', combining.whether],
  ['minimum', values.ofNumbers((value, limit) => value >= limit, 'must be >=')],
  ['maximum', values.ofNumbers((value, limit) => value <= limit, 'must be <=')],
  ['exclusiveMinimum', values.ofNumbers((value, limit) => value > limit, 'must be >')],
  ['exclusiveMaximum', values.ofNumbers((value, limit) => value < limit, 'must be <')],
  ['multipleOf', values.ofNumbers(values.isMultiple, 'must be multiple of')],
  ['minLength', values.ofSizes(values.charactersIn, false, 'characters')],
  ['maxLength', values.ofSizes(values.charactersIn, true, 'characters')],
  ['pattern', values.pattern],
  ['minItems', values.ofSizes(values.itemsIn, false, 'items')],
  ['maxItems', values.ofSizes(values.itemsIn, true, 'items')],
  ['uniqueItems', parts.uniqueItems],
  ['prefixItems', parts.prefixItems],
  ['items', parts.items],
  ['contains', parts.contains],
  ['minProperties', values.ofSizes(values.membersIn, false, 'properties')],
  ['maxProperties', values.ofSizes(values.membersIn, true, 'properties')],
  ['required', parts.required],
  ['properties', parts.properties],
  ['patternProperties', parts.patternProperties],
  ['additionalProperties', parts.additionalProperties],
  ['propertyNames', parts.propertyNames],
  ['dependentRequired', parts.dependentRequired],
  ['dependentSchemas', parts.dependentSchemas],
]);
