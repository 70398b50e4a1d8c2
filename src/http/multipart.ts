import { Busboy, type BusboyHeaders } from '@fastify/busboy';
import { pipeline } from 'node:stream/promises';
import type { Readable } from 'node:stream';
import type { IncomingMessage } from 'node:http';
import { Failure, InvalidRequest, invalid } from '../errors.ts';
import { withErrorListener } from '../system/with-error-listener.ts';
import { isStorable, textFault } from './json.ts';
import type { Spool, Spooled } from '../storage/spool.ts';

/** The part of a form that is a file, as a temporary file that goes when the request ends. */
export interface FormFile extends Spooled {
  /** The client's name for it: text to show, never a path. */
  readonly filename: string;
}

/** A form's fields by name, with its one file as `file`. */
export type Form = Readonly<Record<string, string | FormFile>>;

const maxFields = 20;
const maxFieldBytes = 65_536;
const maxFieldNameBytes = 100;
const maxFilenameLength = 255;

/**
 * Reads a form whose only file is the part named `file`, and writes that to a temporary file. Throws the validation
 * error for what is no such form, and what the body's stream fails with; leaves no file then.
 */
export async function readForm(
  req: IncomingMessage,
  body: Readable,
  { spool, signal }: { readonly spool: Spool; readonly signal: AbortSignal },
): Promise<Form> {
  const fields = new Map<string, string>();
  const faults: Error[] = [];
  let file: Promise<FormFile> | undefined;
  const parser = parserOf(req);
  // The parser does not end the file when the body breaks.
  const broken = new AbortController();
  parser.on('field', (name, value, nameTruncated, valueTruncated) => {
    const fault = nameTruncated || valueTruncated ? tooLong(name) : fieldFault(fields, name, value);
    if (fault) faults.push(fault);
    else fields.set(name, value);
  });
  parser.on('file', (name, stream, filename) => {
    // The parser emits its error as soon as the body breaks, before or after it is read.
    withErrorListener(stream);
    if (name !== 'file' || file !== undefined) {
      faults.push(onlyFile(name));
      stream.resume();
      return;
    }
    file = spool
      .write(stream, { signal: AbortSignal.any([signal, broken.signal]) })
      .then((spooled) => ({ ...spooled, filename: (filename ?? '').slice(0, maxFilenameLength) }));
    // It is awaited after the body, whose rest is not when the file cannot be written: nothing would take it.
    file.catch((error: unknown) => {
      if (error instanceof Error && 'syscall' in error) refused.abort(error);
    });
  });
  // The parser gives a part beyond its limit no listener for errors: if the body ended in one, the process would end.
  const refused = new AbortController();
  for (const limit of ['fieldsLimit', 'filesLimit', 'partsLimit'] as const)
    parser.on(limit, () => refused.abort(tooMany()));
  try {
    await pipeline(body, parser, { signal: AbortSignal.any([signal, refused.signal]) });
  } catch (caught) {
    const error: unknown = refused.signal.aborted ? refused.signal.reason : caught;
    broken.abort();
    await file?.then(
      (each) => spool.remove(each),
      () => {},
    );
    throw refused.signal.aborted || isOurs(error) ? error : incomplete(error);
  }
  const arrived = await file;
  if (faults[0]) {
    if (arrived) await spool.remove(arrived);
    throw faults[0];
  }
  return { ...Object.fromEntries(fields), ...(arrived && { file: arrived }) };
}

function parserOf(req: IncomingMessage): Busboy {
  try {
    return withErrorListener(
      new Busboy({
        headers: req.headers as BusboyHeaders,
        limits: {
          fields: maxFields,
          fieldSize: maxFieldBytes,
          fieldNameSize: maxFieldNameBytes,
          files: 1,
          parts: maxFields + 1,
          headerPairs: 20,
          headerSize: 8192,
        },
        isPartAFile: (name, type, filename) =>
          name === 'file' || filename !== undefined || type === 'application/octet-stream',
      }),
    );
  } catch (error) {
    throw incomplete(error);
  }
}

const isOurs = (error: unknown): boolean =>
  error instanceof Failure || error instanceof InvalidRequest;

const incomplete = (cause: unknown): Error =>
  Object.assign(
    invalid(['body'], 'The form is damaged or incomplete. Send it again as multipart/form-data.'),
    { cause },
  );

const tooLong = (name: string): Error =>
  invalid(
    ['body', name],
    `A field has at most ${maxFieldBytes} bytes, and its name ${maxFieldNameBytes}.`,
  );

const tooMany = (): Error =>
  invalid(['body'], `The form has too many parts: at most ${maxFields} fields and one file.`);

const onlyFile = (name: string): Error =>
  invalid(['body', name], 'The form has one file, in the part named "file".');

function fieldFault(
  fields: ReadonlyMap<string, string>,
  name: string,
  value: string,
): Error | undefined {
  if (fields.has(name)) return invalid(['body', name], 'The field is there twice.', value);
  if (isStorable(name) && isStorable(value)) return undefined;
  return new InvalidRequest([textFault(['body', name])]);
}
