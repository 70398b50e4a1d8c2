import type { OperationId } from '../../src/http/contract.ts';
import { givenSession } from '../auth/accounts/given.ts';
import { givenPolicy } from '../approvals/given.ts';
import { givenCallableCampaign } from '../campaigns/lifecycle/given.ts';
import { givenErasure } from '../privacy/given.ts';
import { givenTalking } from '../telephony/keys/given.ts';
import { givenTransferable } from '../telephony/transfers/given.ts';
import { givenGeneration } from '../voice/given.ts';
import { loadContract } from '../../src/http/operations.ts';
import { later } from '../../src/timestamp.ts';
import * as organizations from './subjects/organizations.ts';
import * as workflows from './subjects/workflows.ts';
import * as tools from './subjects/tools.ts';
import * as voice from './subjects/voice.ts';
import * as calls from './subjects/calls.ts';
import type { Make, Parameters } from './subjects/parameters.ts';

/** What a path's last parameter names, created for an organization with all that the path names besides. */
const byParameter: Readonly<Record<string, Make>> = {
  session_id: async (owner) => ({ session_id: await givenSession(owner) }),
  erasure_id: async (owner) => ({ erasure_id: await givenErasure(owner) }),
  key_id: organizations.key,
  user_id: organizations.member,
  invitation_id: organizations.invitation,
  policy_id: organizations.policy,
  approval_request_id: organizations.approvalRequest,
  profile_id: voice.profile,
  generation_id: voice.generation,
  version_id: voice.version,
  sample_id: voice.sample,
  download_id: voice.modelDownload,
  story_id: voice.item,
  item_id: voice.item,
  workflow_id: workflows.workflow,
  version_number: workflows.workflow,
  test_case_id: workflows.testCase,
  tool_id: tools.tool,
  name: tools.calledTool,
  tool_execution_id: tools.toolExecution,
  transfer_id: calls.transfer,
  run_id: workflows.run,
  instruction_number: workflows.instruction,
  source_id: calls.source,
  scheduled_call_id: calls.scheduledCall,
  campaign_id: calls.campaign,
  contact_id: calls.calledBack,
  consent_id: organizations.consent,
  config_id: calls.configuration,
  phone_number_id: calls.phoneNumber,
  endpoint_id: organizations.endpoint,
  delivery_id: organizations.delivery,
};

/** Subjects in the state that the operation demands, and those of operations whose path names none. */
const particular: Partial<Record<OperationId, Make>> = {
  enableApprovalPolicy: async (owner) => ({
    policy_id: await givenPolicy(owner, { disabled_at: owner.server.app.now() }),
  }),
  acceptToolExecution: tools.waitingToolExecution,
  declineToolExecution: tools.waitingToolExecution,
  streamGeneration: async (owner) => ({ generation_id: await givenGeneration(owner) }),
  applyGenerationEffects: voice.withAudio,
  getGenerationAudio: voice.withAudio,
  getGenerationVersionAudio: voice.withAudio,
  listGenerationVersions: voice.version,
  getVoiceProfileAvatar: voice.avatar,
  deleteVoiceProfileAvatar: voice.avatar,
  listVoiceSamples: voice.sample,
  exportStory: voice.heardStory,
  reorderStoryItems: voice.twoItems,
  testWorkflow: workflows.testCase,
  acceptToolChange: tools.changedTool,
  deleteRun: workflows.endedRun,
  streamRunSession: workflows.endedRun,
  submitRunTurn: workflows.textRun,
  streamRunSpeech: workflows.spokenRun,
  createRunTransfer: async (owner) => ({ run_id: (await givenTransferable(owner)).run_id }),
  sendRunKeys: async (owner) => ({ run_id: (await givenTalking(owner)).run_id }),
  getCampaignSourceFile: calls.sourceWithRows,
  deleteCampaignSource: calls.unusedSource,
  deleteCampaign: calls.overCampaign,
  startCampaign: async (owner) => ({ campaign_id: (await givenCallableCampaign(owner)).id }),
  cancelCampaignStart: async (owner) => {
    const { campaign_id } = await calls.campaign(owner);
    const start_at = later(owner.server.app.now(), 3_600_000);
    await owner.post(`/api/v1/campaign/${campaign_id}/schedule-start`, { start_at });
    return { campaign_id: campaign_id! };
  },
  pauseCampaign: async (owner) => ({
    campaign_id: (await givenCallableCampaign(owner, { state: 'running' })).id,
  }),
  resumeCampaign: async (owner) => ({
    campaign_id: (await givenCallableCampaign(owner, { state: 'paused' })).id,
  }),
  redialCampaign: calls.redialable,
  streamCampaignProgress: calls.redialable,
  getCampaignContact: calls.campaignContact,
  getCallingHours: async () => ({}),
  updateCallingHours: async () => ({}),
  getRetention: async () => ({}),
  updateRetention: async () => ({}),
  getEventSettings: async () => ({}),
  updateEventSettings: async () => ({}),
  enableWebhookEndpoint: organizations.disabledEndpoint,
};

/** The object that each operation of an organization acts on, as its path names it. */
export const subjects: Partial<Record<OperationId, Make>> = {
  ...Object.fromEntries(
    loadContract()
      .operations.filter(({ session, apiKey, superAdmin }) => (session || apiKey) && !superAdmin)
      .flatMap(({ id, path }) => {
        const make = byParameter[/.*\{(\w+)\}/.exec(path)?.[1] ?? ''];
        return make ? [[id, make]] : [];
      }),
  ),
  ...particular,
};

/** Bodies for operations whose example names objects that the test does not have, or would change nothing. */
const bodies: Partial<Record<OperationId, (subject: Parameters) => unknown>> = {
  addStoryItem: ({ generation_id }) => ({ generation_id }),
  moveStoryItem: () => ({ start_time_ms: 1000 }),
  trimStoryItem: () => ({ trim_end_ms: 120 }),
  setStoryItemVolume: () => ({ volume: 0.5 }),
  setStoryItemVersion: ({ version_id }) => ({ version_id }),
  splitStoryItem: () => ({ at_ms: 1000 }),
  duplicateStoryItem: () => ({}),
  reorderStoryItems: ({ item_id, other_item_id }) => ({
    track: 0,
    item_ids: [other_item_id, item_id],
  }),
  createTestRun: () => ({}),
  testWorkflow: () => ({}),
  scheduleCampaignStart: () => ({ start_at: later(new Date().toISOString(), 3_600_000) }),
  scheduleContactCallback: () => ({ callback_at: later(new Date().toISOString(), 7_200_000) }),
  updateScheduledCall: () => ({ initial_context: { first_name: 'Ada' } }),
};

/** The operation's body for a subject; undefined if the contract's example fits. */
export const bodyFor = (id: OperationId, subject: Parameters = {}): unknown =>
  bodies[id]?.(subject);

/** The operations whose work is done outside, by an engine that tests of all operations lack: it was asked, in vain. */
export const askedInVain: Partial<Record<OperationId, number>> = {
  streamRunSpeech: 502,
  streamSpeech: 502,
};
