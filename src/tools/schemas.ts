import { hash } from 'node:crypto';
import type { Ajv2020, ValidateFunction } from 'ajv/dist/2020.js';
import { type PlacedFault, type Schema, valuesIn, writtenOut } from './schema-rules.ts';

/** How many compiled schemas are kept: about 20 KiB each. */
const maxCompiled = 200;
/**
 * How many values a schema and what it checks may have, multiplied. A schema of 140 branches and 2,000 objects, 560,000, took 110 ms of
 * CPU, in which nothing else of the process goes on.
 */
const maxComparisons = 200_000;

interface Compiled {
  readonly values: number;
  readonly validate: ValidateFunction;
}

export interface Schemas {
  /** Writes the references of a schema out; says where it is no valid JSON Schema. */
  checked(schema: Schema): { readonly schema: Schema } | PlacedFault;
  /** Where a value, of at most 100 levels, breaks a schema that was checked; undefined if it does not. */
  faultOf(schema: Schema, value: unknown): PlacedFault | undefined;
}

const options = { strict: false, validateFormats: false, allErrors: false, logger: false } as const;

let loaded: Promise<Schemas> | undefined;

/** Loads the library on first use. */
export const loadSchemas = (): Promise<Schemas> =>
  (loaded ??= import('ajv/dist/2020.js').then(({ Ajv2020 }) => createSchemas(Ajv2020)));

function createSchemas(Library: typeof Ajv2020): Schemas {
  const dialect = new Library(options);
  const compiled = new Map<string, Compiled>();
  /** A library of its own for each schema: one library keeps all that it has compiled. */
  const compile = (schema: Schema): Compiled => ({
    values: valuesIn(schema),
    validate: new Library({ ...options, meta: false, validateSchema: false }).compile(schema),
  });
  return {
    checked(schema) {
      const result = writtenOut(schema);
      if ('fault' in result || dialect.validateSchema(result.schema) === true) return result;
      return placed(dialect.errors);
    },
    faultOf(schema, value) {
      const key = hash('sha256', JSON.stringify(schema), 'base64url');
      const entry = compiled.get(key) ?? compile(schema);
      compiled.delete(key);
      compiled.set(key, entry);
      for (const oldest of compiled.keys()) {
        if (compiled.size <= maxCompiled) break;
        compiled.delete(oldest);
      }
      const { values, validate } = entry;
      const most = Math.floor(maxComparisons / values);
      if (valuesIn(value) > most)
        return { path: [], fault: `It has more than ${most} values, the most for this schema.` };
      return validate(value) ? undefined : placed(validate.errors);
    },
  };
}

function placed(errors: ValidateFunction['errors']): PlacedFault {
  const [error] = errors ?? [];
  const path = (error?.instancePath ?? '').split('/').slice(1).map(unescaped);
  const { missingProperty, additionalProperty } = error?.params ?? {};
  const name: unknown = missingProperty ?? additionalProperty;
  return {
    path: typeof name === 'string' ? [...path, name] : path,
    fault: `It ${error?.message ?? 'is not valid'}.`,
  };
}

const unescaped = (part: string): string => part.replaceAll('~1', '/').replaceAll('~0', '~');
