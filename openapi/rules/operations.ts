import {
  elementsOf,
  entriesOf,
  follow,
  isNode,
  listOf,
  membersOf,
  wordsOf,
  type Context,
  type Node,
  type Place,
} from './document.ts';
import { problems } from './problems.ts';

export interface OperationPlace extends Place<Node> {
  readonly method: string;
  readonly path: string;
  readonly pathItem: Place<Node>;
}

/** Visits the operations of `paths`; those of `webhooks` belong to other servers. */
export function operationVisitor(check: (operation: OperationPlace, context: Context) => void) {
  let path = '';
  let pathItem: Place<Node>;
  return {
    Paths: {
      PathItem: {
        enter(node: Node, context: Context) {
          path = String(context.key);
          pathItem = { node, location: context.location };
        },
        Operation(node: Node, context: Context) {
          const { location } = context;
          check({ node, location, method: String(context.key), path, pathItem }, context);
        },
      },
    },
  };
}

export function parametersOf(context: Context, operation: OperationPlace): Place<Node>[] {
  return [operation.pathItem, operation].flatMap((place) =>
    elementsOf(context, place, 'parameters'),
  );
}

export function responsesOf(context: Context, operation: OperationPlace): [string, Place<Node>][] {
  return membersOf(context, operation, 'responses');
}

export function mediaOf(context: Context, owner: Place<Node>): [string, Place<Node>][] {
  return membersOf(context, owner, 'content');
}

interface Scopes {
  readonly apiKey: string;
  /** The scope of every GET, except below `paths`, which have their own; `checks` names other operations that need it. */
  readonly read: {
    readonly scope: string;
    readonly paths?: Record<string, string>;
    readonly checks?: string[];
  };
  /** The operations that every API key may call. */
  readonly none: string[];
  /** The scopes of changing operations, by tag. For a tag without any, API keys may change nothing. */
  readonly write: Readonly<Record<string, string[]>>;
}

/** An operation names a scope exactly if it accepts API keys, and the scope fits what it does. */
export function scopes({ apiKey, read, none, write }: Scopes) {
  return operationVisitor(({ node, location, method, path }, context) => {
    if (!Array.isArray(node['security'])) return;
    const scope = node['x-scope'];
    const acceptsKeys = node['security'].some((schemes) => isNode(schemes) && apiKey in schemes);
    if (!acceptsKeys || none.includes(String(node['operationId']))) {
      if (scope === undefined) return;
      const message = 'An operation that accepts no API keys, or all of them, has no x-scope.';
      return context.report({ message, location: location.child('x-scope') });
    }
    const reads = method === 'get' || read.checks?.includes(String(node['operationId'])) === true;
    const fitting = reads
      ? [read.paths?.[path] ?? read.scope]
      : wordsOf(node['tags']).flatMap((tag) => write[tag] ?? []);
    if (typeof scope === 'string' && fitting.includes(scope)) return;
    const message =
      fitting.length === 0
        ? 'API keys change nothing of this tag: the operation is for sessions only.'
        : `An operation that accepts API keys has an x-scope, this one of: ${fitting.join(', ')}.`;
    context.report({ message, location });
  });
}

interface Roles {
  readonly session: string;
  /** The scope of a session that needs no role. */
  readonly except: string;
  /** All roles, in the order in which operations list theirs. */
  readonly roles: string[];
  /** The code of the 403 for other roles. */
  readonly refusal: string;
  /** The code of the 403 for users whose address is not verified, of operations that write and are not for all roles. */
  readonly unverified: string;
  /** The operations that some roles may call for the caller alone. */
  readonly forOneself?: string[];
}

/** An operation lists roles exactly if it accepts sessions of users, and declares the refusal of those that it leaves out. */
export function roles({ session, except, roles: all, ...refusals }: Roles) {
  return operationVisitor((operation, context) => {
    const { node, location, method } = operation;
    const { refusal, unverified, forOneself = [] } = refusals;
    if (!Array.isArray(node['security'])) return;
    const own = node['x-roles'];
    const accepts = listOf(node['security']).some(
      (schemes) =>
        isNode(schemes) && session in schemes && !wordsOf(schemes[session]).includes(except),
    );
    const listed = wordsOf(own);
    const report = (message: string): void => context.report({ message, location });
    if (!accepts) {
      if (own !== undefined) report('An operation without sessions of users has no x-roles.');
      return;
    }
    const sorted = all.filter((role) => listed.includes(role));
    if (listed.length === 0 || sorted.join() !== listed.join())
      return report(
        `An operation for sessions lists its x-roles in this order: ${all.join(', ')}.`,
      );
    const forbidden = responsesOf(context, operation).find(([status]) => status === '403')?.[1];
    const codes = wordsOf(forbidden?.node['x-problem-codes']);
    const refuses = codes.includes(refusal);
    if (listed.length < all.length && method !== 'get' && !codes.includes(unverified))
      report(`Not all roles may call the operation, so its 403 lists ${unverified}.`);
    const isPartial = wordsOf(node['operationId']).some((id) => forOneself.includes(id));
    if (refuses === (isPartial || listed.length < all.length)) return;
    report(
      refuses
        ? `All roles may call the operation, so its 403 has no ${refusal}.`
        : `Not all roles may call the operation, so its 403 lists ${refusal}.`,
    );
  });
}

export function oneSuccess() {
  return operationVisitor(({ node, location }, context) => {
    // A part of a file is sent for 206 by the rules of HTTP.
    const successes = entriesOf(node['responses']).filter(
      ([status]) => status.startsWith('2') && status !== '206',
    );
    if (successes.length === 1) return;
    const message =
      'An operation has exactly one 2xx response: clients decode a success by its one schema.';
    context.report({ message, location: location.child('responses') });
  });
}

/** The statuses that follow from an operation's security, path, parameters and body. */
export function statuses({ prefix }: { prefix: string }) {
  return operationVisitor((operation, context) => {
    const { node, location, path } = operation;
    if (!path.startsWith(`${prefix}/`)) return;
    const alternatives = listOf(node['security']).filter(isNode);
    const parameters = parametersOf(context, operation);
    const names = parameters.map((parameter) => String(parameter.node['name']).toLowerCase());
    const hasBody = 'requestBody' in node;
    const declared = isNode(node['responses']) ? node['responses'] : {};
    const needed: [string, boolean, string][] = [
      ['401', alternatives.length > 0, 'it asks for a credential'],
      ['403', alternatives.length > 0, 'it refuses API keys, or those without its scope'],
      ['404', path.includes('{'), 'its path has a parameter'],
      ['412', names.includes('if-match'), 'it takes If-Match'],
      ['413', hasBody, 'it takes a body'],
      ['415', hasBody, 'it takes a body'],
      ['416', '206' in declared, 'it sends parts of a file'],
      ['422', hasBody || parameters.length > 0, 'it takes parameters or a body'],
      ['429', true, 'requests are limited'],
      ['500', true, 'anything can fail'],
      ['503', true, 'the database can be away'],
    ];
    for (const [status, applies, reason] of needed) {
      if (!applies || status in declared) continue;
      const message = `The operation has to declare ${status}: ${reason}.`;
      context.report({ message, location: location.child('responses') });
    }
  });
}

/** Every error response lists its codes, each of which is described; 422 has faults instead. */
export function problemCodes({ prefix }: { prefix: string }) {
  return operationVisitor((operation, context) => {
    if (!operation.path.startsWith(`${prefix}/`)) return;
    for (const [status, { node }] of responsesOf(context, operation)) {
      if (Number(status) < 400 || status === '422') continue;
      const codes = wordsOf(node['x-problem-codes']);
      const unknown = codes.filter((code) => !problems[code]);
      if (codes.length > 0 && unknown.length === 0) continue;
      const message =
        codes.length === 0
          ? `The response ${status} lists no x-problem-codes.`
          : `openapi/shared/problems.yaml does not describe ${unknown.join(', ')}.`;
      context.report({ message, location: operation.location.child(['responses', status]) });
    }
  });
}

/** `except` names the POST operations that change nothing. */
export function idempotencyKey({
  parameter,
  except = [],
}: {
  parameter: string;
  except?: string[];
}) {
  return operationVisitor((operation, context) => {
    const { node, location, method, pathItem } = operation;
    if (method !== 'post' || wordsOf(node['operationId']).some((id) => except.includes(id))) return;
    const references = [...listOf(pathItem.node['parameters']), ...listOf(node['parameters'])];
    const shared = references.some(
      (entry) => isNode(entry) && String(entry['$ref']).endsWith(`/${parameter}`),
    );
    const conflict = follow(context, { node: node['responses'], location });
    if (shared && isNode(conflict.node) && '409' in conflict.node) return;
    const message = `A POST with effects takes the shared parameter ${parameter} and declares 409.`;
    context.report({ message, location });
  });
}
