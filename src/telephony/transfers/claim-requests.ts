import type { Jobs } from '../../jobs/jobs.ts';
import type { CallParts, Provider } from '../calls/dependencies.ts';
import { passGate } from '../calls/gate-queries.ts';
import { type Credentials, readableCredentials } from '../credentials.ts';
import { change } from './changes.ts';
import { withheld } from './gate-queries.ts';
import type { Due } from './queries.ts';
import { mayReplace } from './replacing-queries.ts';
import { isEnding, isFailure } from './rules.ts';
import { keep, lockUnsent, type SendingRow } from './sending-queries.ts';

interface Parts extends Pick<CallParts, 'connection' | 'secrets' | 'now' | 'carriers'> {
  readonly jobs: Pick<Jobs, 'wakeAfter'>;
}

/** A transfer whose carrier can get requests, and what they need. */
export interface Reached {
  readonly transfer: SendingRow;
  readonly credentials: Credentials;
  readonly provider: Provider;
  readonly configuration_id: number;
  readonly carrier_call_id: string;
}

/** What the carrier of a transfer needs to get a request; undefined if it can get none. */
export function reached(secrets: Parts['secrets'], transfer: SendingRow): Reached | undefined {
  const { organization_id, credentials_encrypted, ...call } = transfer;
  const { provider, configuration_id, carrier_call_id } = call;
  if (
    credentials_encrypted === null ||
    provider === null ||
    configuration_id === null ||
    carrier_call_id === null
  )
    return undefined;
  const credentials = readableCredentials(secrets, organization_id, credentials_encrypted);
  return credentials && { transfer, credentials, provider, configuration_id, carrier_call_id };
}

interface Taken extends Reached {
  /** When the gate was passed, as `performance.now()` shows it. */
  readonly passed_at: number;
}

/** Marks a transfer, so that only whoever gets it tells the carrier; ends it if a rule forbids it. */
export const take = (
  { connection: { db }, secrets, now, jobs, carriers }: Parts,
  due: Due,
): Promise<Taken | undefined> =>
  db.transaction().execute(async (trx) => {
    await passGate(trx, due.organization_id);
    const [at, passed_at] = [now(), performance.now()];
    const transfer = await lockUnsent(trx, due);
    if (!transfer) return undefined;
    const reason = isEnding(transfer) ? 'call_ended' : await withheld(trx, transfer, at);
    const call = reached(secrets, transfer);
    if (reason !== undefined || !call) {
      const failure = reason !== undefined && isFailure(reason) ? reason : 'refused';
      await change(trx, jobs, { ...due, event: { by: 'fail', failure }, at });
      return undefined;
    }
    const hasLegs = carriers[call.provider].leg !== undefined;
    const replaces = transfer.kind === 'handoff' || !hasLegs;
    if (!(await mayReplace(trx, transfer, { handoffsAlone: hasLegs, replaces, now: at })))
      return undefined;
    await keep(trx, due, { sending_at: at });
    return { ...call, passed_at };
  });
