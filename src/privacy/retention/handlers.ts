import type { components } from '../../../generated/api.ts';
import { asChange } from '../../audit/actions.ts';
import type { PrivacyApp } from '../context.ts';
import { tagged } from '../../http/etag.ts';
import type { HandlersFor } from '../../http/contract.ts';
import * as retention from './queries.ts';
import { daysIn, kinds, serviceDays } from './rules.ts';

export const organizationRetention = {
  async getRetention({ caller }, app) {
    return shown(await retention.get(app.db, caller.organization_id), app);
  },

  updateRetention: asChange(async ({ trx, body, organization_id, at, mustMatch, record }, app) => {
    const former = await retention.lock(trx, organization_id);
    mustMatch(identified(former));
    if (kinds.every((kind) => body[`${kind}_days`] === former[`${kind}_days`]))
      return shown(former, app);
    const row = await retention.replace(trx, organization_id, { ...body, updated_at: at });
    const set = kinds.filter((kind) => row[`${kind}_days`] !== null);
    await retention.begin(trx, organization_id, { kinds: set, now: at });
    await record('retention.updated', organization_id, {
      before: daysIn(former),
      after: daysIn(row),
    });
    return shown(row, app);
  }),
} satisfies HandlersFor<'getRetention' | 'updateRetention', PrivacyApp>;

const identified = (row: retention.RetentionRow) => ({ ...row, id: row.organization_id });

const shown = (row: retention.RetentionRow, { config }: Pick<PrivacyApp, 'config'>) => {
  const view: components['schemas']['OrganizationRetention'] = {
    ...daysIn(row),
    service: serviceDays(config.retention),
    updated_at: row.updated_at,
  };
  return tagged(view, identified(row));
};
