import { deepStrictEqual } from 'node:assert';
import type { Scope } from '../../src/caller.ts';
import { hasScope } from '../../src/http/security.ts';
import type { Pair, ToolChange } from './compare.ts';
import { follow, isNode, keysOf, schemaNameIn, valueAt, type Uses } from './contract.ts';
import type { Impact } from './verdict.ts';

/** A rating with the reason, where it is not that of Redocly's tool. */
interface Rating {
  readonly impact: Impact;
  readonly reason?: string;
}

interface Seen extends ToolChange {
  readonly from: unknown;
  readonly to: unknown;
  readonly pair: Pair;
  readonly isWebhook: boolean;
  /** In which directions it is sent. */
  readonly isSent: boolean;
  readonly isAnswered: boolean;
}

/** The house's rating of one change that Redocly's tool reports. */
export function rate(change: ToolChange, pair: Pair, uses: readonly [Uses, Uses]): Rating {
  const { path, kind, impact, verdicts, property = '', base, revision } = change;
  const owner = schemaNameIn(path);
  if (owner !== undefined && !uses.every((all) => directionsIn(all, owner).size > 0))
    return { impact: 'patch' };
  const schema = schemaNameIn(revision?.pointer) ?? schemaNameIn(base?.pointer);
  const isWebhook = path.startsWith('#/webhooks/');
  const isInResponse = (keysOf(path)[3] === 'responses') !== isWebhook;
  const directions =
    schema === undefined
      ? new Set([isInResponse ? 'response' : 'request'])
      : new Set(uses.flatMap((all) => [...directionsIn(all, schema)]));
  const seen: Seen = {
    ...change,
    from: base?.value,
    to: revision?.value,
    pair,
    isWebhook,
    isSent: directions.has('request'),
    isAnswered: directions.has('response'),
  };
  if (verdicts.length > 0) return lowered(seen) ?? { impact };
  const type = kind === 'modified' ? change.typeName : `${kind} ${change.typeName}`;
  const rule = texts.test(property) ? undefined : (breaks[`${type} ${property}`] ?? breaks[type]);
  const reason = rule?.(seen);
  if (reason) return { impact: 'major', reason };
  if (kind === 'added') return { impact };
  return { impact: isAddition(seen, `${type} ${property}`) ? 'minor' : 'patch' };
}

const directionsIn = (uses: Uses, schema: string): Set<string> =>
  new Set([...uses].flatMap(([part, names]) => (names.has(schema) ? part.split(' ', 1) : [])));

/** What the tool rates too high. */
function lowered(change: Seen): Rating | undefined {
  const { kind, typeName, verdicts } = change;
  if (kind !== 'added' || verdicts.some(({ ruleId }) => ruleId !== 'schema-combinator-changed'))
    return undefined;
  if (typeName === 'AnyOf' && onlyAddsNull(change))
    return { impact: 'minor', reason: 'null is accepted too' };
  if (typeName === 'Schema' && isOpenUnion(change))
    return { impact: 'minor', reason: 'a new kind of an open union' };
  return undefined;
}

/** Whether a request's `anyOf` has what was there before and null. A response's loses its type, which is rated too. */
function onlyAddsNull({ path, to, pair }: Seen): boolean {
  if (!Array.isArray(to) || to.length !== 2) return false;
  const others = to.filter((each) => !isNull(each));
  const before = valueAt(pair.base, keysOf(path).slice(0, -1));
  return others.length === 1 && isSame(before, follow(pair.revision, others[0]));
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
const isOpenUnion = ({ path, to, pair }: Seen): boolean =>
  !isNull(to) &&
  [pair.base, pair.revision].every((document) => {
    const branches = valueAt(document, keysOf(path).slice(0, -1));
    return (
      Array.isArray(branches) &&
      branches.some((each) => isNode(each) && schemaNameIn(each['$ref'])?.startsWith('Unknown'))
    );
  });

const inOperation = ({ path }: Seen): boolean => path.startsWith('#/paths/');
const lostHeader = ({ isWebhook }: Seen) => isWebhook && 'receivers no longer get this header';
const defaultBodyLimit = 1024 * 1024;

/** Why changes break clients that the tool rates too low: added, removed, or modified in a member or any. */
const breaks: Readonly<Record<string, (change: Seen) => string | false>> = {
  'added RequestBody': (change) =>
    inOperation(change) &&
    isNode(change.to) &&
    change.to['required'] === true &&
    'a body is required now',
  'added Response': (change) =>
    inOperation(change) &&
    /\/2[^/]+$/.test(change.path) &&
    'clients do not expect another success status',
  'removed Schema': (change) =>
    ((/\/(anyOf|oneOf)\/\d+$/.test(change.path) && !isNullBranch(change)) ||
      change.path.includes('/discriminator/mapping/')) &&
    'this kind is no longer sent',
  'removed Parameter': lostHeader,
  'removed ParameterList': lostHeader,
  'removed RequestBody': ({ isWebhook }) => isWebhook && 'receivers no longer get a body',
  // Clients have to accept new values of an open list, and rely on those that were there.
  'Schema x-extensible-enum': lostValues('no longer sent: the value'),
  'Response x-problem-codes': lostValues('no longer sent: the code'),
  // Responses are published open: only a free-form object says so.
  'Schema additionalProperties': ({ isAnswered, from }) =>
    isAnswered &&
    from === true &&
    'members of the free-form object are elsewhere now, or no longer sent',
  'Schema default': (change) =>
    change.isSent &&
    change.from !== undefined &&
    !hasMoved(change) &&
    'requests that leave it out mean something else',
  'Schema x-max-bytes': ({ isSent, from, to }) =>
    isSent && Number(to ?? Infinity) < Number(from ?? Infinity) && 'larger values are refused',
  'Operation tags': () => 'generated clients group their functions by it',
  // Security says whether API keys are accepted at all.
  'Operation x-scope': ({ from, to }) =>
    from !== undefined &&
    to !== undefined &&
    !hasScope([from as Scope], to as Scope) &&
    'API keys with the former scope are refused',
  // In the release before roles every user is an owner. Security says whether sessions are accepted.
  'Operation x-roles': lostValues('refused are users with the role'),
  'Operation x-body-limit-bytes': ({ from, to }) =>
    Number(to ?? defaultBodyLimit) < Number(from ?? defaultBodyLimit) &&
    'larger bodies are refused',
  'Parameter name': () => 'generated clients name the argument by it',
  'Parameter required': ({ isWebhook, to }) =>
    isWebhook && to !== true && 'the header may be missing',
  Response: ({ from }) => from !== undefined && 'clients rely on it',
  'Header required': ({ to }) => to !== true && 'the header may be missing',
  // A path that differs in the names of its parameters alone: those are rated.
  PathItem: ({ isWebhook }) => isWebhook && 'receivers know the webhook by its name',
  Discriminator: () => 'clients tell the kinds apart by it',
};

const texts = /^(description|summary|title|version|x-not-audited|x-audit)$/;
// Removed conditions; and of requests what they could not be, of responses what they no longer are.
const additions =
  /^removed (SecurityRequirement|AnyOf|OneOf) |^(Schema|Response|RequestBody) | (deprecated|required|x-scope|x-roles|x-body-limit-bytes)$/;

function isAddition(change: Seen, member: string): boolean {
  const { kind, property = '', from, to } = change;
  if (kind === 'removed') return additions.test(member) || isNullBranch(change);
  if (texts.test(property) || (property === 'x-roles' && to === undefined)) return false;
  return additions.test(member) && !(property === 'enum' && isReordered(from, to));
}

const isNullBranch = ({ path, pair, from }: Seen): boolean =>
  /\/(anyOf|oneOf)\/\d+$/.test(path) && isNull(follow(pair.base, from));

/** Whether a default beside a reference is now that of the schema that is referred to. */
const hasMoved = ({ path, from, to, pair }: Seen): boolean =>
  to === undefined && valueAt(pair.revision, [...keysOf(path), 'default']) === from;

/** What a list gained and lost; those of extensions are text. */
export function changedValues(from: unknown, to: unknown): Record<'gained' | 'lost', string[]> {
  const [before, after] = [from, to].map((value) =>
    Array.isArray(value) ? value.map(String) : typeof value === 'string' ? value.split(' ') : [],
  ) as [string[], string[]];
  return {
    gained: after.filter((value) => !before.includes(value)),
    lost: before.filter((value) => !after.includes(value)),
  };
}

function lostValues(reason: string) {
  return ({ from, to, property }: Seen): string | false => {
    const { lost } = changedValues(from, to);
    const isRule = property !== 'x-roles' || to !== undefined;
    return isRule && lost.length > 0 && `${reason} ${lost.join(', ')}`;
  };
}

function isReordered(from: unknown, to: unknown): boolean {
  const { gained, lost } = changedValues(from, to);
  return Array.isArray(from) && Array.isArray(to) && gained.length + lost.length === 0;
}
