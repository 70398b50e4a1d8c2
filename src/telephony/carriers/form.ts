import { Failure } from '../../errors.ts';

/** A carrier's callback has about thirty fields. */
const maxFields = 200;
const ampersand = '&'.charCodeAt(0);

/** Parses a form in one pass, each name with its values in order. Throws 413 for more than 200 fields. */
export function readForm(bytes: Buffer): ReadonlyMap<string, readonly string[]> {
  let fields = 1;
  for (const byte of bytes) if (byte === ampersand) fields += 1;
  if (fields > maxFields) throw tooManyFields(fields);
  const form = new Map<string, string[]>();
  for (const [name, value] of new URLSearchParams(bytes.toString())) {
    const values = form.get(name);
    if (values) values.push(value);
    else form.set(name, [value]);
  }
  return form;
}

const tooManyFields = (fields: number): Failure =>
  new Failure({
    kind: 'too_large',
    code: 'payload_too_large',
    detail: `The form has ${fields} fields; the maximum is ${maxFields}.`,
    members: { limit_fields: maxFields },
  });
