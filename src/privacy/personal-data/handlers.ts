import { makeChange } from '../../audit/actions.ts';
import type { HandlersFor } from '../../http/contract.ts';
import { writtenNumberIn } from '../../telephony/numbers.ts';
import { isOwnNumber } from '../../telephony/erasures/queries.ts';
import type { PrivacyApp } from '../context.ts';
import { ownNumber } from '../erasures/actions.ts';
import { hmacsOf } from '../erasures/numbers.ts';
import { exportedLines } from './lines.ts';

export const personalData = {
  async exportPersonalData({ body, signal, ...call }, app) {
    const { organization_id } = call.caller;
    const phone_number = writtenNumberIn(['body', 'phone_number'], body.phone_number);
    const person = { organization_id, phone_number };
    const [hmac] = hmacsOf(app.secrets, person);
    await makeChange(call, app, async ({ trx, record }) => {
      if (await isOwnNumber(trx, person)) throw ownNumber();
      await record('personal_data.exported', organization_id, {
        after: { phone_number_hmac: hmac.toString('hex') },
      });
    });
    return exportedLines(app.db, person, signal);
  },
} satisfies HandlersFor<'exportPersonalData', PrivacyApp>;
