import type { components } from '../../generated/api.ts';
import type { Polls } from '../fairness/polls.ts';
import type { TelephonyApp } from '../telephony/context.ts';
import type { ContactReaders } from './sources/readers.ts';

/** What this area works with. */
export interface CampaignsApp extends TelephonyApp {
  readonly contactReaders: ContactReaders;
  /** How many rows of a source one transaction copies at most. */
  readonly copyBatch: number;
  /** Objects that event streams follow; all readers of one share its poll. */
  readonly polls: { readonly campaigns: Polls<components['schemas']['CampaignProgress']> };
}
