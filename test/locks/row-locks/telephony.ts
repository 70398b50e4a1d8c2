import { asDatabase } from '../../../src/db/as-database.ts';
import { lock as lockHours } from '../../../src/telephony/calling-hours/queries.ts';
import * as live from '../../../src/telephony/calls/live-queries.ts';
import { takePaceSlots } from '../../../src/telephony/calls/pace-queries.ts';
import * as calls from '../../../src/telephony/calls/queries.ts';
import { keep } from '../../../src/telephony/calls/route-queries.ts';
import { createCallSlots } from '../../../src/telephony/calls/slots.ts';
import * as consents from '../../../src/telephony/consents/queries.ts';
import { findRun } from '../../../src/telephony/hang-ups/queries.ts';
import * as numbers from '../../../src/telephony/phone-numbers/queries.ts';
import * as configurations from '../../../src/telephony/queries.ts';
import * as scheduled from '../../../src/telephony/scheduled-calls/queries.ts';
import { insert } from '../../../src/telephony/simulation/queries.ts';
import * as transfers from '../../../src/telephony/transfers/queries.ts';
import type { Lock } from '../cases.ts';
import { now, past, uuid } from '../rows.ts';

const run = { organization_id: 1, run_id: 1 };

const transfer = { ...run, transfer_id: 1 };

export const telephonyLocks: readonly Lock[] = [
  {
    at: 'telephony/calling-hours/queries.ts lock',
    rows: { calling_hours: {} },
    run: (trx) => lockHours(trx, 1),
  },
  {
    at: 'telephony/calls/live-queries.ts lock',
    rows: { live_calls: {} },
    run: (trx) => live.lock(trx, [1]),
  },
  {
    at: 'telephony/calls/pace-queries.ts lockPace',
    rows: { call_paces: { next_free_at: now } },
    run: (trx) => takePaceSlots(trx, { configuration_id: 1, calls_per_second: 1, wanted: 0, now }),
  },
  {
    at: 'telephony/calls/queries.ts lock',
    rows: { workflow_runs: { mode: 'twilio' } },
    run: (trx) => calls.lock(trx, [1]),
  },
  {
    at: 'telephony/calls/route-queries.ts keep',
    rows: { telephony_configurations: {} },
    run: (trx) => keep(trx, 1),
  },
  {
    at: 'telephony/calls/slots.ts createCallSlots',
    rows: { organizations: {} },
    run: (trx) => createCallSlots().lock(trx, 1),
  },
  {
    at: 'telephony/consents/queries.ts lock',
    rows: { consents: {} },
    run: (trx) => consents.lock(trx, 1, 1),
  },
  {
    at: 'telephony/hang-ups/queries.ts findRun',
    rows: { workflow_runs: {} },
    run: (trx) => findRun(trx, 1, 1),
  },
  {
    at: 'telephony/phone-numbers/queries.ts lock',
    rows: { phone_numbers: {} },
    run: (trx) => numbers.lock(trx, 1, 1),
  },
  {
    at: 'telephony/queries.ts lockAll',
    rows: { telephony_configurations: {} },
    run: (trx) => configurations.lockAll(trx, 1),
  },
  {
    at: 'telephony/queries.ts lock',
    rows: { telephony_configurations: {} },
    run: (trx) => configurations.lock(trx, 1, 1),
  },
  {
    at: 'telephony/queries.ts lockAgainstUse',
    rows: { telephony_configurations: {} },
    run: (trx) => configurations.lockAgainstUse(trx, 1, 1),
  },
  {
    at: 'telephony/queries.ts lockForUse',
    rows: { telephony_configurations: {} },
    run: (trx) => configurations.lockForUse(trx, 1, 1),
  },
  {
    at: 'telephony/scheduled-calls/queries.ts lock',
    rows: { scheduled_calls: {} },
    run: (trx) => scheduled.lock(trx, 1, 1),
  },
  {
    at: 'telephony/simulation/queries.ts insert',
    rows: { telephony_configurations: {} },
    run: (trx) =>
      insert(asDatabase(trx), [
        {
          id: uuid,
          telephony_configuration_id: 1,
          direction: 'outbound',
          run_id: 1,
          to_number: 'x',
          from_number: 'x',
          callback_url: 'x',
          detection: 'off',
          placed_at: past,
          ends_at: now,
        },
      ]),
  },
  {
    at: 'telephony/transfers/queries.ts lock',
    rows: { run_transfers: {} },
    run: (trx) => transfers.lock(trx, transfer),
  },
  {
    at: 'telephony/transfers/queries.ts lockIfAny',
    rows: { run_transfers: {} },
    run: (trx) => transfers.lockIfAny(trx, transfer),
  },
  {
    at: 'telephony/transfers/queries.ts lockRun',
    rows: { workflow_runs: {}, workflows: {}, workflow_definitions: {} },
    run: (trx) => transfers.lockRun(trx, run),
  },
];
