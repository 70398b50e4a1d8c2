import { createApiKey } from './support/api.ts';
import { execute, withDatabase } from './support/database.ts';
import { alternate, compare, rememberedCallers } from './support/rounds.ts';
import { startOurs, startPeer, withServers } from './support/servers.ts';

// S4: listVoiceProfiles with 1,000 profiles, against the same query and JSON.stringify.
// node scripts/with-postgres.ts node scripts/bench/list-profiles.ts [--rounds 5] [--seconds 4]

/** Fills the demo organization's profiles up to 1,000; a sample for each is counted too. */
const fill = `
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
  withServers(
    [() => startOurs(database), () => startPeer('floor', 'listVoiceProfiles', database)],
    async (servers) => {
      await execute(database, fill);
      await execute(database, 'analyze');
      const [ours, floor] = await alternate(servers, {
        method: 'GET',
        paths: ['/api/v1/voice/profiles'],
        headers: await createApiKey(servers[0]?.url ?? ''),
      });
      console.log(rememberedCallers);
      compare('S4 CPU of listVoiceProfiles to the floor', [ours, floor], 0.8);
    },
  ),
);
