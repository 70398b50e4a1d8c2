import type { Transaction } from 'kysely';
import type { Database } from '../../db/connect.ts';
import { conflict } from '../../errors.ts';
import type { Secrets } from '../../db/secrets.ts';
import { callersOf, findConfiguration, mustHaveCredentials } from '../../telephony/calls/index.ts';
import { publishedVersion } from '../../workflows/placing.ts';
import type { CampaignRow } from '../lock-queries.ts';

/** Throws if no call of the campaign could be placed, whomever it called. */
export async function mustBeAbleToCall(
  trx: Transaction<Database>,
  secrets: Secrets,
  { organization_id, telephony_configuration_id: id, workflow_id }: CampaignRow,
): Promise<void> {
  await publishedVersion(trx, { organization_id, workflow_id });
  const configuration = id === null ? undefined : await findConfiguration(trx, organization_id, id);
  if (!configuration)
    throw conflict(
      'telephony_configuration_missing',
      "The campaign's telephony configuration no longer exists. Create a campaign with another configuration.",
    );
  await callersOf(trx, configuration);
  mustHaveCredentials(configuration, secrets);
}
