import type { Logger } from 'pino';
import type { Connection } from '../../db/connect.ts';
import type { Timestamp } from '../../timestamp.ts';
import type { Secrets } from '../../secrets.ts';
import type { PlacementResult, Carrier } from '../carriers/carrier.ts';
import { openCredentials } from '../credentials.ts';
import type { CallToPlace } from './queries.ts';
import { createReports, type WhenEnded } from './reports.ts';
import { type Report, reportOfPlacement } from './rules.ts';

export type Provider = CallToPlace['provider'];
export type Carriers = Readonly<Record<Provider, Carrier>>;

/** The calls that this process places, and reports about calls. */
export interface Calls {
  readonly carriers: Carriers;
  /** Places a claimed call at the carrier and stores the result. Never throws. */
  place(call: CallToPlace): Promise<void>;
  report(report: Report): Promise<void>;
  /** Waits for requests to carriers that are in progress, and for all reports to be written. */
  settled(): Promise<void>;
}

interface Parts {
  readonly connection: Connection;
  readonly whenEnded: readonly WhenEnded[];
  readonly secrets: Secrets;
  readonly log: Logger;
  readonly now: () => Timestamp;
  readonly origin: { readonly url: string };
  readonly carriers: Carriers;
}

/** How long a carrier may take to accept a call. */
const placeTimeoutMs = 10_000;

/** The URL to which the carrier reports about a call. */
const callbackUrl = (origin: string, call: CallToPlace): string =>
  `${origin}/api/v1/telephony/callbacks/${call.provider}/${call.configuration_id}?run_id=${call.id}`;

export function createCalls(parts: Parts): Calls {
  const { secrets, log, now, origin, carriers } = parts;
  const reports = createReports(parts);
  const inProgress = new Set<Promise<void>>();

  async function answerOf(call: CallToPlace): Promise<PlacementResult> {
    const { organization_id, credentials_encrypted } = call;
    let credentials;
    try {
      credentials = openCredentials(secrets, organization_id, credentials_encrypted);
    } catch (error) {
      log.error({ err: error, run_id: call.id }, 'the credentials of a call cannot be read');
      return { kind: 'unavailable', detail: 'The credentials cannot be read.' };
    }
    try {
      return await carriers[call.provider].place(credentials, {
        run_id: call.id,
        to_number: call.to_number ?? '',
        from_number: call.from_number,
        callback_url: callbackUrl(origin.url, call),
        timeout_ms: placeTimeoutMs,
      });
    } catch (error) {
      // The carrier may have received the request, so the call is not placed again.
      log.error({ err: error, run_id: call.id }, 'a carrier could not be reached to place a call');
      return {
        kind: 'unknown',
        detail: 'The request to the carrier failed; the call may have been placed.',
      };
    }
  }

  async function place(call: CallToPlace): Promise<void> {
    const answer = await answerOf(call);
    if (answer.kind !== 'accepted')
      log.info({ run_id: call.id, provider: call.provider, ...answer }, 'a call was not accepted');
    try {
      await reports.add(reportOfPlacement(call.id, answer, now()));
    } catch (error) {
      // The call's callbacks, or finally its deadline, determine its result.
      log.error({ err: error, run_id: call.id }, "a carrier's answer could not be kept");
    }
  }

  return {
    carriers,
    place(call) {
      const placing = place(call).finally(() => inProgress.delete(placing));
      inProgress.add(placing);
      return placing;
    },
    report: (report) => reports.add(report),
    async settled() {
      await Promise.all(inProgress);
      await reports.settled();
    },
  };
}
