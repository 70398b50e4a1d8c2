import { deepStrictEqual } from 'node:assert';
import type { Scope } from '../../src/caller.ts';
import { hasScope } from '../../src/http/security.ts';
import { dereferenced, isNode, keysOf, schemaNameIn, valueAt } from './document.ts';
import type { ToolChange } from './tool.ts';
import type { Pair, Usage } from './usage.ts';
import type { Impact } from './version.ts';

/** A rating with the reason, where it is not that of Redocly's tool. */
export interface Rating {
  readonly impact: Impact;
  readonly reason?: string;
}

/** The house's rating of one change that Redocly's tool reports. */
export function rate(change: ToolChange, pair: Pair, usage: Usage): Rating {
  if (usage.isUnused(change)) return { impact: 'patch' };
  if (change.verdicts.length > 0) return lowered(change, pair) ?? { impact: change.impact };
  if (change.kind === 'modified') return rateModified(change, pair, usage);
  return change.kind === 'added' ? rateAdded(change) : rateRemoved(change, pair);
}

const breaking = (reason: string): Rating => ({ impact: 'major', reason });
const addition: Rating = { impact: 'minor' };
const correction: Rating = { impact: 'patch' };

const isWebhook = ({ path }: ToolChange): boolean => path.startsWith('#/webhooks/');
const lastOf = (path: string): string => keysOf(path).at(-1) ?? '';
const wordsIn = (text: unknown): string[] => (typeof text === 'string' ? text.split(' ') : []);
const lacks = (wider: readonly unknown[], narrower: readonly unknown[]): unknown[] =>
  wider.filter((value) => !narrower.includes(value));

/** What the tool rates too high. */
function lowered(change: ToolChange, pair: Pair): Rating | undefined {
  if (change.verdicts.some(({ ruleId }) => ruleId !== 'schema-combinator-changed'))
    return undefined;
  if (change.kind !== 'added') return undefined;
  if (change.typeName === 'AnyOf' && onlyAddsNull(change, pair)) {
    return { impact: 'minor', reason: 'null is accepted too' };
  }
  if (change.typeName === 'Schema' && isOpenUnion(change, pair)) {
    return { impact: 'minor', reason: 'a new kind of an open union' };
  }
  return undefined;
}

/** Whether a request's `anyOf` has what was there before and null. A response's loses its type, which is rated too. */
function onlyAddsNull({ path, revision }: ToolChange, pair: Pair): boolean {
  const branches = revision?.value;
  if (!Array.isArray(branches)) return false;
  const others = (branches as unknown[]).filter((each) => !isNull(each));
  if (others.length !== 1 || branches.length !== 2) return false;
  const before = dereferenced(pair.base, valueAt(pair.base, keysOf(path).slice(0, -1)));
  return isSame(before, dereferenced(pair.revision, others[0]));
}

const isNull = (schema: unknown): boolean => isNode(schema) && schema['type'] === 'null';

function isSame(left: unknown, right: unknown): boolean {
  try {
    deepStrictEqual(left, right);
    return true;
  } catch {
    return false;
  }
}

/** Whether both contracts say that further kinds may come: the union has a branch for unknown ones. */
function isOpenUnion({ path, revision }: ToolChange, pair: Pair): boolean {
  const union = keysOf(path).slice(0, -1);
  return (
    !isNull(revision?.value) &&
    [pair.base, pair.revision].every((document) => {
      const branches = valueAt(document, union);
      return (
        Array.isArray(branches) &&
        branches.some((each) => isNode(each) && schemaNameIn(each['$ref'])?.startsWith('Unknown'))
      );
    })
  );
}

function rateAdded({ typeName, path, revision, impact }: ToolChange): Rating {
  const value = isNode(revision?.value) ? revision.value : {};
  const inOperation = path.startsWith('#/paths/');
  if (typeName === 'RequestBody' && inOperation && value['required'] === true) {
    return breaking('a body is required now');
  }
  if (typeName === 'Response' && inOperation && lastOf(path).startsWith('2')) {
    return breaking('clients do not expect another success status');
  }
  return { impact };
}

function rateRemoved(change: ToolChange, pair: Pair): Rating {
  const { typeName, path, base } = change;
  const isBranch = /\/(anyOf|oneOf)\/\d+$/.test(path);
  if (typeName === 'Schema' && isBranch) {
    return isNull(dereferenced(pair.base, base?.value))
      ? addition
      : breaking('this kind is no longer sent');
  }
  if (isWebhook(change) && (typeName === 'Parameter' || typeName === 'ParameterList')) {
    return breaking('receivers no longer get this header');
  }
  if (isWebhook(change) && typeName === 'RequestBody') {
    return breaking('receivers no longer get a body');
  }
  if (typeName === 'Schema' && path.includes('/discriminator/mapping/')) {
    return breaking('this kind is no longer sent');
  }
  // Fewer conditions: none of the tool's rules found that something is lost.
  if (typeName === 'SecurityRequirement' || typeName === 'AnyOf' || typeName === 'OneOf') {
    return addition;
  }
  return correction;
}

const texts = new Set(['description', 'summary', 'title', 'version', 'x-not-audited', 'x-audit']);

function rateModified(change: ToolChange, pair: Pair, usage: Usage): Rating {
  const { property = '', typeName, base, revision } = change;
  if (texts.has(property)) return correction;
  if (property === 'deprecated') return addition;
  const from = base?.value;
  const to = revision?.value;
  switch (typeName) {
    case 'Schema':
      return rateSchema(change, pair, usage);
    case 'Operation':
      return rateOperation(property, from, to);
    case 'Parameter':
      return rateParameter(change);
    case 'Response':
      if (property === 'x-problem-codes') return rateValues(from, to, 'code');
      return from === undefined ? addition : breaking('clients rely on it');
    case 'Header':
      if (property !== 'required') return correction;
      return to === true ? addition : breaking('the header may be missing');
    case 'PathItem':
      // A path that differs in the names of its parameters alone: those are rated.
      return isWebhook(change) ? breaking('receivers know the webhook by its name') : correction;
    case 'Discriminator':
      return breaking('clients tell the kinds apart by it');
    case 'RequestBody':
      return addition;
    default:
      return correction;
  }
}

const defaultBodyLimit = 1024 * 1024;

function rateOperation(property: string, from: unknown, to: unknown): Rating {
  switch (property) {
    case 'tags':
      return breaking('generated clients group their functions by it');
    case 'x-scope':
      // Security says whether API keys are accepted at all.
      if (from === undefined) return addition;
      if (to === undefined || hasScope([from as Scope], to as Scope)) return addition;
      return breaking('API keys with the former scope are refused');
    case 'x-roles':
      // The release before roles: every user is an owner now. Security says whether sessions are accepted.
      if (from === undefined) return addition;
      return to === undefined ? correction : rateRoles(from, to);
    case 'x-body-limit-bytes': {
      const [before, after] = [from, to].map((limit) => Number(limit ?? defaultBodyLimit));
      return (after ?? 0) < (before ?? 0) ? breaking('larger bodies are refused') : addition;
    }
    default:
      return correction;
  }
}

function rateParameter(change: ToolChange): Rating {
  const { property, revision } = change;
  if (property === 'name') return breaking('generated clients name the argument by it');
  if (property !== 'required') return correction;
  if (isWebhook(change) && revision?.value !== true) return breaking('the header may be missing');
  return addition;
}

function rateSchema(change: ToolChange, pair: Pair, usage: Usage): Rating {
  const { property = '', base, revision } = change;
  const from = base?.value;
  const to = revision?.value;
  const directions = usage.directionsOf(change);
  const isSent = directions.has('request');
  switch (property) {
    case 'x-extensible-enum':
      return rateValues(from, to, 'value');
    case 'enum':
      return Array.isArray(from) &&
        Array.isArray(to) &&
        lacks(from, to).length + lacks(to, from).length === 0
        ? correction
        : addition;
    case 'additionalProperties':
      // Responses are published open: only a free-form object says so.
      return directions.has('response') && from === true
        ? breaking('members of the free-form object are elsewhere now, or no longer sent')
        : addition;
    case 'default':
      if (!isSent || from === undefined || hasMoved(change, pair)) return addition;
      return breaking('requests that leave it out mean something else');
    case 'x-max-bytes':
      return isSent && Number(to ?? Infinity) < Number(from ?? Infinity)
        ? breaking('larger values are refused')
        : addition;
    default:
      // Requests may be what they could not be, or responses no longer are what they could be.
      return addition;
  }
}

/** Whether a default beside a reference is now that of the schema that is referred to. */
const hasMoved = ({ path, base, revision }: ToolChange, pair: Pair): boolean =>
  revision?.value === undefined &&
  valueAt(pair.revision, [...keysOf(path), 'default']) === base?.value;

function rateRoles(from: unknown, to: unknown): Rating {
  const lost = lacks(wordsIn(from), wordsIn(to));
  return lost.length > 0
    ? breaking(`users with the role ${lost.join(', ')} are refused`)
    : addition;
}

/** Values of an open list: clients have to accept new ones, and rely on those that were there. */
function rateValues(from: unknown, to: unknown, noun: string): Rating {
  if (from === undefined) return addition;
  const lost = lacks(wordsIn(from), wordsIn(to));
  return lost.length > 0 ? breaking(`no longer sent: the ${noun} ${lost.join(', ')}`) : addition;
}
