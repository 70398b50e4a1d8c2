import { v7 as uuid } from 'uuid';
import type { Logger } from 'pino';
import type { Connection } from '../db/connect.ts';
import { installationNames } from '../db/installation-names.ts';

export interface Announced {
  readonly queue: string;
  readonly keys: readonly string[];
  /** Whether the process that sends it works on them too, when it has a place. */
  readonly isKept: boolean;
}

interface Message extends Announced {
  /** The process that sends it. */
  readonly from: string;
}

const channel = `'wakes' || ${installationNames.suffix}`;
/** PostgreSQL refuses a notification of 8,000 bytes; what is not keys takes less than 200. */
const maxKeysBytes = 7800;

/** Announces queues with work to the other processes of a PostgreSQL, and receives their announcements. The embedded database has one process. */
interface Announcements {
  send(all: readonly Announced[]): Promise<void>;
  /** `missed` is called when announcements may have been lost. */
  hear(
    heard: (message: Announced) => void,
    missed: () => void,
  ): Promise<{ close(): Promise<void> }>;
}

export function announcementsOn(
  { pool, embedded, listen }: Connection,
  log: Logger,
): Announcements {
  const from = uuid();
  if (embedded) return { send: async () => {}, hear: async () => ({ close: async () => {} }) };
  return {
    async send(all) {
      const messages = all.flatMap((each) => messagesOf(from, each));
      // A statement of its own: a transaction that notifies holds a lock of the whole database until it is durable.
      await pool.query(`select pg_notify(${channel}, message) from unnest($1::text[]) as message`, [
        messages,
      ]);
    },
    async hear(heard, missed) {
      const { rows } = await pool.query<{ name: string }>(`select ${channel} as name`);
      return listen(
        rows[0]!.name,
        (payload) => {
          try {
            const message = JSON.parse(payload) as Message;
            if (message.from !== from) heard(message);
          } catch (error) {
            log.warn({ err: error }, 'a notification could not be read; a sweep finds its work');
          }
        },
        missed,
      );
    },
  };
}

/** As few messages as the keys fit in. */
function messagesOf(from: string, { queue, keys, isKept }: Announced): string[] {
  const messages: Message[] = [];
  let [batch, bytes] = [[] as string[], Infinity];
  for (const key of keys) {
    const size = Buffer.byteLength(JSON.stringify(key)) + 1;
    bytes += size;
    if (bytes > maxKeysBytes) {
      messages.push({ from, queue, isKept, keys: (batch = []) });
      bytes = size;
    }
    batch.push(key);
  }
  return messages.map((message) => JSON.stringify(message));
}
