import type { components } from '../../../generated/api.ts';
import { makeChange } from '../../audit/actions.ts';
import { differenceOf } from '../../audit/rules.ts';
import { InvalidRequest, valueError } from '../../errors.ts';
import { tagged } from '../../http/etag.ts';
import type { HandlersFor } from '../../http/contract.ts';
import { closeGate } from '../calls/gate-queries.ts';
import { untilAnswered } from '../calls/waiting.ts';
import type { TelephonyApp } from '../context.ts';
import * as hours from './queries.ts';
import { hoursFaults } from '../../time/hours-rules.ts';
import { isZone } from '../../time/zone-rules.ts';

export const callingHours = {
  async getCallingHours({ caller }, app) {
    return shown(await hours.get(app.db, caller.organization_id));
  },

  async updateCallingHours({ body, ...call }, app) {
    const { organization_id } = call.caller;
    const faults = hoursFaults(body, { at: ['body'], isZone });
    if (faults.length > 0) throw new InvalidRequest(faults.map(valueError));
    const { enabled = true, timezone, slots, holidays = [] } = body;
    const { min_callback_delay_seconds = 300, max_callbacks_per_day = 3 } = body;
    const answer = await makeChange(call, app, async ({ trx, at, mustMatch, record }) => {
      const former = await hours.lock(trx, organization_id);
      mustMatch(identified(former));
      const callBacks = { min_callback_delay_seconds, max_callbacks_per_day };
      const settings = { enabled, timezone, slots, holidays, ...callBacks };
      if (!differenceOf(view(former), { ...settings, updated_at: at })) return shown(former);
      const row = await hours.replace(trx, organization_id, { ...settings, updated_at: at });
      await record('calling_hours.updated', organization_id, {
        before: view(former),
        after: view(row),
      });
      await app.effects.hoursChanged(trx, { organization_id, now: at });
      await closeGate(trx, organization_id);
      return shown(row);
    });
    await app.afterCommit((outer) => untilAnswered(outer, { organization_id }));
    return answer;
  },
} satisfies HandlersFor<'getCallingHours' | 'updateCallingHours', TelephonyApp>;

const identified = (row: hours.CallingHoursRow) => ({ ...row, id: row.organization_id });

const view = ({
  enabled,
  timezone,
  slots,
  holidays,
  min_callback_delay_seconds,
  max_callbacks_per_day,
  updated_at,
}: hours.CallingHoursRow): components['schemas']['CallingHours'] => ({
  enabled,
  timezone,
  slots,
  holidays,
  min_callback_delay_seconds,
  max_callbacks_per_day,
  updated_at,
});

const shown = (row: hours.CallingHoursRow) => tagged(view(row), identified(row));
