import { createApiKey } from './support/api.ts';
import { withDatabase } from './support/database.ts';
import type { Request } from './support/load.ts';
import { alternate, compare } from './support/rounds.ts';
import { startOurs, startPeer, withServers } from './support/servers.ts';

// S1: getCampaign with an API key, with and without workers in the process, against Fastify that looks its caller up and
// Fastify that remembers it, and beside the least that it takes.
// node scripts/with-postgres.ts node scripts/bench/get-campaign.ts [--rounds 5] [--seconds 4]

await withDatabase((database) =>
  withServers(
    [
      () => startOurs(database),
      () => startOurs(database, 'api'),
      () => startPeer('fastify', 'getCampaign', database, true),
      () => startPeer('fastify', 'getCampaign', database),
      () => startPeer('floor', 'getCampaign', database),
    ],
    async (servers) => {
      const request: Request = {
        method: 'GET',
        paths: ['/api/v1/campaign/2'],
        headers: await createApiKey(servers[0]?.url ?? ''),
      };
      const [all, api, remembering, fastify] = await alternate(servers, request);
      for (const [role, ours] of Object.entries({ all, api })) {
        const what = `S1 CPU of getCampaign, ROLE=${role}, to Fastify`;
        compare(`${what} that remembers callers`, [ours, remembering], 1);
        compare(what, [ours, fastify], 0.75);
      }
    },
  ),
);
