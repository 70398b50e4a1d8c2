import { dirname, join, relative } from 'node:path';
import { type Context, isNode, type Node, wordsOf } from './document.ts';
import { type OperationPlace, parametersOf } from './operations.ts';
import { problems } from './problems.ts';

const shared = join(import.meta.dirname, '../shared');

const onEveryResponse = ['X-Request-Id', 'RateLimit', 'RateLimit-Policy'];
const ofStatus: Readonly<Record<string, readonly string[]>> = {
  '401': ['WWW-Authenticate'],
  '429': ['Retry-After'],
  '503': ['Retry-After'],
};
const requestId = '019b8d99-6900-7334-8455-667788990011';

/**
 * Adds to every response of the contract's operations what all of them have: the common headers, and for
 * `x-problem-codes` the body, with an example of each code. Every operation gets 431, which comes before its path is known.
 * The description of a deprecated operation begins with that.
 */
export function completeResponses() {
  let path = '';
  let instance = '';
  let ofSuccess: readonly string[] = [];
  return {
    Paths: {
      PathItem: {
        enter(_: Node, context: Context) {
          path = String(context.key);
        },
        Operation: {
          enter(node: Node, context: Context) {
            const place = { node, location: context.location };
            const { deprecated, 'x-deprecation': until, description } = node;
            ofSuccess = deprecated === true ? ['Deprecation', 'Sunset'] : [];
            if (deprecated === true && isNode(until))
              node['description'] = [
                `**Deprecated**: it may be removed from ${String(until['sunset'])} on.`,
                `Call \`${String(until['successor'])}\` instead.\n\n${String(description)}`,
              ].join(' ');
            const from = dirname(context.location.source.absoluteRef);
            const responses = node['responses'];
            if (isNode(responses))
              Object.assign(responses, {
                '431': { $ref: `${relative(from, shared) || '.'}/responses.yaml#/HeadersTooLarge` },
              });
            instance = instanceOf(context, { ...place, method: '', path, pathItem: place });
          },
          Response(node: Node, context: Context) {
            const here = dirname(context.location.source.absoluteRef);
            const to = (file: string): string => `${relative(here, shared) || '.'}/${file}`;
            const status = String(context.key);
            // The other responses are shared with operations that stay.
            const ofThis = status.startsWith('2') ? ofSuccess : (ofStatus[status] ?? []);
            const headers = [...onEveryResponse, ...ofThis];
            const codes = wordsOf(node['x-problem-codes']);
            Object.assign(node, {
              headers: {
                ...Object.fromEntries(
                  headers.map((name) => [name, { $ref: to(`headers.yaml#/${name}`) }]),
                ),
                ...(node['headers'] as object | undefined),
              },
              ...(codes.length > 0 && {
                content: contentOf(codes, { schema: to('schemas.yaml#/Problem'), instance }),
              }),
            });
          },
        },
      },
    },
  };
}

/** The operation's path with the examples of its parameters. */
function instanceOf(context: Context, operation: OperationPlace): string {
  const examples = new Map(
    parametersOf(context, operation).map(({ node }) => [node['name'], node['example']]),
  );
  return operation.path.replace(/\{(\w+)\}/g, (_, name: string) => String(examples.get(name)));
}

function contentOf(
  codes: readonly string[],
  { schema, instance }: Readonly<Record<string, string>>,
) {
  const examples = codes.flatMap((code) => {
    const problem = problems[code];
    // A rule reports undescribed codes.
    if (!problem) return [];
    const { title, status, detail, members } = problem;
    const type = `/problems/${code}`;
    const of = { request_id: requestId, param: null };
    const value = { type, title, status, detail, instance, code, ...of };
    return [[code, { summary: title, value: { ...value, ...members } }] as const];
  });
  return {
    'application/problem+json': {
      schema: { $ref: schema },
      examples: Object.fromEntries(examples),
    },
  };
}
