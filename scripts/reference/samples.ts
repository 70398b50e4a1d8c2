import { exampleAddress } from '../../src/http/docs-variables.ts';
import { operationObjects, type OpenApiDocument } from '../../src/http/operations.ts';
import { readAs } from '../packages/client/read-as.ts';
import {
  languages,
  type ResponseKind,
  type SampleBody,
  type SampleCall,
  type SampleParameter,
} from './assets/samples.js';
import type { Media, Operation, Parameter, Part, Reference } from './reference.ts';

type Resolve = Reference['resolve'];

export interface Sample {
  /** What the pages call its language. */
  readonly name: string;
  readonly lang: string;
  readonly label: string;
  readonly source: string;
}

/** The samples of an operation, those of the published clients first if they have it. */
export function samplesOf(operation: Operation, resolve: Resolve): Sample[] {
  const call = exampleCall(operation, resolve);
  const isOfClients = ['client', 'operator'].includes(operation.audience ?? 'client');
  return Object.entries(languages)
    .filter(([, { isOfClient }]) => isOfClients || !isOfClient)
    .map(([name, { lang, label, sample }]) => ({ name, lang, label, source: sample(call) }));
}

/**
 * Adds the samples of the clients and of curl to the operations, where tools that show documents look for them
 * (https://spec.openapis.org/registry/extension/x-codeSamples). Changes the document and returns it.
 */
export function withCodeSamples(
  document: OpenApiDocument,
  { operations, resolve }: Reference,
): OpenApiDocument {
  for (const { object } of operationObjects<Record<string, unknown>>(document)) {
    const operation = operations.get(String(object['operationId']));
    if (operation === undefined) throw new Error('The reference lacks an operation of clients.');
    object['x-codeSamples'] = samplesOf(operation, resolve)
      .filter(({ name }) => name !== 'go')
      .map(({ lang, label, source }) => ({ lang, label, source }));
  }
  return document;
}

/** The call that the samples make before somebody fills in another one. */
function exampleCall(operation: Operation, resolve: Resolve): SampleCall {
  const { id, method, path, session, apiKey } = operation;
  const [media] = operation.body?.media ?? [];
  return {
    id,
    method,
    path,
    address: exampleAddress,
    credential: session ? 'session' : apiKey ? 'apiKey' : undefined,
    parameters: operation.parameters
      .map((parameter) => ({
        name: parameter.name,
        in: parameter.in,
        // The samples of two operations have different keys: the second one would be refused.
        value: parameter.name === 'Idempotency-Key' ? `${id}-1` : prefilled(parameter),
        kind: kindOf(resolve(parameter.schema)),
      }))
      .filter(({ value }) => value !== ''),
    body: media && sampleBody(media, resolve),
    response: responseKindOf(operation, resolve),
  };
}

/** The kind of a parameter's value. */
export function kindOf({ type }: Part): SampleParameter['kind'] {
  const [kind] = [type].flat();
  if (kind === 'integer' || kind === 'number') return 'number';
  if (kind === 'boolean') return 'boolean';
  return kind === 'array' ? 'list' : 'text';
}

/** What the clients give back for an operation. */
export function responseKindOf(
  { method, path, successes }: Operation,
  resolve: Resolve,
): ResponseKind {
  const [media] = successes.find(({ status }) => status.startsWith('2'))?.media ?? [];
  if (media === undefined) return 'none';
  if (media.type === 'text/event-stream') return method === 'GET' ? 'events' : 'eventParts';
  if (media.type !== 'application/json')
    return ({ text: 'text', blob: 'blob', stream: 'parts' } as const)[readAs(path, media.type)];
  const members = resolve(media.schema)['properties'] as Part | undefined;
  return members && 'items' in members && 'next_cursor' in members ? 'page' : 'json';
}

/**
 * What a field holds at first: required parameters alone. The examples of others would be a cursor of another list or
 * the ETag of another object. The key makes a repeated click harmless.
 */
export function prefilled({ name, required, example, examples }: Parameter): string {
  if (!required && name !== 'Idempotency-Key') return '';
  const value = example ?? Object.values(examples ?? {})[0]?.value ?? '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

export const isBinary = (schema: Part): boolean =>
  schema['format'] === 'binary' || schema['contentMediaType'] !== undefined;

function sampleBody({ type, schema, examples }: Media, resolve: Reference['resolve']): SampleBody {
  const value = examples[0]?.value;
  if (type === 'multipart/form-data')
    return { kind: 'form', fields: formFields(schema, value, resolve) };
  if (type === 'application/json')
    return { kind: 'json', type, text: JSON.stringify(value ?? {}, null, 2) };
  if (value === undefined) return { kind: 'file', type, file: `file.${type.split('/').at(-1)}` };
  return { kind: 'text', type, text: textOf(value) };
}

/** What a form sends is text already, or an object of its fields. */
export const textOf = (value: unknown): string =>
  typeof value === 'string'
    ? value
    : new URLSearchParams(value as Record<string, string>).toString();

type Field = Extract<SampleBody, { kind: 'form' }>['fields'][number];

function formFields(schema: Part = {}, value: unknown, resolve: Reference['resolve']): Field[] {
  const properties = Object.entries((resolve(schema)['properties'] ?? {}) as Record<string, Part>);
  const example = (value ?? {}) as Record<string, unknown>;
  return properties.flatMap(([name, property]): Field[] => {
    if (isBinary(resolve(property))) return [{ name, file: `${name}.bin` }];
    const text = example[name];
    if (text === undefined) return [];
    return [{ name, value: typeof text === 'string' ? text : JSON.stringify(text) }];
  });
}
