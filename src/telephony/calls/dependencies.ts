import type { Logger } from 'pino';
import type { Connection } from '../../db/connect.ts';
import type { WorkMetrics } from '../../telemetry/work-metrics.ts';
import type { Secrets } from '../../db/secrets.ts';
import type { Timestamp } from '../../timestamp.ts';
import type { Carrier } from '../carriers/carrier.ts';
import type { ReleaseContacts } from './give-back.ts';
import type { CallToPlace, FactsOfCampaigns } from './placer.ts';

export type Provider = CallToPlace['provider'];
export type Carriers = Readonly<Record<Provider, Carrier>>;

/** What campaigns decide about the calls to their contacts, which this area does not know. */
export interface CampaignCalls {
  readonly factsOfCampaigns: FactsOfCampaigns;
  readonly release: ReleaseContacts;
  /** The carrier refuses the account, so no call of the campaign can succeed. */
  pause(campaignId: number, reason: string, now: Timestamp): Promise<void>;
}

/** What placing calls, and querying carriers about them, need. */
export interface CallParts {
  readonly connection: Connection;
  readonly campaigns: CampaignCalls;
  readonly secrets: Secrets;
  readonly log: Logger;
  readonly now: () => Timestamp;
  readonly carriers: Carriers;
  readonly metrics: { readonly work: Pick<WorkMetrics, 'ended' | 'placed' | 'turnMissed'> };
}
