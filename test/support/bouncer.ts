import { readFileSync, rmSync } from 'node:fs';
import { type Bouncer, findBouncer, startBouncer } from '../../scripts/postgres/bouncer.ts';
import { makeDirectory, serverAccount } from '../../scripts/postgres/cluster.ts';

/** The pgbouncer.ini that scripts/operating/README.md shows. */
const ini = (): string => {
  const readme = readFileSync(
    new URL('../../scripts/operating/README.md', import.meta.url),
    'utf8',
  );
  const found = /^```ini\n(.*?)^```$/ms.exec(readme)?.[1];
  if (found === undefined) throw new Error('scripts/operating/README.md shows no pgbouncer.ini.');
  return found;
};

/** A PgBouncer with that configuration in front of a database of this machine, with both of its addresses. */
export async function startDocumentedBouncer(
  port: number,
  database: string,
): Promise<Bouncer & { readonly sessionUrl: string }> {
  const account = serverAccount();
  const directory = makeDirectory(account);
  const documented = 'host=10.0.0.1 port=5432 dbname=voice';
  const bouncer = await startBouncer(findBouncer(), {
    account,
    directory,
    port,
    configuration: (server) =>
      ini().replaceAll(documented, `host=127.0.0.1 port=${server} dbname=${database}`),
  });
  return {
    ...bouncer,
    url: new URL('/voice', bouncer.url).href,
    sessionUrl: new URL('/voice_sessions', bouncer.url).href,
    async stop() {
      await bouncer.stop();
      rmSync(directory, { recursive: true });
    },
  };
}
