import type { Transaction } from 'kysely';
import type { Database } from '../../db/connect.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import type { Timestamp } from '../../timestamp.ts';
import type { CallParts, Provider } from '../calls/dependencies.ts';
import { passGate } from '../calls/gate-queries.ts';
import { type Credentials, readableCredentials } from '../credentials.ts';
import { end } from './changes.ts';
import type { Ended } from './ending-queries.ts';
import type { TransferKey } from './queries.ts';
import { mayReplace } from './replacing-queries.ts';
import { type FailureCode, isEnding, isFailure } from './rules.ts';
import * as sending from './sending-queries.ts';

interface Parts extends Pick<CallParts, 'connection' | 'secrets' | 'now'> {
  readonly jobs: Pick<Jobs, 'wakeAfter'>;
}

/** A transfer whose carrier can get requests, and what they need. */
export interface Reached {
  readonly transfer: sending.SendingRow;
  readonly credentials: Credentials;
  readonly provider: Provider;
  readonly configuration_id: number;
  readonly carrier_call_id: string;
}

interface Gate {
  /** Why the carrier may not hear of the transfer. */
  readonly withheld: (
    trx: Transaction<Database>,
    transfer: sending.SendingRow,
    now: Timestamp,
  ) => Promise<string | undefined>;
  /** Which earlier transfers have to be over. */
  readonly replaced: (call: Reached) => Omit<Parameters<typeof mayReplace>[2], 'now'>;
}

interface Taken extends Reached {
  /** When the gate was passed, as `performance.now()` shows it. */
  readonly passed_at: number;
}

interface Failed {
  readonly failure: FailureCode;
  readonly carrier_code?: string | undefined;
  readonly hangs_up?: boolean;
  readonly only_at?: Ended['only_at'];
}

/** What requests to carriers about transfers have in common, whoever they connect. */
interface Taking {
  readonly keyOf: (transfer: sending.SendingRow) => TransferKey;
  /** Undefined if the carrier can get no request. */
  readonly reached: (transfer: sending.SendingRow) => Reached | undefined;
  /** Ends a transfer of which the carrier has heard, or may not hear any more. */
  readonly fail: (transfer: sending.SendingRow, failed: Failed) => Promise<void>;
  /** Marks a transfer, so that only whoever gets it tells the carrier; ends it if a rule forbids it. */
  readonly take: (due: sending.Due, gate: Gate) => Promise<Taken | undefined>;
}

export function createTaking({ connection: { db }, secrets, now, jobs }: Parts): Taking {
  const keyOf = ({ id, organization_id, run_id }: sending.SendingRow): TransferKey => ({
    organization_id,
    run_id,
    transfer_id: id,
  });

  function reached(transfer: sending.SendingRow): Reached | undefined {
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

  return {
    keyOf,
    reached,
    async fail(transfer, failed) {
      const ending = { ...keyOf(transfer), status: 'failed', ...failed, at: now() } as const;
      await db.transaction().execute((trx) => end(trx, jobs, ending));
    },
    take: (due, { withheld, replaced }) =>
      db.transaction().execute(async (trx) => {
        await passGate(trx, due.organization_id);
        const [at, passed_at] = [now(), performance.now()];
        const transfer = await sending.lockUnsent(trx, due);
        if (!transfer) return undefined;
        const reason = isEnding(transfer) ? 'call_ended' : await withheld(trx, transfer, at);
        const call = reached(transfer);
        if (reason !== undefined || !call) {
          const failure = reason !== undefined && isFailure(reason) ? reason : 'refused';
          await end(trx, jobs, { ...keyOf(transfer), status: 'failed', failure, at });
          return undefined;
        }
        const among = replaced(call);
        if (!(await mayReplace(trx, transfer, { ...among, now: at }))) return undefined;
        await sending.setSending(trx, due, at);
        return { ...call, passed_at };
      }),
  };
}
