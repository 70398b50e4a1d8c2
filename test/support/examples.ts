import { loadContract, resolve } from '../../src/http/operations.ts';
import { formOf, formType, tinyPng, wavOf } from './binary-bodies.ts';

/** A request without credentials, in the test client's form. */
export interface ExampleRequest {
  readonly method: string;
  /** Including the query. */
  readonly path: string;
  /** With the body's content type. */
  readonly headers: Record<string, string>;
  /** The value in the contract. */
  readonly body: unknown;
  /** The body as sent. */
  readonly raw: string | Uint8Array<ArrayBuffer> | undefined;
}

export interface ExampleAnswer {
  readonly status: number;
  /** Undefined for a response without a body. */
  readonly type: string | undefined;
  /** Every body in the contract. */
  readonly bodies: readonly unknown[];
}

/** The example's body in the test client's form: a form or a file as its bytes, others as JSON. */
export const bodyAsSent = ({ headers, body, raw }: ExampleRequest) =>
  /^(multipart|text)\//.test(headers['content-type'] ?? '') && raw !== undefined
    ? { raw }
    : { body };

interface Options {
  /** Whether to include optional parameters. */
  readonly optional?: boolean;
}

type Schema = Record<string, unknown>;
interface ObjectSchema {
  readonly required?: readonly string[];
}

interface NamedExample {
  readonly value: unknown;
}

/** A part that can have examples: a parameter, a header or a media type. */
interface Shown {
  readonly schema?: Schema;
  readonly example?: unknown;
  readonly examples?: Record<string, NamedExample>;
}
interface ShownParameter extends Shown {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly explode?: boolean;
}
type ShownContent = Record<string, Shown>;
interface ShownOperation {
  readonly parameters?: ShownParameter[];
  readonly requestBody?: { readonly content: ShownContent };
  readonly responses: Record<string, { readonly content?: ShownContent }>;
}

const contract = loadContract();
const credentials = ['authorization', 'x-api-key'];

/** The request of the contract's examples: the required parameters and the first example of the body. */
export function exampleRequest(
  operationId: string,
  { optional = false }: Options = {},
): ExampleRequest {
  const { document } = contract;
  const { method, path, shown } = operationOf(operationId);
  const parameters = (shown.parameters ?? [])
    .map((parameter) => resolve<ShownParameter>(document, parameter))
    .filter((parameter) => !credentials.includes(parameter.name.toLowerCase()))
    .filter((parameter) => parameter.required === true || optional)
    .map((parameter) => ({
      ...parameter,
      value: parameterValue(parameter, operationId),
    }));
  const ofPlace = (place: string) => parameters.filter((parameter) => parameter.in === place);
  const query = new URLSearchParams();
  for (const { name, value, explode } of ofPlace('query')) {
    const parts = explode === false ? [[value].flat().join(',')] : [value].flat();
    for (const part of parts) query.append(name, String(part));
  }
  const filled = ofPlace('path').reduce(
    (template, { name, value }) => template.replace(`{${name}}`, encodeURIComponent(String(value))),
    path,
  );
  const { type, body, raw } = bodyOf(operationId, shown);
  const headers = ofPlace('header').map(({ name, value }) => [name.toLowerCase(), String(value)]);
  return {
    method,
    path: query.size === 0 ? filled : `${filled}?${query.toString()}`,
    headers: Object.fromEntries([
      ...headers,
      ...(type === undefined ? [] : [['content-type', type]]),
    ]),
    body,
    raw,
  };
}

/** The success response that the contract declares for an operation, with its examples. */
export function exampleAnswer(operationId: string): ExampleAnswer {
  const { shown } = operationOf(operationId);
  const [status = '', declared] =
    Object.entries(shown.responses).find(([key]) => key.startsWith('2')) ?? [];
  const { content } = resolve<{ content?: ShownContent }>(contract.document, declared ?? {});
  const [type, media] = Object.entries(content ?? {})[0] ?? [];
  return { status: Number(status), type, bodies: media ? shownValues(media) : [] };
}

function operationOf(operationId: string): { method: string; path: string; shown: ShownOperation } {
  const operation = contract.operations.find(({ id }) => id === operationId);
  if (!operation) throw new Error(`The contract has no operation ${operationId}.`);
  const { method, path } = operation;
  const shown = contract.document.paths[path]?.[method.toLowerCase()] as ShownOperation;
  return { method, path, shown };
}

type Body = Pick<ExampleRequest, 'body' | 'raw'> & { readonly type: string | undefined };

function bodyOf(operationId: string, { requestBody }: ShownOperation): Body {
  const [type, media] = Object.entries(requestBody?.content ?? {})[0] ?? [];
  if (type === undefined || media === undefined) {
    return { type: undefined, body: undefined, raw: undefined };
  }
  const [body] = valuesOf(media);
  if (type.startsWith('multipart/')) return multipart(media, body);
  if (type.startsWith('image/')) return { type, body, raw: Uint8Array.from(tinyPng) };
  // Audio and similar types have no examples: any bytes will do.
  if (!/^text\/|json$|form-urlencoded$/.test(type)) {
    return { type, body, raw: new Uint8Array([1, 2, 3]) };
  }
  if (body === undefined)
    throw new Error(`The contract shows no example of ${operationId}'s body.`);
  if (type.endsWith('json')) return { type, body, raw: JSON.stringify(body) };
  if (typeof body === 'string') return { type, body, raw: body };
  const form = new URLSearchParams();
  for (const [name, field] of Object.entries(Object(body))) form.append(name, String(field));
  return { type, body, raw: form.toString() };
}

/** The file is a recording, under the name that the example has. */
function multipart(media: Shown, body: unknown): Body {
  const { document } = contract;
  const { required = [] } = resolve<ObjectSchema>(document, media.schema ?? {});
  const { file = 'example', ...fields }: Schema = Object(body);
  const text = Object.entries(fields).map(([name, value]) => [
    name,
    typeof value === 'string' ? value : JSON.stringify(value),
  ]);
  const hasFile = required.includes('file') || 'file' in Object(body);
  const raw = formOf({
    fields: Object.fromEntries(text),
    ...(hasFile && { file: { name: String(file), bytes: wavOf(1.5) } }),
  });
  return { type: formType, body, raw };
}

function parameterValue(parameter: ShownParameter, operationId: string): unknown {
  const [value] = valuesOf(parameter);
  if (value !== undefined) return value;
  throw new Error(`The contract shows no example of ${operationId}'s parameter ${parameter.name}.`);
}

/** The examples, or those of the schema. */
function valuesOf(shown: Shown): readonly unknown[] {
  const own = shownValues(shown);
  if (own.length > 0) return own;
  const { examples } = resolve<{ examples?: unknown[] }>(contract.document, shown.schema ?? {});
  return examples ?? [];
}

/** The example values of a media type, parameter or header. */
export const shownValues = ({ example, examples }: Shown): unknown[] =>
  example === undefined
    ? Object.values(examples ?? {}).map((named) => resolve(contract.document, named).value)
    : [example];
