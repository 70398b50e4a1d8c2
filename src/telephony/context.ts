import type { Transaction } from 'kysely';
import type { Config } from '../config.ts';
import type { App } from '../context.ts';
import type { Database } from '../db/connect.ts';
import type { Calls } from './calls/calls.ts';
import type { SimulatedNetwork } from './simulation/network.ts';

/** What this area works with. */
export interface TelephonyApp extends App {
  readonly calls: Calls;
  readonly network: SimulatedNetwork;
  readonly lookups: {
    /** The ids of unfinished campaigns that call with a telephony configuration. */
    campaignsCallingWith(
      trx: Transaction<Database>,
      organizationId: number,
      configurationId: number,
    ): Promise<number[]>;
    /** What is wrong with a URL that is to be called, by the rules for webhook endpoints; undefined if nothing is. */
    addressFault(
      url: string,
      config: Pick<Config, 'webhookAllowPrivate'>,
    ): Promise<string | undefined>;
  };
}
