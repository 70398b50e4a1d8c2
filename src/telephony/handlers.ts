import { pageOf } from '../db/page.ts';
import { notFound } from '../errors.ts';
import type { Some } from '../http/contract.ts';
import * as configurations from './queries.ts';
import { telephonyConfiguration } from './views.ts';

export const telephony = {
  async listTelephonyConfigurations({ query, caller }, app) {
    const rows = await configurations.list(app.db, caller.organization_id, query);
    return pageOf(rows, query, (row) => telephonyConfiguration(row, app.secrets));
  },

  async getTelephonyConfiguration({ params, caller }, app) {
    const row = await configurations.get(app.db, caller.organization_id, params.config_id);
    return telephonyConfiguration(row, app.secrets);
  },

  async setDefaultOutboundTelephonyConfiguration({ params, caller }, app) {
    return app.db.transaction().execute(async (trx) => {
      const all = await configurations.lockAll(trx, caller.organization_id);
      const chosen = all.find((row) => row.id === params.config_id);
      if (!chosen) throw notFound('Telephony configuration');
      if (chosen.is_default_outbound) return telephonyConfiguration(chosen, app.secrets);
      const now = app.now();
      await configurations.clearDefaultOutbound(trx, caller.organization_id, now);
      return telephonyConfiguration(
        await configurations.makeDefaultOutbound(trx, chosen.id, now),
        app.secrets,
      );
    });
  },
} satisfies Some<
  | 'listTelephonyConfigurations'
  | 'getTelephonyConfiguration'
  | 'setDefaultOutboundTelephonyConfiguration'
>;
