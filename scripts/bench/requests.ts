import { parseArgs } from 'node:util';
import { createApiKey, list, logIn } from './support/api.ts';
import { execute, withDatabase } from './support/database.ts';
import { goPeer } from './peers/go.ts';
import { alternate, compare, rememberedCallers } from './support/rounds.ts';
import { secretKeys, startOurs, startPeer, startServer, withServers } from './support/servers.ts';

// S1 to S4, single requests against peers that do the same by hand, on one database with demo data.
// node scripts/with-postgres.ts node scripts/bench/requests.ts [--part S1] [--rounds 5] [--seconds 4]

const { values } = parseArgs({
  strict: false,
  options: { part: { type: 'string', multiple: true, default: ['S1', 'S2', 'S3', 'S4'] } },
});

/** Fills the demo organization's profiles up to 1,000; a sample for each is counted too. */
const thousandProfiles = `
  with filled as (
    insert into voice_profiles
      (id, organization_id, name, description, effects_chain, created_at, updated_at)
    select gen_random_uuid(), demo.organization_id, 'Voice ' || number, 'For calls of kind ' || number,
      '[{"type": "gain", "enabled": true, "params": {"gain_db": 2.5}}]',
      now() - number * interval '1 minute', now()
    from (select organization_id, count(*) as profiles from voice_profiles group by organization_id) as demo,
      generate_series(1, 1000 - demo.profiles) as number
    returning id, organization_id
  )
  insert into voice_samples
    (id, organization_id, profile_id, file_id, reference_text, format, duration, sample_rate, channels, created_at, updated_at)
  select gen_random_uuid(), organization_id, id, (select file_id from voice_samples where organization_id = filled.organization_id limit 1),
    'Good morning.', 'wav', 2, 16000, 1, now(), now() from filled`;

await withDatabase((database) =>
  withServers([() => startOurs(database)], async ([ours]) => {
    const session = await logIn(ours!.url);
    const key = await createApiKey(ours!.url);
    const [, campaign] = await list(`${ours!.url}/api/v1/campaign`, key);
    const request = {
      method: 'GET',
      paths: [`/api/v1/campaign/${campaign!.id}`],
      headers: key,
    } as const;

    /** getCampaign, with and without workers in the process, against Fastify that looks its caller up or remembers it. */
    async function getCampaign(): Promise<void> {
      const starts = [
        () => startOurs(database, 'api'),
        () => startPeer('fastify', 'getCampaign', database, true),
        () => startPeer('fastify', 'getCampaign', database),
        ...(await goPeer(database)),
        () => startPeer('floor', 'getCampaign', database),
      ];
      await withServers(starts, async (others) => {
        const [all, api, remembering, fastify, ...go] = await alternate(
          [ours!, ...others],
          request,
        );
        for (const [role, row] of Object.entries({ all, api })) {
          const what = `S1 CPU of getCampaign, ROLE=${role}, to Fastify`;
          compare(`${what} that remembers callers`, [row, remembering], 1);
          compare(what, [row, fastify], 0.75);
        }
        if (go.length > 1) compare('S1 CPU of getCampaign, ROLE=api, to Go', [api, go[0]]);
      });
    }

    /** The same request where the contract has 11 operations and where it has 500. */
    async function countOperations(): Promise<void> {
      const start = (operations: number) => () =>
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
      await withServers([start(11), start(500)], async (servers) => {
        const [few, many] = await alternate(servers, request);
        compare('S2 CPU of getCampaign with 500 operations to 11', [many, few], 1.02);
      });
    }

    /** markRunConsent: a checked body and one atomic update. */
    async function markConsent(): Promise<void> {
      const runs = await list(`${ours!.url}/api/v1/runs`, session);
      const starts = [() => startPeer('fastify', 'markRunConsent', database)];
      await withServers(starts, async (others) => {
        const [row, fastify] = await alternate([ours!, ...others], {
          method: 'POST',
          paths: runs.map(
            (run) => `/api/v1/workflow/${run.workflow_id}/runs/${run.id}/mark-consent`,
          ),
          headers: { ...session, 'content-type': 'application/json' },
          body: JSON.stringify({ consent_given: true }),
        });
        console.log(rememberedCallers);
        compare('S3 CPU of markRunConsent to Fastify', [row, fastify], 1);
      });
    }

    /** listVoiceProfiles with 1,000 profiles, against the same query and JSON.stringify. */
    async function listProfiles(): Promise<void> {
      await execute(database, thousandProfiles);
      await execute(database, 'analyze');
      const starts = [() => startPeer('floor', 'listVoiceProfiles', database)];
      await withServers(starts, async (others) => {
        const [row, floor] = await alternate([ours!, ...others], {
          method: 'GET',
          paths: ['/api/v1/voice/profiles'],
          headers: key,
        });
        console.log(rememberedCallers);
        compare('S4 CPU of listVoiceProfiles to the floor', [row, floor], 0.8);
      });
    }

    const parts = { S1: getCampaign, S2: countOperations, S3: markConsent, S4: listProfiles };
    for (const [name, measure] of Object.entries(parts))
      if ([values.part].flat().includes(name)) await measure();
  }),
);
