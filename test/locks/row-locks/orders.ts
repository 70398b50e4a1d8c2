import * as organizations from '../../../src/billing/organizations/queries.ts';
import { openZones } from '../../../src/campaigns/contacts/copy-queries.ts';
import * as claiming from '../../../src/campaigns/dialing/claim-queries.ts';
import * as contacts from '../../../src/campaigns/dialing/contact-queries.ts';
import { asDatabase } from '../../../src/db/as-database.ts';
import * as doNotCall from '../../../src/telephony/do-not-call/queries.ts';
import { removeOfNumber } from '../../../src/privacy/personal-queries.ts';
import * as pool from '../../../src/telephony/phone-numbers/pool-queries.ts';
import * as deliveries from '../../../src/webhooks/deliveries/record-queries.ts';
import { removeEventsOf } from '../../../src/webhooks/erasure-queries.ts';
import type { Order } from '../cases.ts';
import { now, past, uuid } from '../rows.ts';

const zones = [{ zone: 'a' }, { zone: 'b' }];

const taken = (timezone: string) => ({ timezone, row_number: 1, given_back: 0 });

const day = { begins_at: past, ends_at: now };

const delivery = { event_created_at: past, subject: 1, next_attempt_at: past };

const event = { created_at: past, composed_at: past, run_id: 1, event: 'call_ended' };

const person = { organization_id: 1, phone_number: 'x' };

const two = (one: (id: number) => Record<string, unknown>) => [one(1), one(2)];

export const orders: readonly Order[] = [
  {
    at: 'billing/organizations/queries.ts takeDeleted',
    rows: {
      organizations: [
        { id: 1, deleted_at: past },
        { id: 2, deleted_at: past },
      ],
    },
    run: (trx) => organizations.takeDeleted(trx, { before: now, now, limit: 10 }),
  },
  {
    at: 'campaigns/contacts/copy-queries.ts openZones',
    rows: { campaign_zones: zones.map((zone) => ({ ...zone, next_row: 9 })) },
    run: (trx) =>
      openZones(
        trx,
        { id: 1, organization_id: 1, source_id: uuid, copied_to_row: 0 },
        zones.map((zone) => ({ ...zone, first_row: 1, last_row: 1, contacts: 1 })),
      ),
  },
  {
    at: 'campaigns/dialing/claim-queries.ts movePosition',
    rows: { campaign_zones: zones.map((zone) => ({ ...zone, given_back: 0 })) },
    run: (trx) =>
      claiming.markDialing(trx, 1, { contacts: [taken('a'), taken('b')] as never, now }),
  },
  {
    at: 'campaigns/dialing/contact-queries.ts release',
    rows: {
      campaign_zones: zones,
      campaign_contacts: zones.map(({ zone }, index) => ({
        id: index + 1,
        row_number: index + 1,
        timezone: zone,
        state: 'dialing',
        attempts: 1,
      })),
    },
    run: (trx) => contacts.release(trx, [1, 2], { now, due_at: undefined }),
  },
  {
    at: 'telephony/do-not-call/queries.ts remove',
    rows: { do_not_call_numbers: two((id) => ({ phone_number: String(id), id: 3 - id })) },
    run: (trx) => doNotCall.remove(asDatabase(trx), 1, { phoneNumbers: ['1', '2'], now }),
  },
  {
    at: 'privacy/personal-queries.ts removeOfNumber',
    rows: { scheduled_calls: two((id) => ({ id, to_number: 'x' })) },
    run: (trx) => removeOfNumber(trx, person, { name: 'scheduled_calls', limit: 10 }),
  },
  {
    at: 'telephony/phone-numbers/pool-queries.ts count',
    rows: { phone_numbers: two((id) => ({ id, phone_number: String(id) })) },
    run: (trx) =>
      pool.count(
        trx,
        new Map([
          [1, 1],
          [2, 1],
        ]),
        { day, now },
      ),
  },
  {
    at: 'telephony/phone-numbers/pool-queries.ts uncount',
    rows: {
      phone_numbers: two((id) => ({
        id,
        phone_number: String(id),
        daily_cap: 9,
        counted_from: past,
      })),
    },
    run: (trx) =>
      pool.uncount(
        trx,
        ['1', '2'].map((from_number) => ({
          telephony_configuration_id: 1,
          from_number,
          created_at: now,
        })),
      ),
  },
  {
    at: 'webhooks/deliveries/record-queries.ts giveUpAll',
    rows: { pending_deliveries: two((delivery_id) => ({ delivery_id, ...delivery })) },
    run: (trx) => deliveries.giveUpAll(trx, { id: 1, organization_id: 1 }, now),
  },
  {
    at: 'webhooks/erasure-queries.ts removeEventsOf',
    rows: {
      webhook_events: two((position) => ({
        ...event,
        position,
        id: `${uuid.slice(0, -1)}${position}`,
        created_at: `2026-01-0${position}T00:00:00.000Z`,
      })),
    },
    run: (trx) => removeEventsOf(trx, { organization_id: 1, ids: [1] }),
  },
];
