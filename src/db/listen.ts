import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';
import type { PGlite } from '@electric-sql/pglite';
import pg from 'pg';
import { ofDatabase } from './errors.ts';

interface Listening {
  /** Whether its connection is open, as far as is known. */
  isOpen(): boolean;
  close(): Promise<void>;
}

/** Receives notifications on a channel from now on; `missed` is called when one may have been lost. */
export type Listen = (
  channel: string,
  heard: (payload: string) => void,
  missed: () => void,
) => Promise<Listening>;

/** Pause between two tries to reopen a broken connection; the first try comes at once. */
const reconnectMs = 250;
/** How long opening a connection may take. */
const openMs = 2000;
/** How often the server must answer, and how long that may take. */
const heartbeatMs = 400;
const silenceMs = 500;

/** Counts what listens, by whether its connection is open. */
export function counted(listen: Listen) {
  const all = new Set<Listening>();
  return {
    listeners: () => {
      const open = [...all].filter((each) => each.isOpen()).length;
      return { open, broken: all.size - open };
    },
    listen: async (...wanted: Parameters<Listen>): Promise<Listening> => {
      const listening = await listen(...wanted);
      all.add(listening);
      return {
        isOpen: () => listening.isOpen(),
        close: async () => {
          all.delete(listening);
          await listening.close();
        },
      };
    },
  };
}

export const listenEmbedded =
  (lite: PGlite): Listen =>
  async (channel, heard) => {
    const close = await lite.listen(channel, heard);
    return { isOpen: () => !lite.closed, close: async () => (lite.closed ? undefined : close()) };
  };

/**
 * Listens on its own connection until the listener is closed. The connection is opened again when it breaks, when the
 * server falls silent, and when it becomes read-only: another server may have taken its place.
 */
export const listenOn =
  (server: pg.ClientConfig): Listen =>
  async (channel, heard, missed) => {
    const closing = new AbortController();
    const { signal } = closing;
    let client = await open();
    let isOpen = true;
    async function open(): Promise<pg.Client> {
      const opened = new pg.Client({ ...server, connectionTimeoutMillis: openMs });
      opened.on('notification', ({ payload = '' }) => heard(payload));
      opened.on('error', () => {});
      try {
        await opened.connect();
        await opened.query(`listen ${pg.escapeIdentifier(channel)}`);
        return opened;
      } catch (error) {
        void opened.end();
        throw ofDatabase(error);
      }
    }
    /** Resolves when the connection is of no more use, or the listener is closed. */
    async function untilBroken(): Promise<void> {
      const ended = new Promise<false>((done) => client.once('end', () => done(false)));
      while (!signal.aborted && (await Promise.race([ended, answers(client)])))
        await Promise.race([ended, pause(heartbeatMs, signal)]);
    }
    async function keepOpen(): Promise<void> {
      for (;;) {
        await untilBroken();
        isOpen = false;
        // If a statement waits for its answer, this does not wait for the server.
        void client.end();
        for (let opened = false; !opened && !signal.aborted;) {
          opened = await open().then(
            (next) => ((client = next), (isOpen = true)),
            () => false,
          );
          if (!opened) await pause(reconnectMs, signal);
        }
        if (signal.aborted) return void client.end();
        missed();
      }
    }
    const keeping = keepOpen();
    return {
      isOpen: () => isOpen,
      close: async () => {
        closing.abort();
        await keeping;
      },
    };
  };

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  wait(ms, undefined, { signal }).catch(() => {});

/** Whether the server answers in time, and takes changes. */
async function answers(client: pg.Client): Promise<boolean> {
  let answer = false;
  const sent = client
    .query<{ transaction_read_only: string }>('show transaction_read_only')
    .then(({ rows }) => void (answer = rows[0]?.transaction_read_only === 'off'))
    .catch(() => {});
  const late = new AbortController();
  await Promise.race([sent, pause(silenceMs, late.signal)]);
  late.abort();
  // An answer may have arrived while this process was busy.
  if (!answer) await nextTurn();
  return answer;
}
