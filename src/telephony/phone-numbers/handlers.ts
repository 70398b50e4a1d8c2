import { recordChange } from '../../audit/actions.ts';
import { pageOf } from '../../db/page.ts';
import { conflict, invalid } from '../../errors.ts';
import { mustMatch } from '../../etag.ts';
import { type HandlersFor, tagged } from '../../http/contract.ts';
import { notInternational, toE164 } from '../numbers.ts';
import * as configurations from '../queries.ts';
import * as numbers from './queries.ts';
import { phoneNumber } from './views.ts';

export const phoneNumbers = {
  async listPhoneNumbers({ params, query, caller }, app) {
    const { id } = await configurations.get(app.db, caller.organization_id, params.config_id);
    const page = pageOf(await numbers.list(app.db, id, query), query);
    return { ...page, items: page.items.map(phoneNumber) };
  },

  async getPhoneNumber({ params, caller }, app) {
    return shown(await numbers.get(app.db, { ...params, ...caller, id: params.phone_number_id }));
  },

  async createPhoneNumber({ params, body, caller, requestId }, app) {
    const phone_number = toE164(body.phone_number);
    if (phone_number === undefined)
      throw invalid(['body', 'phone_number'], notInternational, body.phone_number);
    const { organization_id } = caller;
    const cause = { caller, requestId, at: app.now() };
    return app.db.transaction().execute(async (trx) => {
      const { id } = await configurations.lockForUse(trx, organization_id, params.config_id);
      const row = await numbers.insert(trx, {
        organization_id,
        telephony_configuration_id: id,
        phone_number,
        label: body.label ?? null,
        created_at: cause.at,
      });
      if (!row) throw numberExists(phone_number);
      await recordChange(trx, cause, {
        action: 'phone_number.created',
        organization_id,
        subject_id: row.id,
        before: null,
        after: phoneNumber(row),
      });
      return shown(row);
    });
  },

  async updatePhoneNumber({ params, headers, body, caller, requestId }, app) {
    const { organization_id } = caller;
    const cause = { caller, requestId, at: app.now() };
    return app.db.transaction().execute(async (trx) => {
      const { id } = await configurations.lockForUse(trx, organization_id, params.config_id);
      const row = await numbers.lock(trx, id, params.phone_number_id);
      mustMatch(headers['if-match'], row);
      const { label = row.label } = body;
      const changed = label === row.label ? row : await numbers.update(trx, row.id, { label });
      await recordChange(trx, cause, {
        action: 'phone_number.updated',
        organization_id,
        subject_id: row.id,
        before: phoneNumber(row),
        after: phoneNumber(changed),
      });
      return shown(changed);
    });
  },

  async deletePhoneNumber({ params, headers, caller, requestId }, app) {
    const { organization_id } = caller;
    const cause = { caller, requestId, at: app.now() };
    await app.db.transaction().execute(async (trx) => {
      const { id } = await configurations.lock(trx, organization_id, params.config_id);
      const row = await numbers.lock(trx, id, params.phone_number_id);
      mustMatch(headers['if-match'], row);
      await numbers.remove(trx, row.id);
      await recordChange(trx, cause, {
        action: 'phone_number.deleted',
        organization_id,
        subject_id: row.id,
        before: phoneNumber(row),
        after: null,
      });
    });
  },

  async setDefaultCallerPhoneNumber({ params, headers, caller, requestId }, app) {
    const { organization_id } = caller;
    const cause = { caller, requestId, at: app.now() };
    return app.db.transaction().execute(async (trx) => {
      const { id } = await configurations.lock(trx, organization_id, params.config_id);
      const row = await numbers.lock(trx, id, params.phone_number_id);
      mustMatch(headers['if-match'], row);
      if (row.is_default_caller) return shown(row);
      const former = await numbers.clearDefaultCaller(trx, id);
      await recordChange(trx, cause, {
        action: 'phone_number.default_caller_set',
        organization_id,
        subject_id: row.id,
        before: { default_caller_id: former?.id ?? null },
        after: { default_caller_id: row.id },
      });
      return shown(await numbers.makeDefaultCaller(trx, row.id));
    });
  },
} satisfies HandlersFor<
  | 'listPhoneNumbers'
  | 'getPhoneNumber'
  | 'createPhoneNumber'
  | 'updatePhoneNumber'
  | 'deletePhoneNumber'
  | 'setDefaultCallerPhoneNumber'
>;

const shown = (row: numbers.PhoneNumberRow) => tagged(phoneNumber(row), row);

const numberExists = (number: string) =>
  conflict(
    'phone_number_exists',
    `The phone number ${number} already exists in this telephony configuration.`,
    { param: 'phone_number' },
  );
