import { type MessagePort, parentPort } from 'node:worker_threads';
import { InvalidRequest } from '../../errors.ts';
import { createPace } from '../../fairness/fair-slots.ts';
import { type Contacts, csvContacts, jsonContacts } from './contacts.ts';
import { elementsIn } from './json-array.ts';
import { linesIn } from './json-lines.ts';
import { arraysPacker, copyPacker } from './packed-rows.ts';
import {
  chunksAhead,
  type Delivery,
  type Format,
  type FromThread,
  type Order,
  packetsAhead,
  type ToThread,
} from './reading.ts';
import { stage } from './stage.ts';
import { withoutMark } from './utf8.ts';

// A thread that reads files of contacts. It works on a chunk at a time, of one organization after the other.
const pace = createPace<number, () => void>((begin) => begin());
parentPort?.on('message', ({ order, port }: Delivery) => void read(order, port));

const readers: Readonly<
  Record<Format, (body: AsyncIterable<Buffer>, phoneColumn?: string) => Promise<Contacts>>
> = {
  csv: csvContacts,
  ndjson: async (body: AsyncIterable<Buffer>) => jsonContacts(linesIn(body)),
  json: async (body: AsyncIterable<Buffer>) => jsonContacts(elementsIn(body)),
};
/** Stored rows repeat the column names, so a few bytes sent can become many. */
const bytesAtOnce = 2 * 1024 * 1024;
const packers = {
  copy: { create: copyPacker, limits: { rows: 5000, bytes: bytesAtOnce } },
  // The embedded database computes in the main thread, so its statements are short.
  arrays: { create: arraysPacker, limits: { rows: 1250, bytes: bytesAtOnce / 8 } },
} as const;

/** The file was given up; nobody waits for what is read of it. */
class GivenUp extends Error {}

async function read(
  { format, skip, form, source, phoneColumn }: Order,
  port: MessagePort,
): Promise<void> {
  const post = (message: FromThread, moved: ArrayBuffer[] = []): void =>
    port.postMessage(message, moved);
  const inbox = createInbox(port);
  try {
    const body = withoutMark(chunksOf(inbox, source.organization_id, post));
    const contacts = await readers[format](body, phoneColumn);
    post({ kind: 'begun' });
    const { create, limits } = packers[form];
    const packer = create(source, limits);
    let onTheWay = 0;
    const send = async (): Promise<void> => {
      const rows = packer.take();
      if (rows.count === 0) return;
      post({ kind: 'rows', rows }, rows.form === 'copy' ? [rows.data.buffer] : []);
      onTheWay += 1;
      for (; onTheWay > packetsAhead || inbox.hasStored(); onTheWay -= 1)
        packer.reuse(await inbox.stored());
    };
    const staged = await stage(contacts, { skip, packer, send });
    post({ kind: 'summary', summary: { ...staged, columns: [...contacts.columns()] } });
  } catch (error) {
    if (error instanceof InvalidRequest) post({ kind: 'invalid', faults: error.faults });
    else if (!(error instanceof GivenUp)) post({ kind: 'failed', reason: reasonOf(error) });
  }
}

const reasonOf = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message) : String(error);

/** What was received and is not used yet. */
function createInbox(port: MessagePort) {
  const chunks: (Uint8Array<ArrayBuffer> | 'end')[] = [];
  const stored: (ArrayBuffer | undefined)[] = [];
  let isGivenUp = false;
  let wake = (): void => {};
  port.on('message', (message: ToThread) => {
    if (message === 'end' || message instanceof Uint8Array) chunks.push(message);
    else stored.push(message.stored);
    wake();
  });
  port.on('close', () => {
    isGivenUp = true;
    wake();
  });
  async function until(isThere: () => boolean): Promise<void> {
    while (!isThere()) {
      if (isGivenUp) throw new GivenUp();
      await new Promise<void>((done) => {
        wake = done;
      });
    }
  }
  return {
    hasStored: () => stored.length > 0,
    async stored(): Promise<ArrayBuffer | undefined> {
      await until(() => stored.length > 0);
      return stored.shift();
    },
    async chunk(): Promise<Uint8Array<ArrayBuffer> | 'end'> {
      await until(() => chunks.length > 0);
      return chunks.shift()!;
    },
    isGivenUp: () => isGivenUp,
  };
}

/** The file's bytes. Before each chunk other organizations have their turn. */
async function* chunksOf(
  inbox: ReturnType<typeof createInbox>,
  organizationId: number,
  post: (message: FromThread) => void,
): AsyncGenerator<Buffer> {
  for (let ahead = 0; ahead < chunksAhead; ahead += 1) post({ kind: 'wants more' });
  for (;;) {
    const chunk = await inbox.chunk();
    if (chunk === 'end') return;
    await new Promise<void>((begin) => pace.add(organizationId, begin));
    if (inbox.isGivenUp()) throw new GivenUp();
    yield Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    post({ kind: 'wants more' });
  }
}
