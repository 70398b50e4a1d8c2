import { recordChange } from '../../audit/actions.ts';
import type { HandlersFor } from '../../http/contract.ts';
import { writtenNumberIn } from '../../telephony/numbers.ts';
import { isOwnNumber } from '../../telephony/erasures/queries.ts';
import type { PrivacyApp } from '../context.ts';
import { ownNumber } from '../erasures/actions.ts';
import { hmacsOf } from '../erasures/numbers.ts';
import { exportedLines } from './lines.ts';

export const personalData = {
  async exportPersonalData({ body, caller, requestId, signal }, app) {
    const { organization_id } = caller;
    const phone_number = writtenNumberIn(['body', 'phone_number'], body.phone_number);
    const person = { organization_id, phone_number };
    const [hmac] = hmacsOf(app.secrets, person);
    const cause = { caller, requestId, at: app.now() };
    await app.db.transaction().execute(async (trx) => {
      if (await isOwnNumber(trx, person)) throw ownNumber();
      await recordChange(trx, cause, {
        action: 'personal_data.exported',
        organization_id,
        subject_id: organization_id,
        before: null,
        after: { phone_number_hmac: hmac.toString('hex') },
      });
    });
    return exportedLines(app.db, person, signal);
  },
} satisfies HandlersFor<'exportPersonalData', PrivacyApp>;
