import { pageOf } from '../../db/page.ts';
import { conflict, invalid } from '../../errors.ts';
import type { Some } from '../../http/contract.ts';
import { notInternational, toE164 } from '../numbers.ts';
import * as configurations from '../queries.ts';
import * as numbers from './queries.ts';

export const phoneNumbers = {
  async listPhoneNumbers({ params, query, caller }, app) {
    const { id } = await configurations.get(app.db, caller.organization_id, params.config_id);
    return pageOf(await numbers.list(app.db, id, query), query, (row) => row);
  },

  async createPhoneNumber({ params, body, caller }, app) {
    const number = toE164(body.number);
    if (number === undefined) throw invalid(['body', 'number'], notInternational, body.number);
    const { organization_id } = caller;
    return app.db.transaction().execute(async (trx) => {
      const { id } = await configurations.lockForUse(trx, organization_id, params.config_id);
      const row = await numbers.insert(trx, {
        telephony_configuration_id: id,
        number,
        label: body.label ?? null,
        created_at: app.now(),
      });
      if (!row) throw numberExists(number);
      return row;
    });
  },

  async deletePhoneNumber({ params, caller }, app) {
    await app.db.transaction().execute(async (trx) => {
      const { id } = await configurations.lock(trx, caller.organization_id, params.config_id);
      const row = await numbers.get(trx, id, params.phone_number_id);
      await numbers.remove(trx, row.id);
    });
  },

  async setDefaultCallerPhoneNumber({ params, caller }, app) {
    return app.db.transaction().execute(async (trx) => {
      const { id } = await configurations.lock(trx, caller.organization_id, params.config_id);
      const row = await numbers.get(trx, id, params.phone_number_id);
      if (row.is_default_caller) return row;
      await numbers.clearDefaultCaller(trx, id);
      return numbers.makeDefaultCaller(trx, row.id);
    });
  },
} satisfies Some<
  'listPhoneNumbers' | 'createPhoneNumber' | 'deletePhoneNumber' | 'setDefaultCallerPhoneNumber'
>;

const numberExists = (number: string) =>
  conflict('phone_number_exists', `The telephony configuration has the number ${number} already.`);
