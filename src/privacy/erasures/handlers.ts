import { makeChange } from '../../audit/actions.ts';
import { pageOf } from '../../db/page.ts';
import type { HandlersFor } from '../../http/contract.ts';
import { untilAnswered } from '../../telephony/calls/index.ts';
import { writtenNumberIn } from '../../telephony/numbers.ts';
import type { PrivacyApp } from '../context.ts';
import { begin } from './actions.ts';
import * as erasures from './queries.ts';
import type { components } from '../../../generated/api.ts';
import type { ErasureRow } from './queries.ts';
import { countsOf } from './rules.ts';

const erasure = (row: ErasureRow): components['schemas']['Erasure'] => ({
  id: row.id,
  phone_number_hmac: row.number_hmac.toString('hex'),
  status: row.state,
  counts: countsOf(row.counts),
  created_at: row.created_at,
  completed_at: row.completed_at,
});

export const erasureHandlers = {
  async createErasure({ body, ...call }, app) {
    const { organization_id } = call.caller;
    const { secrets } = app;
    const phone_number = writtenNumberIn(['body', 'phone_number'], body.phone_number);
    const row = await makeChange(call, app, ({ trx, cause }) =>
      begin(trx, cause, { secrets, phone_number }),
    );
    await app.afterCommit((outer) =>
      untilAnswered(outer, { organization_id, phone_numbers: [phone_number] }),
    );
    return erasure(row);
  },

  async listErasures({ query, caller }, app) {
    return pageOf(await erasures.list(app.db, caller.organization_id, query), query, erasure);
  },

  async getErasure({ params, caller }, app) {
    return erasure(await erasures.get(app.db, caller.organization_id, params.erasure_id));
  },
} satisfies HandlersFor<'createErasure' | 'listErasures' | 'getErasure', PrivacyApp>;
