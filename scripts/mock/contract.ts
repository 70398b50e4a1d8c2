import {
  loadContract,
  objectOf,
  type OpenApiDocument,
  resolve,
} from '../../src/http/operations.ts';
import { showOwnProblems } from '../generate/own-problems.ts';

type Node = Record<string, unknown>;
export type Operation = ReturnType<typeof loadContract>['operations'][number];

interface Media {
  readonly schema?: Node;
  readonly example?: unknown;
  readonly examples?: Record<string, { readonly value: unknown }>;
}
export interface Declared {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** The examples of each type, by their names; one without a name is called `example`. */
  readonly content: readonly {
    type: string;
    schema: Node;
    examples: ReadonlyMap<string, unknown>;
  }[];
}

const contract = loadContract();
/** The contract with examples of problems that are about each operation. */
export const document: OpenApiDocument = showOwnProblems(structuredClone(contract.document));
export const { operations } = contract;

/** What an operation declares for a status; undefined if nothing. */
export function declaredFor(operation: Operation, status: number): Declared | undefined {
  const { responses } = objectOf<{ responses: Record<string, Node> }>(document, operation);
  const found = responses[status];
  if (!found) return undefined;
  const { headers = {}, content = {} } = resolve<{
    headers?: Record<string, Node>;
    content?: Record<string, Media>;
  }>(document, found);
  return {
    status,
    headers: Object.fromEntries(
      Object.entries(headers).map(([name, header]) => [
        name,
        String(resolve<{ example?: unknown }>(document, header).example),
      ]),
    ),
    content: Object.entries(content).map(([type, media]) => ({
      type,
      schema: media.schema ?? {},
      examples: examplesOf(media),
    })),
  };
}

function examplesOf({ example, examples = {} }: Media): Map<string, unknown> {
  if (example !== undefined) return new Map([['example', example]]);
  return new Map(
    Object.entries(examples).map(([name, each]) => [
      name,
      resolve<{ value: unknown }>(document, each).value,
    ]),
  );
}

/** The example of a path parameter. */
export const exampleOf = (parameter: Operation['parameters'][number]): unknown =>
  (parameter as { example?: unknown }).example;

/** The ids that the contract's examples name. */
export const knownIds: ReadonlySet<string> = idsIn(document);

function idsIn(value: unknown): Set<string> {
  const found = new Set<string>();
  const look = (part: unknown, name: string): void => {
    if (Array.isArray(part)) return part.forEach((each) => look(each, name));
    if (typeof part !== 'object' || part === null) {
      if (/(^|_)(id|ids|number|name)$/.test(name)) found.add(String(part));
      return;
    }
    const parameter = part as { in?: unknown; example?: unknown };
    if (parameter.in === 'path') found.add(String(parameter.example));
    for (const [key, each] of Object.entries(part)) look(each, key);
  };
  look(value, '');
  return found;
}
