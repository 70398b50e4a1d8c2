import type { PGlite } from '@electric-sql/pglite';
import pg from 'pg';

interface Listening {
  close(): Promise<void>;
}

/** Receives notifications on a channel from now on; `missed` is called when one may have been lost. */
export type Listen = (
  channel: string,
  heard: (payload: string) => void,
  missed: () => void,
) => Promise<Listening>;

/** Delay before a broken connection is reopened. */
const reconnectMs = 1000;

export const listenEmbedded =
  (lite: PGlite): Listen =>
  async (channel, heard) => {
    const close = await lite.listen(channel, heard);
    return { close: async () => (lite.closed ? undefined : close()) };
  };

/** Listens on its own connection, which is reopened until the listener is closed. */
export const listenOn =
  (server: pg.ClientConfig): Listen =>
  async (channel, heard, missed) => {
    let closing = false;
    let timer: NodeJS.Timeout | undefined;
    let client = await open();
    async function open(): Promise<pg.Client> {
      const opened = new pg.Client(server);
      opened.on('notification', ({ payload = '' }) => heard(payload));
      opened.on('error', () => {});
      opened.once('end', again);
      try {
        await opened.connect();
        await opened.query(`listen ${pg.escapeIdentifier(channel)}`);
      } catch (error) {
        opened.off('end', again);
        await opened.end().catch(() => {});
        throw error;
      }
      return opened;
    }
    function again(): void {
      if (!closing) timer = setTimeout(() => void reopen(), reconnectMs);
    }
    async function reopen(): Promise<void> {
      try {
        client = await open();
      } catch {
        return again();
      }
      if (closing) await client.end();
      else missed();
    }
    return {
      close: async () => {
        closing = true;
        clearTimeout(timer);
        await client.end();
      },
    };
  };
