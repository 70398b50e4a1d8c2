import { recordChange } from '../../audit/actions.ts';
import { pageOf } from '../../db/page.ts';
import { conflict, invalid } from '../../errors.ts';
import type { HandlersFor } from '../../http/contract.ts';
import { notInternational, toE164 } from '../numbers.ts';
import * as configurations from '../queries.ts';
import * as numbers from './queries.ts';

export const phoneNumbers = {
  async listPhoneNumbers({ params, query, caller }, app) {
    const { id } = await configurations.get(app.db, caller.organization_id, params.config_id);
    return pageOf(await numbers.list(app.db, id, query), query);
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
        after: { telephony_configuration_id: id, ...row },
      });
      return row;
    });
  },

  async deletePhoneNumber({ params, caller, requestId }, app) {
    const { organization_id } = caller;
    const cause = { caller, requestId, at: app.now() };
    await app.db.transaction().execute(async (trx) => {
      const { id } = await configurations.lock(trx, organization_id, params.config_id);
      const row = await numbers.get(trx, id, params.phone_number_id);
      await numbers.remove(trx, row.id);
      await recordChange(trx, cause, {
        action: 'phone_number.deleted',
        organization_id,
        subject_id: row.id,
        before: { telephony_configuration_id: id, ...row },
        after: null,
      });
    });
  },

  async setDefaultCallerPhoneNumber({ params, caller, requestId }, app) {
    const { organization_id } = caller;
    const cause = { caller, requestId, at: app.now() };
    return app.db.transaction().execute(async (trx) => {
      const { id } = await configurations.lock(trx, organization_id, params.config_id);
      const row = await numbers.get(trx, id, params.phone_number_id);
      if (row.is_default_caller) return row;
      const former = await numbers.clearDefaultCaller(trx, id);
      await recordChange(trx, cause, {
        action: 'phone_number.default_caller_set',
        organization_id,
        subject_id: row.id,
        before: { default_caller_id: former?.id ?? null },
        after: { default_caller_id: row.id },
      });
      return numbers.makeDefaultCaller(trx, row.id);
    });
  },
} satisfies HandlersFor<
  'listPhoneNumbers' | 'createPhoneNumber' | 'deletePhoneNumber' | 'setDefaultCallerPhoneNumber'
>;

const numberExists = (number: string) =>
  conflict(
    'phone_number_exists',
    `The phone number ${number} already exists in this telephony configuration.`,
    { param: 'phone_number' },
  );
