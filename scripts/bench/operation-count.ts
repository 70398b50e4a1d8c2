import { createApiKey } from './support/api.ts';
import { withDatabase } from './support/database.ts';
import { alternate, compare } from './support/rounds.ts';
import { secretKeys, startOurs, startServer, withServers } from './support/servers.ts';

// S2: the same request of getCampaign where the contract has 11 operations and where it has 500.
// node scripts/with-postgres.ts node scripts/bench/operation-count.ts [--rounds 5] [--seconds 4]

const start = (operations: number, database: string) =>
  startServer({
    name: `${operations} operations`,
    file: 'scripts/bench/peers/operation-count-server.ts',
    env: {
      OPERATIONS: String(operations),
      DATABASE_URL: database,
      SECRET_KEYS: secretKeys,
      DEMO: '1',
      DEMO_ON_POSTGRES: '1',
      RATE_LIMIT_PER_CALLER: '1000000000',
      LOG_LEVEL: 'warn',
    },
  });

await withDatabase(async (database) => {
  let headers = {};
  await withServers([() => startOurs(database)], async ([server]) => {
    headers = await createApiKey(server?.url ?? '');
  });
  await withServers([() => start(11, database), () => start(500, database)], async (servers) => {
    const paths = ['/api/v1/campaign/2'];
    const [few, many] = await alternate(servers, { method: 'GET', paths, headers });
    compare('S2 CPU of getCampaign with 500 operations to 11', [many, few], 1.02);
  });
});
