import type { HandlersFor } from '../../http/contract.ts';
import * as queries from './queries.ts';

export const profiles = {
  async listVoiceProfiles({ caller }, app) {
    return queries.list(app.db, { organizationId: caller.organization_id });
  },

  async getVoiceProfile({ params, caller }, app) {
    return queries.get(app.db, caller.organization_id, params.profile_id);
  },
} satisfies HandlersFor<'listVoiceProfiles' | 'getVoiceProfile'>;
