import { shareNamed as shareNamedCampaigns } from './campaigns/lock-queries.ts';
import { unfinishedWith, usesOf as usesOfWorkflow } from './campaigns/queries.ts';

import type { Config } from './config.ts';
import { numberIn } from './telephony/numbers.ts';
import { listTransfersSince } from './telephony/transfers/list-since.ts';
import { allDestinationsOf } from './telephony/transfers/handoff-rules.ts';
import * as tools from './tools/queries.ts';
import { shareIfAny as hasVoiceProfile } from './voice/profiles/queries.ts';
import { targetFault } from './webhooks/endpoints/targets.ts';
import { shareNamed as shareNamedWorkflows } from './workflows/target-queries.ts';
import { speakingWith as workflowsSpeakingWith } from './workflows/use-queries.ts';

/** What areas look up in areas above them or beside them; `app.ts` hands it to them. */
export const lookups = {
  numberIn,
  targets: { workflow: shareNamedWorkflows, campaign: shareNamedCampaigns },
  campaignsCallingWith: unfinishedWith,
  hasVoiceProfile,
  transferDestinations: allDestinationsOf,
  workflowsSpeakingWith,
  tools,
  listTransfersSince,
  usesOfWorkflow,
  addressFault: (url: string, { webhookAllowPrivate }: Pick<Config, 'webhookAllowPrivate'>) =>
    targetFault(url, { allowPrivate: webhookAllowPrivate }),
};
