import { listRuns, logIn } from './support/api.ts';
import { withDatabase } from './support/database.ts';
import { alternate, compare, rememberedCallers } from './support/rounds.ts';
import { startOurs, startPeer, withServers } from './support/servers.ts';

// S3: markRunConsent, a checked body and one atomic update, against Fastify.
// node scripts/with-postgres.ts node scripts/bench/mark-consent.ts [--rounds 5] [--seconds 4]

await withDatabase((database) =>
  withServers(
    [() => startOurs(database), () => startPeer('fastify', 'markRunConsent', database)],
    async (servers) => {
      const url = servers[0]?.url ?? '';
      const session = await logIn(url);
      const runs = await listRuns(url, session);
      const [ours, fastify] = await alternate(servers, {
        method: 'POST',
        paths: runs.map((run) => `/api/v1/workflow/${run.workflow_id}/runs/${run.id}/mark-consent`),
        headers: { ...session, 'content-type': 'application/json' },
        body: JSON.stringify({ consent_given: true }),
      });
      console.log(rememberedCallers);
      compare('S3 CPU of markRunConsent to Fastify', [ours, fastify], 1);
    },
  ),
);
