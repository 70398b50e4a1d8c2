import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSingleProcessPrism } from '@stoplight/prism-cli/dist/util/createServer.js';
import { loadContract } from '../../src/http/operations.ts';
import { streamOf } from '../../scripts/mock/stream-text.ts';

interface Options {
  /** 0 for any free port. */
  readonly port: number;
  /**
   * The server whose responses are checked against the contract; without one, Prism returns the contract's examples.
   */
  readonly upstream?: URL;
  /** The contract in place of the server's own, as it is. */
  readonly contract?: unknown;
}

export interface Prism {
  readonly url: string;
  close(): Promise<void>;
}

const host = '127.0.0.1';

/** Starts Prism on the contract, in this process. */
export async function startPrism({
  port: requested,
  upstream,
  contract = forPrism(loadContract().document),
}: Options): Promise<Prism> {
  const port = requested === 0 ? await freePort() : requested;
  const directory = mkdtempSync(join(tmpdir(), 'prism-'));
  const document = join(directory, 'contract.json');
  writeFileSync(document, JSON.stringify(contract));
  const options = {
    document,
    port,
    host,
    cors: true,
    dynamic: false,
    multiprocess: false,
    ignoreExamples: false,
    jsonSchemaFakerFillProperties: false,
    seed: '',
    verboseLevel: upstream ? 'silent' : 'warn',
    errors: upstream !== undefined,
    // A proxy that refused invalid requests itself would hide the server's responses to them.
    ...(upstream ? { upstream, validateRequest: false, upstreamProxy: undefined } : {}),
  };
  try {
    const server = await createSingleProcessPrism(options);
    if (!server)
      throw new Error(
        'Prism runs in another process, although createSingleProcessPrism was called.',
      );
    return { url: `http://${host}:${port}`, close: () => server.close() };
  } finally {
    rmSync(directory, { recursive: true });
  }
}

/**
 * A copy of a contract in which event streams, audio and the like are text with an example: Prism can send only that
 * and JSON. A form's file has any length: Prism takes its bytes for the text that describes it.
 */
export function forPrism<T>(contract: T): T {
  return JSON.parse(JSON.stringify(contract), (name, value: unknown) => {
    if (!isObject(value)) return value;
    if (value['format'] === 'binary') return { ...value, maxLength: undefined };
    return name === 'content' ? Object.fromEntries(Object.entries(value).map(asText)) : value;
  }) as T;
}

function asText([type, media]: [string, unknown]): [string, unknown] {
  if (!isObject(media)) return [type, media];
  if (type === 'text/event-stream') return [type, streamExample(media)];
  return [type, 'schema' in media ? media : { ...media, schema: { type: 'string' } }];
}

function streamExample(media: Record<string, unknown>): object {
  const named = Object.values(isObject(media['examples']) ? media['examples'] : {});
  const events = [
    media['example'],
    ...named.map((example) => isObject(example) && example['value']),
  ];
  return {
    schema: { type: 'string' },
    example: streamOf(events.filter(isObject)),
  };
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function freePort(): Promise<number> {
  return new Promise((done, failed) => {
    const server = createServer().once('error', failed);
    server.listen(0, host, () => {
      const address = server.address();
      server.close(() => done(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
