import { isDeepStrictEqual } from 'node:util';
import { recordChange } from '../../audit/actions.ts';
import { mustFit } from '../../billing/quotas/actions.ts';
import { conflict, InvalidRequest } from '../../errors.ts';
import { mustMatch } from '../../http/etag.ts';
import type { HandlersFor } from '../../http/contract.ts';
import type { VoiceApp } from '../context.ts';
import { completeEffects } from '../effects/rules.ts';
import { create, mustBeFree } from './actions.ts';
import { recordUpdate } from './audit.ts';
import * as profiles from './queries.ts';
import { originFaults, originOf, unsaidOrigin } from './rules.ts';
import { auditedProfile, shown } from './views.ts';
import { isSameText } from '../../text-rules.ts';

export const voiceProfiles = {
  async listVoiceProfiles({ caller }, app) {
    return profiles.list(app.db, caller.organization_id);
  },

  async createVoiceProfile({ body, caller, requestId }, app) {
    const { organization_id } = caller;
    const cause = { caller, requestId, at: app.now() };
    const origin = originOf(unsaidOrigin, body);
    mustBeWhole(originFaults(origin));
    return app.db.transaction().execute(async (trx) => {
      const row = await create(trx, { ...body, ...origin, organization_id, now: cause.at });
      const { id } = row;
      const change = { organization_id, subject_id: id, before: null, after: auditedProfile(row) };
      await recordChange(trx, cause, { action: 'voice_profile.created', ...change });
      return shown(row);
    });
  },

  async getVoiceProfile({ params, caller }, app) {
    return shown(await profiles.get(app.db, caller.organization_id, params.profile_id));
  },

  async updateVoiceProfile({ params, headers, body, caller, requestId }, app) {
    const { organization_id } = caller;
    const cause = { caller, requestId, at: app.now() };
    const { name } = body;
    return app.db.transaction().execute(async (trx) => {
      if (name !== undefined) await profiles.lockNames(trx, organization_id);
      const former = await profiles.lock(trx, organization_id, params.profile_id);
      mustMatch(headers['if-match'], former);
      const origin = originOf(former, body);
      mustBeWhole(originFaults(origin));
      const changes = { ...body, ...origin };
      if (isDeepStrictEqual({ ...former, ...changes }, former)) return shown(former);
      if (name !== undefined && !isSameText(name, former.name))
        await mustBeFree(trx, organization_id, name);
      await profiles.update(trx, former.id, { ...changes, updated_at: cause.at });
      if (body.metadata) await mustFit(trx, organization_id, ['content_bytes_limit']);
      return shown(
        await recordUpdate(trx, cause, {
          action: 'voice_profile.updated',
          organization_id,
          former,
        }),
      );
    });
  },

  async setVoiceProfileEffects({ params, headers, body, caller, requestId }, app) {
    const { organization_id } = caller;
    const cause = { caller, requestId, at: app.now() };
    const chain = completeEffects(body.effects_chain);
    return app.db.transaction().execute(async (trx) => {
      const former = await profiles.lock(trx, organization_id, params.profile_id);
      mustMatch(headers['if-match'], former);
      if (isDeepStrictEqual(former.effects_chain, chain)) return shown(former);
      const effects_chain = JSON.stringify(chain);
      await profiles.update(trx, former.id, { effects_chain, updated_at: cause.at });
      return shown(
        await recordUpdate(trx, cause, {
          action: 'voice_profile.effects_set',
          organization_id,
          former,
        }),
      );
    });
  },

  async deleteVoiceProfile({ params, headers, caller, requestId }, app) {
    const { organization_id } = caller;
    const cause = { caller, requestId, at: app.now() };
    await app.db.transaction().execute(async (trx) => {
      const row = await profiles.lockForRemoval(trx, organization_id, params.profile_id);
      mustMatch(headers['if-match'], row);
      if (row.generation_count > 0) throw inUse(row.generation_count);
      const use = await app.lookups.workflowsSpeakingWith(trx, organization_id, row.id);
      if (use.workflow_count > 0) throw usedByWorkflows(use);
      await profiles.remove(trx, row.id);
      const change = { organization_id, subject_id: row.id, before: auditedProfile(row) };
      await recordChange(trx, cause, { action: 'voice_profile.deleted', ...change, after: null });
    });
  },
} satisfies HandlersFor<
  | 'listVoiceProfiles'
  | 'createVoiceProfile'
  | 'getVoiceProfile'
  | 'updateVoiceProfile'
  | 'setVoiceProfileEffects'
  | 'deleteVoiceProfile',
  VoiceApp
>;

function mustBeWhole(faults: ReturnType<typeof originFaults>): void {
  if (faults.length > 0) throw new InvalidRequest(faults);
}

const inUse = (generation_count: number) =>
  conflict(
    'voice_profile_in_use',
    `The voice profile has ${generation_count} generation${generation_count === 1 ? '' : 's'}. Delete ${generation_count === 1 ? 'it' : 'them'} first.`,
    { generation_count },
  );

const usedByWorkflows = (use: {
  readonly workflow_count: number;
  readonly workflow_ids: readonly number[];
}) =>
  conflict(
    'voice_profile_used_by_workflows',
    `${use.workflow_count === 1 ? '1 workflow with a published version speaks' : `${use.workflow_count} workflows with a published version speak`} with this voice. Choose another one for ${use.workflow_count === 1 ? 'it' : 'them'} first.`,
    { ...use },
  );
