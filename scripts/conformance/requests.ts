import { randomUUID } from 'node:crypto';
import type { Sent } from './client.ts';
import { exampleOf, type Node, type Operation, resolve } from './contract.ts';

export type Ids = Readonly<Record<string, unknown>>;

interface Options {
  /** The path parameters. */
  readonly ids: Ids;
  /** Members of the body that differ from the example's. */
  readonly members?: Ids;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The request of the operation's examples, with the required parameters. */
export function requestOf(
  operation: Operation,
  { ids, members = {}, headers = {} }: Options,
): Sent {
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(ids[name])),
  );
  const query = new URLSearchParams();
  const sent: Record<string, string> = {};
  for (const parameter of operation.parameters.filter(({ required }) => required)) {
    const value = String(exampleOf(parameter));
    if (parameter.in === 'query') query.set(parameter.name, value);
    if (parameter.in === 'header') sent[parameter.name.toLowerCase()] = value;
  }
  const [type, media] = Object.entries(operation.body ?? {})[0] ?? [];
  const body = type && media ? bodyOf(type, changed(exampleOf(media), members)) : undefined;
  return {
    method: operation.method,
    path: query.size > 0 ? `${path}?${query.toString()}` : path,
    headers: {
      ...sent,
      ...(takes(operation, 'Idempotency-Key') && { 'idempotency-key': randomUUID() }),
      ...(body && { 'content-type': body.type }),
      ...headers,
    },
    ...(body && { body: body.bytes }),
  };
}

export const takes = ({ parameters }: Operation, header: string): boolean =>
  parameters.some(({ name }) => name === header);

function changed(example: unknown, members: Ids): unknown {
  if (typeof example !== 'object' || example === null || Array.isArray(example)) return example;
  const own = Object.entries(example).map(([name, value]) => {
    // The examples are of another year.
    if (/^(start|scheduled)_at$/.test(name) && value !== null) return [name, inTwoHours()];
    // Nothing else has it, in another run neither.
    if (name === 'external_id' && value !== null) return [name, randomUUID()];
    return [name, value !== null && name in members ? members[name] : value];
  });
  return Object.fromEntries(own) as Node;
}

const inTwoHours = (): string => new Date(Date.now() + 7_200_000).toISOString();

/** The name of what is created, different each time. */
export function uniqueName(operation: Operation): Ids {
  const [media] = Object.values(operation.body ?? {});
  const example = media && exampleOf(media);
  const { properties = {} } = resolve<{ properties?: object }>(media?.schema ?? {});
  const suffix = randomUUID().slice(0, 8);
  if (operation.id === 'signUp' || operation.id === 'createInvitation')
    return { email: `${suffix}@example.com` };
  if (operation.id === 'createCatalogEntry') return { key: `conformance_${suffix}` };
  if (operation.method !== 'POST' || !('name' in Object(example) || 'name' in properties))
    return {};
  return { name: `Conformance-${suffix}` };
}

const boundary = 'conformance-boundary';

function bodyOf(
  type: string,
  value: unknown,
): { type: string; bytes: string | Uint8Array<ArrayBuffer> } {
  if (type.startsWith('multipart/')) return formOf((value ?? {}) as Node);
  if (type.startsWith('image/')) return { type: 'image/png', bytes: Uint8Array.from(pixel) };
  if (type.endsWith('form-urlencoded')) {
    const fields = Object.entries(Object(value)).map(
      ([name, each]) => [name, String(each)] as const,
    );
    return { type, bytes: new URLSearchParams(Object.fromEntries(fields)).toString() };
  }
  return {
    type,
    bytes: typeof value === 'string' && !type.endsWith('json') ? value : JSON.stringify(value),
  };
}

/** A form with the fields of the example, and a recording as its file. */
function formOf({ file = 'recording.wav', ...fields }: Node) {
  const head = `--${boundary}\r\ncontent-disposition: form-data; `;
  const text = Object.entries(fields).map(([name, value]) =>
    Buffer.from(
      `${head}name="${name}"\r\n\r\n${typeof value === 'string' ? value : JSON.stringify(value)}\r\n`,
    ),
  );
  const about = `${head}name="file"; filename="${String(file)}"\r\ncontent-type: audio/wav\r\n\r\n`;
  const end = Buffer.from(`\r\n--${boundary}--\r\n`);
  return {
    type: `multipart/form-data; boundary=${boundary}`,
    bytes: Uint8Array.from(Buffer.concat([...text, Buffer.from(about), tone(1.5), end])),
  };
}

/** A mono recording of 16 bit at 8 kHz. */
function tone(seconds: number): Buffer {
  const bytes = Math.round(seconds * 8000) * 2;
  const wav = Buffer.alloc(44 + bytes);
  wav.write('RIFF', 0);
  wav.writeUInt32LE(36 + bytes, 4);
  wav.write('WAVEfmt ', 8);
  wav.writeUInt32LE(16, 16);
  for (const [value, at] of [
    [1, 20],
    [1, 22],
    [2, 32],
    [16, 34],
  ] as const)
    wav.writeUInt16LE(value, at);
  wav.writeUInt32LE(8000, 24);
  wav.writeUInt32LE(16_000, 28);
  wav.write('data', 36);
  wav.writeUInt32LE(bytes, 40);
  for (let n = 0; n < bytes / 2; n++)
    wav.writeInt16LE(Math.round(8000 * Math.sin((2 * Math.PI * 220 * n) / 8000)), 44 + 2 * n);
  return wav;
}

const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);
