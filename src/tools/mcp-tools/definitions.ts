import { hash } from 'node:crypto';
import type { components } from '../../../generated/api.ts';
import { isObject, type Schema } from '../schema-rules.ts';
import type { Schemas } from '../schemas.ts';
import type { McpFunction } from './message-rules.ts';
import { relaxed } from './schema-rules.ts';

export type Offer = components['schemas']['McpOffer'];

/** The hash of what a server says about a function, whatever the order of members. */
export const sha256Of = ({ name, description, inputSchema, outputSchema }: McpFunction): string =>
  hash('sha256', canonical({ name, description, inputSchema, outputSchema }), 'hex');

const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, each: unknown) =>
    isObject(each)
      ? Object.fromEntries(
          Object.entries(each).toSorted(([one], [other]) => (one < other ? -1 : 1)),
        )
      : each,
  );

const maxSchemaBytes = 16_384;
const maxDescriptionLength = 1024;
const maxFaultLength = 500;

/** A function as a tool is stored, or why it cannot be one. */
export function definitionOf(
  read: McpFunction,
  schemas: Schemas,
): Offer | { readonly fault: string } {
  const checked = (
    member: string,
    given: Schema,
  ): { readonly schema: Schema } | { readonly fault: string } => {
    const refused = (path: readonly string[], fault: string) => ({
      fault: `${[member, ...path].join('.')}: ${fault}`.slice(0, maxFaultLength).toWellFormed(),
    });
    if (sizeOf(given) > maxSchemaBytes)
      return refused([], `The schema has more than ${maxSchemaBytes} bytes.`);
    const result = schemas.checked(relaxed(given));
    if ('fault' in result) return refused(result.path, result.fault);
    if (sizeOf(result.schema) > maxSchemaBytes)
      return refused(
        [],
        `The schema has more than ${maxSchemaBytes} bytes, with references written out.`,
      );
    return result;
  };
  const input = checked('inputSchema', read.inputSchema);
  if ('fault' in input) return input;
  if (input.schema['type'] !== 'object')
    return { fault: 'inputSchema.type: The type of arguments is "object".' };
  const output = read.outputSchema && checked('outputSchema', read.outputSchema);
  if (output && 'fault' in output) return output;
  return {
    sha256: sha256Of(read),
    description: shortened(read.description?.trim() || `The function ${read.name} of a server.`),
    arguments_schema: { ...input.schema },
    result_schema: output && { ...output.schema },
  };
}

const sizeOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

const shortened = (text: string): string =>
  text.length <= maxDescriptionLength
    ? text
    : `${text.slice(0, maxDescriptionLength - 1).toWellFormed()}…`;
