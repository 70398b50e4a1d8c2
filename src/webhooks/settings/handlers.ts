import type { components } from '../../../generated/api.ts';
import { makeChange } from '../../audit/actions.ts';
import { tagged } from '../../http/etag.ts';
import type { HandlersFor } from '../../http/contract.ts';
import type { WebhooksApp } from '../context.ts';
import * as settings from './queries.ts';

export const eventSettings = {
  async getEventSettings({ caller }, app) {
    return shown(await settings.get(app.db, caller.organization_id));
  },

  async updateEventSettings({ body, ...call }, app) {
    const recorded = inOrder.filter((event) => body.recorded_events.includes(event));
    return makeChange(call, app, async ({ trx, organization_id, at, mustMatch, record }) => {
      const former = await settings.lock(trx, organization_id);
      mustMatch(identified(former));
      if (recorded.join() === former.recorded.join()) return shown(former);
      const changed = { recorded, updated_at: at };
      const row = await settings.replace(trx, organization_id, changed);
      await record('event_settings.updated', organization_id, {
        before: view(former),
        after: view(row),
      });
      return shown(row);
    });
  },
} satisfies HandlersFor<'getEventSettings' | 'updateEventSettings', WebhooksApp>;

const inOrder = ['call_queued', 'call_ringing', 'call_answered'] as const;

const identified = (row: settings.EventSettingsRow) => ({ ...row, id: row.organization_id });

const view = ({
  recorded: recorded_events,
  updated_at,
}: settings.EventSettingsRow): components['schemas']['EventSettings'] => ({
  recorded_events,
  updated_at,
});

const shown = (row: settings.EventSettingsRow) => tagged(view(row), identified(row));
