import type { Transaction } from 'kysely';
import { recordChange } from '../audit/actions.ts';
import type { Database } from '../db/connect.ts';
import { later, type Timestamp } from '../timestamp.ts';
import { endFallback } from '../telephony/transfers/changes.ts';
import * as transfers from '../telephony/transfers/queries.ts';
import { unfinishedMs } from '../telephony/transfers/rules.ts';
import { audited, transferEvent } from '../telephony/transfers/views.ts';
import { announceTransfers } from '../webhooks/actions.ts';
import type { Key } from '../workflows/runs/read-queries.ts';
import { demoCaller } from './requests.ts';

/** The destinations of the demo's transfers; the simulated network answers them. */
const reception = '+12025550110';
const mobile = '+12025550112';

const secondMs = 1000;

interface Run {
  readonly id: number;
  readonly organization_id: number;
  readonly started_at: Timestamp;
}

/** Two transfers of a call: the reception was busy, so its fallback was rung, which answered and heard a briefing. */
export async function seedTransfers(
  trx: Transaction<Database>,
  { id: run_id, organization_id, started_at }: Run,
): Promise<void> {
  const at = (seconds: number): Timestamp => later(started_at, seconds * secondMs);
  const asked = (seconds: number) => ({
    organization_id,
    run_id,
    kind: 'cold' as const,
    from_number: demoCaller,
    created_at: at(seconds),
    deadline_at: later(at(seconds), unfinishedMs),
    sending_at: at(seconds),
    answered_at: at(seconds),
  });
  const { id } = await transfers.insert(trx, {
    ...asked(20),
    destination: 'reception',
    phone_number: reception,
    fallback: 'mobile',
    fallback_at: at(22),
    status: 'failed',
    failure: 'busy',
    ended_at: at(22),
  });
  const next = await transfers.insert(trx, {
    ...asked(23),
    requested_destination: 'reception',
    destination: 'mobile',
    phone_number: mobile,
    ring_number: 2,
    kind: 'warm',
    status: 'bridged',
    bridged_at: at(27),
    ended_at: at(27),
  });
  await endFallback(trx, { id, organization_id }, { fallback_id: next.id });
  // The service rings a fallback by itself.
  const after = { transfer: { ...audited(next), fallback_of_id: id } };
  await recordChange(
    trx,
    { caller: null, requestId: null, at: at(23) },
    {
      action: 'workflow_run.transfer_requested',
      organization_id,
      subject_id: run_id,
      before: null,
      after,
    },
  );
}

/** The events of a call's transfers, before that of its end. */
export async function seedTransferEvents(trx: Transaction<Database>, key: Key): Promise<void> {
  for (const row of (await transfers.list(trx, key, {})).toReversed()) {
    const { created_at, ended_at } = row;
    const asked = { ...row, status: 'requested', failure: null, ended_at: null } as const;
    await announceTransfers(trx, {
      events: [transferEvent(asked, created_at), transferEvent(row, ended_at ?? created_at)],
      now: ended_at ?? created_at,
    });
  }
}
