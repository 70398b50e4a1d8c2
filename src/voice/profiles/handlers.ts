import { isDeepStrictEqual } from 'node:util';
import { asChange, makeChange } from '../../audit/actions.ts';
import { mustFit } from '../../billing/quotas/actions.ts';
import { conflict, InvalidRequest } from '../../errors.ts';
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

  async createVoiceProfile({ body, ...call }, app) {
    const origin = originOf(unsaidOrigin, body);
    mustBeWhole(originFaults(origin));
    return makeChange(call, app, async ({ trx, organization_id, at, record }) => {
      const id = app.newId();
      const row = await create(trx, { ...body, ...origin, id, organization_id, now: at });
      await record('voice_profile.created', id, { after: auditedProfile(row) });
      return shown(row);
    });
  },

  async getVoiceProfile({ params, caller }, app) {
    return shown(await profiles.get(app.db, caller.organization_id, params.profile_id));
  },

  updateVoiceProfile: asChange(
    async ({ trx, params, body, organization_id, at, cause, mustMatch }) => {
      const { name } = body;
      if (name !== undefined) await profiles.lockNames(trx, organization_id);
      const former = await profiles.lock(trx, organization_id, params.profile_id);
      mustMatch(former);
      const origin = originOf(former, body);
      mustBeWhole(originFaults(origin));
      const changes = { ...body, ...origin };
      if (isDeepStrictEqual({ ...former, ...changes }, former)) return shown(former);
      if (name !== undefined && !isSameText(name, former.name))
        await mustBeFree(trx, organization_id, name);
      await profiles.update(trx, former.id, { ...changes, updated_at: at });
      if (body.metadata) await mustFit(trx, organization_id, ['content_bytes_limit']);
      return shown(
        await recordUpdate(trx, cause, {
          action: 'voice_profile.updated',
          organization_id,
          former,
        }),
      );
    },
  ),

  async setVoiceProfileEffects({ params, body, ...call }, app) {
    const chain = completeEffects(body.effects_chain);
    return makeChange(call, app, async ({ trx, organization_id, at, cause, mustMatch }) => {
      const former = await profiles.lock(trx, organization_id, params.profile_id);
      mustMatch(former);
      if (isDeepStrictEqual(former.effects_chain, chain)) return shown(former);
      const effects_chain = JSON.stringify(chain);
      await profiles.update(trx, former.id, { effects_chain, updated_at: at });
      return shown(
        await recordUpdate(trx, cause, {
          action: 'voice_profile.effects_set',
          organization_id,
          former,
        }),
      );
    });
  },

  deleteVoiceProfile: asChange(async ({ trx, params, organization_id, mustMatch, record }, app) => {
    const row = await profiles.lockForRemoval(trx, organization_id, params.profile_id);
    mustMatch(row);
    if (row.generation_count > 0) throw inUse(row.generation_count);
    const use = await app.lookups.workflowsSpeakingWith(trx, organization_id, row.id);
    if (use.workflow_count > 0) throw usedByWorkflows(use);
    await profiles.remove(trx, row.id);
    await record('voice_profile.deleted', row.id, { before: auditedProfile(row) });
  }),
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
