import { recordChange } from '../../audit/actions.ts';
import type { App } from '../../context.ts';
import { invalid, notFound } from '../../errors.ts';
import type { HandlersFor } from '../../http/contract.ts';
import { isTimestamp, later, parseTimestamp } from '../../timestamp.ts';

export const simulation = {
  async getSimulationClock(_call, app) {
    return clockOf(app);
  },

  async setSimulationClock({ body, caller, requestId }, app) {
    const before = clockOf(app);
    const moment = body.now ?? later(app.now(), (body.advance_seconds ?? 0) * 1000);
    const member = body.now === undefined ? 'advance_seconds' : 'now';
    if (!canBeSetTo(moment))
      throw invalid(['body', member], 'The clock can be set to the years 1000 to 8999.', moment);
    const change = {
      action: 'simulation_clock.set',
      organization_id: null,
      subject_id: 'platform',
      before: { now: before.now },
      after: { now: parseTimestamp(moment) },
    } as const;
    // The moment is the one before: events stay in the order that they happened in.
    const cause = { caller, requestId, at: before.now };
    await app.clock.set(parseTimestamp(moment), (trx) => recordChange(trx, cause, change));
    return clockOf(app);
  },
} satisfies HandlersFor<'getSimulationClock' | 'setSimulationClock'>;

/** What is planned years ahead must have a moment that can be kept too. */
const canBeSetTo = (moment: string): boolean =>
  isTimestamp(moment) && /^[1-8]\d{3}-/.test(parseTimestamp(moment));

function clockOf(app: App) {
  if (!app.config.simulation) throw notFound('Path');
  return { now: app.now(), offset_seconds: app.clock.offsetMs() / 1000 };
}
