import { recordChange } from '../../audit/actions.ts';
import type { TelephonyApp } from '../context.ts';
import { invalid, notFound } from '../../errors.ts';
import type { HandlersFor } from '../../http/contract.ts';
import { isTimestamp, later, parseTimestamp } from '../../timestamp.ts';

export const simulation = {
  async getSimulationClock(_call, app) {
    return clockOf(app);
  },

  async setSimulationClock({ body, caller, requestId }, app) {
    const before = clockOf(app);
    const timestamp = body.now ?? later(app.now(), (body.advance_seconds ?? 0) * 1000);
    const member = body.now === undefined ? 'advance_seconds' : 'now';
    if (!canBeSetTo(timestamp))
      throw invalid(
        ['body', member],
        'The clock must be set to a time in the years 1000 to 8999.',
        timestamp,
      );
    const change = {
      action: 'simulation_clock.set',
      organization_id: null,
      subject_id: 'platform',
      before: { now: before.now },
      after: { now: parseTimestamp(timestamp) },
    } as const;
    // The event has the time before the change, so that events stay in order.
    const cause = { caller, requestId, at: before.now };
    await app.clock.set(parseTimestamp(timestamp), (trx) => recordChange(trx, cause, change));
    return clockOf(app);
  },
} satisfies HandlersFor<'getSimulationClock' | 'setSimulationClock', TelephonyApp>;

/** Timestamps planned years ahead must be storable too. */
const canBeSetTo = (timestamp: string): boolean =>
  isTimestamp(timestamp) && /^[1-8]\d{3}-/.test(parseTimestamp(timestamp));

function clockOf(app: TelephonyApp) {
  if (!app.config.simulation) throw notFound('Path');
  return { now: app.now(), offset_seconds: app.clock.offsetMs() / 1000 };
}
