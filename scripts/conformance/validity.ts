import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { nameOf } from '../mock/stream-text.ts';
import type { Received, Sent } from './client.ts';
import { document, type Node, type Operation, resolve, type Response } from './contract.ts';

const ajv = new Ajv2020({ strict: false, allErrors: false });
addFormats.default(ajv);
ajv.addFormat('int32', { type: 'number', validate: (value: number) => (value | 0) === value });
ajv.addFormat('int64', { type: 'number', validate: Number.isSafeInteger });
ajv.addFormat('binary', true);
ajv.addSchema({ $id: 'contract', components: document.components });

const compiled = new Map<string, ValidateFunction>();

function faultIn(schema: Node, value: unknown): string | undefined {
  const text = JSON.stringify(schema).replaceAll('"#/', '"contract#/');
  const validate = compiled.get(text) ?? ajv.compile(JSON.parse(text) as Node);
  compiled.set(text, validate);
  return validate(value) ? undefined : ajv.errorsText(validate.errors, { dataVar: 'the body' });
}

/** How an answer differs from what the contract declares for the operation; undefined if it does not. */
export function violationOf(
  operation: Operation,
  sent: Sent,
  received: Received,
): string | undefined {
  const response = operation.responses[received.status];
  if (!response)
    return `the status ${received.status} is not declared: ${received.text.slice(0, 200)}`;
  if (sent.method === 'HEAD' && received.text === '') return headerViolation(response, received);
  return (
    headerViolation(response, received) ??
    bodyViolation(response, received) ??
    problemViolation(response, sent, received) ??
    locationViolation(response, received)
  );
}

function headerViolation(
  { headers = {} }: Response,
  { status, headers: sent }: Received,
): string | undefined {
  for (const [name, declared] of Object.entries(headers)) {
    const { schema = {} } = resolve<{ schema?: Node }>(declared);
    const value = sent.get(name);
    // It is sent with a stored answer alone.
    if (value === null && name === 'Idempotent-Replayed') continue;
    // A server that is stopping answers before it counts the request.
    if (value === null && status === 503 && name.startsWith('RateLimit')) continue;
    if (value === null) return `the header ${name} is missing`;
    const { type } = resolve<{ type?: string }>(schema);
    const fault = faultIn(schema, type === 'integer' ? Number(value) : value);
    if (fault) return `the header ${name} is ${value}`;
  }
  for (const name of ['Location', 'ETag', 'Retry-After', 'WWW-Authenticate'])
    if (sent.has(name) && !(name in headers)) return `the header ${name} is not declared`;
  return undefined;
}

function bodyViolation(
  { content }: Response,
  { headers, text, json }: Received,
): string | undefined {
  if (!content) return text === '' ? undefined : 'there is a body, and none is declared';
  const type = (headers.get('content-type') ?? '').split(';')[0]?.trim() ?? '';
  const media = content[type];
  if (!media) return `the content type ${type} is not declared`;
  if (type === 'text/event-stream') return streamViolation(media.schema ?? {}, text);
  if (!/[/+]json$/.test(type)) return undefined;
  return json === undefined ? 'the body is not JSON' : faultIn(media.schema ?? {}, json);
}

function streamViolation(schema: Node, text: string): string | undefined {
  const whole = text.slice(0, text.lastIndexOf('\n\n') + 1);
  for (const event of whole.split('\n\n')) {
    const [, data] = /^data: ?(.*)$/m.exec(event) ?? [];
    if (data === undefined) continue;
    const [, name] = /^event: ?(.*)$/m.exec(event) ?? [];
    try {
      const value = JSON.parse(data) as Node;
      if (nameOf(value) !== name) return `the event ${name} has data of ${nameOf(value)}`;
      const fault = faultIn(schema, value);
      if (fault) return `the event ${name}: ${fault}`;
    } catch {
      return `the data of the event ${name} is not JSON`;
    }
  }
  return undefined;
}

function problemViolation(
  response: Response,
  sent: Sent,
  { status, headers, json }: Received,
): string | undefined {
  const codes = response['x-problem-codes'];
  if (!codes) return undefined;
  const problem = json as Node;
  if (!codes.includes(String(problem['code'])))
    return `the code ${String(problem['code'])} is not declared`;
  if (problem['status'] !== status) return `the problem's status is ${String(problem['status'])}`;
  if (problem['type'] !== `/problems/${String(problem['code'])}`)
    return `the problem's type is ${String(problem['type'])}`;
  if (problem['instance'] !== sent.path.split('?')[0])
    return `the problem's instance is ${String(problem['instance'])}`;
  const id = headers.get('x-request-id');
  return problem['request_id'] === id ? undefined : `the problem's request_id is not ${id}`;
}

function locationViolation(response: Response, { headers, json }: Received): string | undefined {
  const expected = response['x-location']?.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String((json as Node)[name])),
  );
  const location = headers.get('location');
  return expected === undefined || location === expected
    ? undefined
    : `Location is ${location}, not ${expected}`;
}
