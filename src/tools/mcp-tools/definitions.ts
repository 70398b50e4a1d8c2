import { hash } from 'node:crypto';
import type { components } from '../../../generated/api.ts';
import { isObject, type Schema } from '../rules.ts';
import { accepted } from '../schemas/writing-rules.ts';
import { headersFault } from './header-rules.ts';
import type { McpFunction } from './list-rules.ts';

type Offer = components['schemas']['McpOffer'];

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

/** How large a schema is as the server sends it, with definitions that it does not use. */
const maxSentBytes = 65_536;
const maxDescriptionLength = 1024;
const maxFaultLength = 500;
/** How many keywords a schema has at its top, as in `createTool`. */
const maxKeywords = 100;

/** A function as a tool is stored, or why it cannot be one. */
export function definitionOf(read: McpFunction): Offer | { readonly fault: string } {
  const input = acceptedAs('inputSchema', read.inputSchema);
  if ('fault' in input) return input;
  const { type = 'object' } = input.schema;
  // Arguments are an object, whatever else a schema allows.
  if (![type].flat().includes('object'))
    return { fault: 'inputSchema.type: The type of arguments is "object".' };
  const headers = headersFault(read.inputSchema);
  if (headers !== undefined) return { fault: `inputSchema.${headers}`.slice(0, maxFaultLength) };
  const output = read.outputSchema && acceptedAs('outputSchema', read.outputSchema);
  if (output && 'fault' in output) return output;
  return {
    sha256: sha256Of(read),
    description: shortened(read.description?.trim() || `The function ${read.name} of a server.`),
    arguments_schema: { ...input.schema, type: 'object' },
    result_schema: output && { ...output.schema },
  };
}

function acceptedAs(
  member: string,
  given: Schema,
): { readonly schema: Schema } | { readonly fault: string } {
  const refused = (path: readonly string[], fault: string) => ({
    fault: `${[member, ...path].join('.')}: ${fault}`.slice(0, maxFaultLength).toWellFormed(),
  });
  if (Buffer.byteLength(JSON.stringify(given)) > maxSentBytes)
    return refused([], `The schema has more than ${maxSentBytes} bytes.`);
  const result = accepted(given, { isForeign: true });
  if ('fault' in result) return refused(result.path, result.fault);
  return Object.keys(result.schema).length > maxKeywords
    ? refused([], `The schema has more than ${maxKeywords} keywords at its top.`)
    : result;
}

const shortened = (text: string): string =>
  text.length <= maxDescriptionLength
    ? text
    : `${text.slice(0, maxDescriptionLength - 1).toWellFormed()}…`;
