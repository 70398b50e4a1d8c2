import type { Timestamp } from '../../timestamp.ts';
import type { TelephonyApp } from '../context.ts';
import { countedFor, mustBeOwn, mustHaveRoom } from './actions.ts';
import { asChange, makeChange } from '../../audit/actions.ts';
import { pageOf } from '../../db/page.ts';
import { conflict } from '../../errors.ts';
import { tagged } from '../../http/etag.ts';
import type { HandlersFor } from '../../http/contract.ts';
import { numberIn } from '../numbers.ts';
import * as configurations from '../queries.ts';
import * as numbers from './queries.ts';
import type { components } from '../../../generated/api.ts';
import { callsToday } from './pool-rules.ts';
import type { PhoneNumberRow } from './queries.ts';

const phoneNumber = (
  row: PhoneNumberRow,
  now: Timestamp,
): components['schemas']['PhoneNumber'] => ({
  ...shownSettings(settings(row)),
  last_inbound_rejection: lastRejection(row),
  calls_today: row.daily_cap === null ? null : callsToday(row, now),
});

/** The number without what changes with each call, as the audit trail stores it. */
const settings = ({
  id,
  telephony_configuration_id,
  phone_number,
  label,
  is_default_caller,
  in_pool,
  daily_cap,
  inbound_workflow_id,
  created_at,
}: PhoneNumberRow) => ({
  id,
  telephony_configuration_id,
  phone_number,
  label,
  is_default_caller,
  in_pool,
  daily_cap,
  inbound_workflow_id,
  created_at,
});

const shownSettings = ({ in_pool: is_in_pool, ...others }: ReturnType<typeof settings>) => ({
  ...others,
  is_in_pool,
});

const lastRejection = ({
  inbound_rejection: reason,
  inbound_rejected_at: rejected_at,
}: PhoneNumberRow) => (reason === null || rejected_at === null ? null : { reason, rejected_at });

export const phoneNumbers = {
  async listPhoneNumbers({ params, query, caller }, app) {
    const { id } = await configurations.get(app.db, caller.organization_id, params.config_id);
    const page = pageOf(await numbers.list(app.db, id, query), query);
    const now = app.now();
    return { ...page, items: page.items.map((row) => phoneNumber(row, now)) };
  },

  async getPhoneNumber({ params, caller }, app) {
    const { organization_id } = caller;
    const { config_id, phone_number_id: id } = params;
    return shown(await numbers.get(app.db, { organization_id, config_id, id }), app.now());
  },

  async createPhoneNumber({ params, body, ...call }, app) {
    const phone_number = numberIn(['body', 'phone_number'], body.phone_number);
    const { inbound_workflow_id = null } = body;
    return makeChange(call, app, async ({ trx, organization_id, at, record }) => {
      const { is_in_pool: in_pool = false } = body;
      const lock = in_pool ? configurations.lock : configurations.lockForUse;
      const { id } = await lock(trx, organization_id, params.config_id);
      if (in_pool) await mustHaveRoom(trx, id);
      await mustBeOwn(trx, organization_id, inbound_workflow_id);
      const row = await numbers.insert(trx, {
        organization_id,
        telephony_configuration_id: id,
        phone_number,
        label: body.label ?? null,
        in_pool,
        daily_cap: body.daily_cap ?? null,
        inbound_workflow_id,
        created_at: at,
      });
      if (!row) throw numberExists(phone_number);
      await record('phone_number.created', row.id, { after: settings(row) });
      return shown(row, at);
    });
  },

  updatePhoneNumber: asChange(
    async ({ trx, params, body, organization_id, at, mustMatch, record }, app) => {
      const { id } = await configurations.lock(trx, organization_id, params.config_id);
      // Before the number, as calls lock them; no call is added while its day is counted.
      if (typeof body.daily_cap === 'number') await app.calls.slots.lock(trx, organization_id);
      const row = await numbers.lock(trx, id, params.phone_number_id);
      mustMatch(row);
      const { label = row.label, is_in_pool: in_pool = row.in_pool } = body;
      const { daily_cap = row.daily_cap } = body;
      const { inbound_workflow_id = row.inbound_workflow_id } = body;
      await mustBeOwn(trx, organization_id, inbound_workflow_id);
      if (in_pool && !row.in_pool) await mustHaveRoom(trx, id);
      const change = { label, in_pool, daily_cap, inbound_workflow_id };
      if (isUnchanged(row, change)) return shown(row, at);
      const number = { organization_id, ...row };
      const counted = await countedFor(trx, { number, daily_cap, now: at });
      const changed = await numbers.update(trx, row.id, { ...change, ...counted });
      await record('phone_number.updated', row.id, {
        before: settings(row),
        after: settings(changed),
      });
      return shown(changed, at);
    },
  ),

  deletePhoneNumber: asChange(async ({ trx, params, organization_id, mustMatch, record }) => {
    const { id } = await configurations.lock(trx, organization_id, params.config_id);
    const row = await numbers.lock(trx, id, params.phone_number_id);
    mustMatch(row);
    await numbers.remove(trx, row.id);
    await record('phone_number.deleted', row.id, { before: settings(row) });
  }),

  setDefaultCallerPhoneNumber: asChange(
    async ({ trx, params, organization_id, at, mustMatch, record }) => {
      const { id } = await configurations.lock(trx, organization_id, params.config_id);
      const row = await numbers.lock(trx, id, params.phone_number_id);
      mustMatch(row);
      if (row.is_default_caller) return shown(row, at);
      const former = await numbers.clearDefaultCaller(trx, id);
      await record('phone_number.default_caller_set', row.id, {
        before: { default_caller_id: former?.id ?? null },
        after: { default_caller_id: row.id },
      });
      return shown(await numbers.makeDefaultCaller(trx, row.id), at);
    },
  ),
} satisfies HandlersFor<
  | 'listPhoneNumbers'
  | 'getPhoneNumber'
  | 'createPhoneNumber'
  | 'updatePhoneNumber'
  | 'deletePhoneNumber'
  | 'setDefaultCallerPhoneNumber',
  TelephonyApp
>;

const shown = (row: numbers.PhoneNumberRow, now: Timestamp) => tagged(phoneNumber(row, now), row);

const numberExists = (number: string) =>
  conflict(
    'phone_number_exists',
    `The phone number ${number} already exists in this telephony configuration.`,
    { param: 'phone_number' },
  );

const isUnchanged = (
  row: numbers.PhoneNumberRow,
  change: Pick<numbers.PhoneNumberRow, 'label' | 'in_pool' | 'daily_cap' | 'inbound_workflow_id'>,
): boolean =>
  change.label === row.label &&
  change.in_pool === row.in_pool &&
  change.daily_cap === row.daily_cap &&
  change.inbound_workflow_id === row.inbound_workflow_id;
