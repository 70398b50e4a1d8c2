import type { Logger } from 'pino';
import type { Connection } from '../../db/connect.ts';
import type { Timestamp } from '../../timestamp.ts';
import type { Secrets } from '../../secrets.ts';
import type { Asked, Carrier } from '../carriers/carrier.ts';
import { openCredentials } from '../credentials.ts';
import type { CallToAsk } from './queries.ts';
import { createReports, type WhenEnded } from './reports.ts';
import { type Report, reportOfAsking } from './rules.ts';

export type Provider = CallToAsk['provider'];
export type Carriers = Readonly<Record<Provider, Carrier>>;

/** The calls that this process places, and what it learns about calls. */
export interface Calls {
  readonly carriers: Carriers;
  /** Asks the carrier for a call that was claimed, and keeps what it answers. Never throws. */
  ask(call: CallToAsk): Promise<void>;
  report(report: Report): Promise<void>;
  /** Waits for the carriers that are being asked, and until all is written. */
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
const askTimeoutMs = 10_000;

/** Where the carrier reports about a call. */
export const callbackUrl = (origin: string, call: CallToAsk): string =>
  `${origin}/api/v1/telephony/callbacks/${call.provider}/${call.configuration_id}?run_id=${call.id}`;

export function createCalls(parts: Parts): Calls {
  const { secrets, log, now, origin, carriers } = parts;
  const reports = createReports(parts);
  const asking = new Set<Promise<void>>();

  async function answerOf(call: CallToAsk): Promise<Asked> {
    const { organization_id, credentials_encrypted } = call;
    let credentials;
    try {
      credentials = openCredentials(secrets, organization_id, credentials_encrypted);
    } catch (error) {
      log.error({ err: error, run_id: call.id }, 'the credentials of a call cannot be read');
      return { kind: 'unreachable', detail: 'The credentials cannot be read.' };
    }
    try {
      return await carriers[call.provider].ask(credentials, {
        run_id: call.id,
        to_number: call.to_number ?? '',
        from_number: call.from_number,
        callback_url: callbackUrl(origin.url, call),
        timeout_ms: askTimeoutMs,
      });
    } catch (error) {
      // Nobody knows whether the carrier heard: the call is not asked for again.
      log.error({ err: error, run_id: call.id }, 'a carrier could not be asked');
      return { kind: 'unknown', detail: 'The carrier could not be asked.' };
    }
  }

  async function ask(call: CallToAsk): Promise<void> {
    const answer = await answerOf(call);
    if (answer.kind !== 'accepted')
      log.info({ run_id: call.id, provider: call.provider, ...answer }, 'a call was not accepted');
    try {
      await reports.submit(reportOfAsking(call.id, answer, now()));
    } catch (error) {
      // Its callbacks, or in the end its deadline, say what became of it.
      log.error({ err: error, run_id: call.id }, "a carrier's answer could not be kept");
    }
  }

  return {
    carriers,
    ask(call) {
      const asked = ask(call).finally(() => asking.delete(asked));
      asking.add(asked);
      return asked;
    },
    report: (report) => reports.submit(report),
    async settled() {
      await Promise.all(asking);
      await reports.settled();
    },
  };
}
