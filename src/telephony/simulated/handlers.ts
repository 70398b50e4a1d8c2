import type { App } from '../../app.ts';
import { invalid, notFound } from '../../errors.ts';
import type { Some } from '../../http/contract.ts';
import { isMoment, later, momentIn } from '../../moment.ts';

export const simulation = {
  async getSimulationClock(_call, app) {
    return clockOf(app);
  },

  async setSimulationClock({ body }, app) {
    clockOf(app);
    const moment = body.now ?? later(app.now(), (body.advance_seconds ?? 0) * 1000);
    if (!isMoment(moment)) throw invalid(['body', 'now'], 'There is no such time.', moment);
    await app.clock.set(momentIn(moment));
    return clockOf(app);
  },
} satisfies Some<'getSimulationClock' | 'setSimulationClock'>;

function clockOf(app: App) {
  if (!app.config.simulation) throw notFound('Path');
  return { now: app.now(), offset_seconds: app.clock.offsetMs() / 1000 };
}
