import type pg from 'pg';

/** Has a Citus tell the client which nodes it asks. */
const reporting = '-c citus.log_remote_commands=on';

export function reportingUrl(url: string): string {
  const reported = new URL(url);
  reported.searchParams.set('options', reporting);
  return reported.href;
}

const asked: Error[] = [];

/** Collects statements that need another node than the one with the tables: they would fail while it is away. */
export const watchNodes = (pool: pg.Pool): pg.Pool =>
  pool.on('connect', (client) => {
    // All nodes know the tables, so changes of them need each.
    let isOfTables = false;
    let isEnding = false;
    client.on('notice', ({ message = '', detail }) => {
      const [, node] = /^on server .+@(\S+) connectionId/.exec(detail ?? '') ?? [];
      const text = textOf(client);
      // What tests ask of Citus itself.
      if (node === undefined || text.includes('citus_')) return;
      const ends = /^\s*(commit|rollback)\b/i.test(text);
      if (isEnding && !ends) isOfTables = false;
      isEnding = ends;
      if (/^\s*(create|alter|drop|lock|truncate)\b/i.test(text)) isOfTables = true;
      if (!isOfTables && node !== process.env['TEST_TABLES_NODE'])
        asked.push(
          new Error(`${node} does not have the tables and was asked: ${message}\n${text}`),
        );
    });
  });

/** The statement that the client waits for. */
const textOf = (client: pg.ClientBase): string =>
  (Reflect.get(client, '_activeQuery') as { readonly text?: string } | null)?.text ?? '';

/** What was found since the last look. */
export const askedNodes = (): Error[] => asked.splice(0);
