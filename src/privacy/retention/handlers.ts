import type { components } from '../../../generated/api.ts';
import { asChange } from '../../audit/actions.ts';
import type { PrivacyApp } from '../context.ts';
import { tagged } from '../../http/etag.ts';
import type { HandlersFor } from '../../http/contract.ts';
import * as retention from './queries.ts';
import { type Days, kindOf, serviceDays, settings } from './rules.ts';

export const organizationRetention = {
  async getRetention({ caller }, app) {
    return shown(await retention.get(app.db, caller.organization_id), app);
  },

  updateRetention: asChange(async ({ trx, body, organization_id, at, mustMatch, record }, app) => {
    const former = await retention.lock(trx, organization_id);
    mustMatch(identified(former));
    if (settings.every((name) => body[name] === former[name])) return shown(former, app);
    const row = await retention.replace(trx, organization_id, { ...body, updated_at: at });
    const kinds = settings.filter((name) => row[name] !== null).map(kindOf);
    await retention.begin(trx, organization_id, { kinds, now: at });
    await record('retention.updated', organization_id, {
      before: daysIn(former),
      after: daysIn(row),
    });
    return shown(row, app);
  }),
} satisfies HandlersFor<'getRetention' | 'updateRetention', PrivacyApp>;

const identified = (row: retention.RetentionRow) => ({ ...row, id: row.organization_id });

const daysIn = ({
  transcripts_days,
  contexts_days,
  contacts_days,
  events_days,
  audit_days,
}: retention.RetentionRow): Record<keyof Days, number | null> => ({
  transcripts_days,
  contexts_days,
  contacts_days,
  events_days,
  audit_days,
});

const shown = (row: retention.RetentionRow, { config }: Pick<PrivacyApp, 'config'>) => {
  const view: components['schemas']['OrganizationRetention'] = {
    ...daysIn(row),
    service: serviceDays(config.retention),
    updated_at: row.updated_at,
  };
  return tagged(view, identified(row));
};
