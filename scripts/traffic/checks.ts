import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { type Contract, type Operation, resolve, type Schema } from '../../src/http/operations.ts';
import { createRouter } from '../../src/http/router.ts';
import { checkAnswer } from '../../test/support/client.ts';
import type { Composed, WireRequest } from './requests.ts';
import type { Exchanged, WireAnswer } from './sending.ts';

/** Statuses that Node itself sends for requests that it cannot parse. */
const beforeTheApp = [400, 408, 413, 417, 431];

export interface Checker {
  /** The operation that the broken request actually names. */
  operationOf(request: WireRequest): Operation | undefined;
  /** What is wrong with a response, in a few words; undefined if nothing. */
  faultOf(composed: Composed, exchanged: Exchanged): string | undefined;
}

/** Checks responses against the contract, independently of the server's code. */
export function createChecker({ document, operations }: Contract): Checker {
  const router = createRouter(operations);
  const bodyFault = createBodyCheck({ document });
  const match = ({ method, path }: WireRequest) =>
    router.match(method, path.split('?', 1)[0] ?? path);
  const operationOf = (request: WireRequest): Operation | undefined => {
    const found = match(request);
    return found !== undefined && 'operation' in found ? found.operation : undefined;
  };
  return {
    operationOf,
    faultOf({ request, secrets }, exchanged) {
      if ('none' in exchanged)
        return exchanged.none === 'cut' ? undefined : `no answer: ${exchanged.none}`;
      const { status, headers, text } = exchanged;
      if (status >= 500) return `the answer was ${status}`;
      if (secrets.some((secret) => text.includes(secret)))
        return 'the answer holds a secret that was sent';
      if (beforeTheApp.includes(status) && !headers.has('x-request-id')) return undefined;
      const operation = operationOf(request);
      return operation === undefined
        ? withoutOperation(exchanged)
        : (declared(operation, request, exchanged) ?? bodyFault(operation, exchanged, request));
    },
  };
}

/** Paths and methods that the contract does not have. */
function withoutOperation({ status, headers, text }: WireAnswer): string | undefined {
  if (status === 204 && headers.has('allow')) return undefined;
  const isProblem = headers.get('content-type')?.startsWith('application/problem+json') === true;
  if ((status === 404 || status === 405) && isProblem) return undefined;
  return `an unknown path or method was answered ${status} ${text.slice(0, 200)}`;
}

function declared(
  operation: Operation,
  { method }: WireRequest,
  answer: WireAnswer,
): string | undefined {
  try {
    checkAnswer(
      operation,
      method,
      { ...answer, body: parsed(answer) },
      { violationOf: () => undefined, reached: () => {} },
    );
    return undefined;
  } catch (error) {
    return (error as Error).message.split('\n', 1)[0];
  }
}

/** The body, if it is a JSON object; what is not is reported by the check of the body. */
function parsed({ text }: WireAnswer): Record<string, unknown> {
  try {
    return Object(JSON.parse(text)) as Record<string, unknown>;
  } catch {
    return {};
  }
}

interface Media {
  readonly content?: Record<string, { readonly schema?: Schema }>;
}

function createBodyCheck({ document }: Pick<Contract, 'document'>) {
  const ajv = new Ajv2020({ strict: false, allErrors: false, validateFormats: true });
  addFormats.default(ajv);
  ajv.addFormat('int32', { type: 'number', validate: (value: number) => (value | 0) === value });
  ajv.addFormat('int64', { type: 'number', validate: Number.isSafeInteger });
  ajv.addSchema({ $id: 'contract', components: document.components });
  const compiled = new Map<string, ValidateFunction | undefined>();
  const validatorOf = (operation: Operation, status: number, type: string) => {
    const name = `${operation.id} ${status} ${type}`;
    if (compiled.has(name)) return compiled.get(name);
    const item = document.paths[operation.path]?.[operation.method.toLowerCase()] as {
      responses: Record<string, Media>;
    };
    const response = resolve<Media>(document, item.responses[status] ?? {});
    const schema = response.content?.[type]?.schema;
    const validate = schema && ajv.compile(rebased(schema));
    compiled.set(name, validate);
    return validate;
  };
  return (
    operation: Operation,
    { status, headers, text }: WireAnswer,
    { method }: WireRequest,
  ): string | undefined => {
    const type = (headers.get('content-type') ?? '').split(';', 1)[0] ?? '';
    if (method === 'HEAD') return text === '' ? undefined : 'the answer to a HEAD has a body';
    if (!/[/+]json$/.test(type)) return undefined;
    const validate = validatorOf(operation, status, type);
    try {
      if (!validate || validate(JSON.parse(text))) return undefined;
    } catch {
      return `the answer ${status} is not JSON`;
    }
    return `the body of ${status} does not fit: ${ajv.errorsText(validate.errors)}`;
  };
}

const rebased = (schema: Schema): object =>
  JSON.parse(
    JSON.stringify(schema).replaceAll('"#/components/', '"contract#/components/'),
  ) as object;
