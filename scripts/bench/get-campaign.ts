import { createApiKey } from './support/api.ts';
import { withDatabase } from './support/database.ts';
import type { Request } from './support/load.ts';
import { alternate, compare, rememberedCallers } from './support/rounds.ts';
import { startOurs, startPeer, withServers } from './support/servers.ts';

// S1: getCampaign with an API key, against the least that it takes and against Fastify.
// node scripts/with-postgres.ts node scripts/bench/get-campaign.ts [--rounds 5] [--seconds 4]

await withDatabase((database) =>
  withServers(
    [
      () => startOurs(database),
      () => startPeer('floor', 'getCampaign', database),
      () => startPeer('fastify', 'getCampaign', database),
    ],
    async (servers) => {
      const request: Request = {
        method: 'GET',
        paths: ['/api/v1/campaign/2'],
        headers: await createApiKey(servers[0]?.url ?? ''),
      };
      const [ours, floor, fastify] = await alternate(servers, request);
      console.log(rememberedCallers);
      compare('S1 CPU of getCampaign to the floor', [ours, floor], 1.1);
      compare('S1 CPU of getCampaign to Fastify', [ours, fastify], 0.9);
    },
  ),
);
