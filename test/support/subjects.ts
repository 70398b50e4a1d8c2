import { randomUUID } from 'node:crypto';
import type { OperationId } from '../../src/http/contract.ts';
import { givenSession } from '../auth/accounts/given.ts';
import { givenPolicy, requestedAt } from '../approvals/given.ts';
import { invite } from '../auth/invitations/given.ts';
import { givenMember } from '../auth/members/given.ts';
import { givenCallableCampaign } from '../campaigns/lifecycle/given.ts';
import { givenCampaign, givenContacts, givenRun as givenCampaignRun } from '../campaigns/given.ts';
import { givenErasure } from '../privacy/given.ts';
import { givenConfiguration, givenNumber } from '../telephony/given.ts';
import { givenTalking } from '../telephony/keys/given.ts';
import { givenTransferable } from '../telephony/transfers/given.ts';
import { givenGeneration, givenItem, givenItemWithVersions, givenProfile } from '../voice/given.ts';
import { givenVersionWithAudio } from '../voice/generations/audio.ts';
import { givenHeardStory } from '../voice/exports/given.ts';
import { uploadSample } from '../voice/samples/given.ts';
import { exampleRequest } from './examples.ts';
import { givenCallableTool } from '../tools/tool-executions/given.ts';
import { deliver, deliveriesOf, givenEndedRun, givenEndpoint } from '../webhooks/given.ts';
import { givenRun, givenWorkflow } from '../workflows/given.ts';
import { loadContract } from '../../src/http/operations.ts';
import { later } from '../../src/timestamp.ts';
import { tinyPng } from './binary-bodies.ts';
import type { Member } from './organizations.ts';

export type Parameters = Record<string, string | number>;
type Make = (owner: Member) => Promise<Parameters>;

const policy = async (owner: Member): Promise<Parameters> => ({
  policy_id: await givenPolicy(owner),
});
const approvalRequest = async (owner: Member): Promise<Parameters> => ({
  approval_request_id: await givenPolicy(owner, requestedAt(owner.server.app.now())),
});
const key = async (owner: Member): Promise<Parameters> => ({
  key_id: (await owner.post('/api/v1/auth/api-keys', { name: 'x' })).body.id,
});
const member = async (owner: Member): Promise<Parameters> => ({
  user_id: (await givenMember(owner, 'viewer')).id,
});
const invitation = async (owner: Member): Promise<Parameters> => ({
  invitation_id: (await invite(owner)).body.id,
});
const workflow = async (owner: Member): Promise<Parameters> => ({
  workflow_id: (await givenWorkflow(owner)).id,
  version_number: 1,
});
const run = async (owner: Member): Promise<Parameters> => {
  const made = await givenWorkflow(owner);
  return { workflow_id: made.id, run_id: await givenRun(owner, made) };
};
let instructionNumber = 0;
/** Its number within the run is none that another run has. */
const instruction = async (owner: Member): Promise<Parameters> => {
  const { server, organization_id, user_id } = owner;
  const { run_id = 0, ...given } = await run(owner);
  const instruction_number = 1 + (instructionNumber++ % 100);
  await server.app.db
    .insertInto('run_instructions')
    .values({
      organization_id,
      run_id: Number(run_id),
      instruction_number,
      text: 'Offer 10 %.',
      user_id,
      created_at: server.app.now(),
    })
    .execute();
  return { ...given, run_id, instruction_number };
};
const endedRun = async (owner: Member): Promise<Parameters> => ({
  run_id: await givenEndedRun(owner),
});
const textRun = async (owner: Member): Promise<Parameters> => {
  const made = await givenWorkflow(owner);
  return {
    workflow_id: made.id,
    run_id: (await owner.post(`${made.path}/runs`, { mode: 'text' })).body.id,
  };
};
const testCase = async (owner: Member): Promise<Parameters> => {
  const made = await givenWorkflow(owner);
  const body = { name: 'Ada confirms', turns: [{}] };
  const { id } = (await owner.post(`${made.path}/test-cases`, body)).body;
  return { workflow_id: made.id, test_case_id: id };
};
/** The tool of the examples, whose server nobody has. */
const exampleTool = (): object => Object(exampleRequest('createTool').body);
const calledTool = async (owner: Member): Promise<Parameters> => {
  const name = `find_${randomUUID()}`;
  const { run_id } = await givenCallableTool(owner, '', { ...exampleTool(), name });
  return { run_id, name };
};
const toolExecution = async (owner: Member): Promise<Parameters> => {
  const { call } = await givenCallableTool(owner, '', exampleTool());
  const { body } = await call({ call_id: 'x', arguments: { customer_id: 'C-1042' } });
  return { tool_execution_id: body.id };
};
const waitingToolExecution = async (owner: Member): Promise<Parameters> => {
  const { call } = await givenCallableTool(owner, '', { ...exampleTool(), needs_approval: true });
  const { body } = await call({ call_id: 'x', arguments: { customer_id: 'C-1042' } });
  return { tool_execution_id: body.id };
};
const tool = async (owner: Member): Promise<Parameters> => ({
  tool_id: (await owner.post('/api/v1/tools', exampleTool())).body.id,
});
/** A function of an MCP server that has changed as the example accepts it. */
const changedTool = async ({ organization_id, server: { app } }: Member): Promise<Parameters> => {
  const { sha256 } = exampleRequest('acceptToolChange').body as { sha256: string };
  const members = { description: 'x', arguments_schema: { type: 'object' } };
  const { id } = await app.db
    .insertInto('tools')
    .values({
      organization_id,
      name: `search_${randomUUID()}`,
      kind: 'mcp',
      method: 'POST',
      url_template: 'https://kb.example.com/mcp',
      description: members.description,
      arguments_schema: JSON.stringify(members.arguments_schema),
      mcp_name: randomUUID(),
      mcp_sha256: '0'.repeat(64),
      mcp_status: 'changed',
      mcp_offer: JSON.stringify({ ...members, sha256, result_schema: null }),
      created_at: app.now(),
      updated_at: app.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { tool_id: id };
};
const scheduledCall = async (owner: Member): Promise<Parameters> => {
  const { app } = owner.server;
  const { id } = await app.db
    .insertInto('scheduled_calls')
    .values({
      organization_id: owner.organization_id,
      workflow_id: (await givenWorkflow(owner)).id,
      to_number: '+12025550100',
      scheduled_at: later(app.now(), 3_600_000),
      due_at: later(app.now(), 3_600_000),
      user_id: owner.user_id,
      created_at: app.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { scheduled_call_id: id };
};
const profile = async (owner: Member): Promise<Parameters> => ({
  profile_id: await givenProfile(owner, { effects_chain: '[]' }),
});
const avatar = async (owner: Member): Promise<Parameters> => {
  const profile_id = await givenProfile(owner);
  const headers = { 'content-type': 'image/png' };
  const path = `/api/v1/voice/profiles/${profile_id}/avatar`;
  await owner.send('PUT', path, { raw: tinyPng, headers });
  return { profile_id };
};
const sample = async (owner: Member): Promise<Parameters> => {
  const profile_id = await givenProfile(owner);
  const { body } = await uploadSample(owner, profile_id);
  return { profile_id, sample_id: body.id };
};
/** A download that nobody works on yet. */
export async function givenDownload({ server: { app }, organization_id }: Member): Promise<number> {
  const { id } = await app.db
    .insertInto('model_downloads')
    .values({
      organization_id,
      name: `acme/${randomUUID()}`,
      revision: 'main',
      started_at: app.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
const modelDownload = async (owner: Member): Promise<Parameters> => {
  const { app } = owner.server;
  const { id } = await app.db
    .insertInto('model_downloads')
    .values({
      organization_id: owner.organization_id,
      name: `acme/${randomUUID()}`,
      revision: 'main',
      state: 'canceled',
      started_at: app.now(),
      ended_at: app.now(),
      event: JSON.stringify({
        event: 'error',
        code: 'download_canceled',
        message: 'The download was canceled.',
        model_name: 'acme/model',
        revision: 'main',
      }),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { download_id: id };
};
const item = async (owner: Member): Promise<Parameters> => {
  const { story_id, item_id, generation_id, warmer } = await givenItemWithVersions(owner);
  return { story_id, item_id, generation_id, version_id: warmer };
};
const heardStory = async (owner: Member): Promise<Parameters> => ({
  story_id: (await givenHeardStory(owner, [{}])).story_id,
});
/** Two items that start at the same time. */
const twoItems = async (owner: Member): Promise<Parameters> => {
  const first = await item(owner);
  const { story_id, generation_id } = first;
  const given = { story_id: String(story_id), generation_id: String(generation_id) };
  return { ...first, other_item_id: await givenItem(owner, given) };
};
const generation = async (owner: Member): Promise<Parameters> => ({
  generation_id: await givenGeneration(owner, { status: 'queued' }),
});
const version = async (owner: Member): Promise<Parameters> => {
  const { generation_id, warmer } = await givenItemWithVersions(owner);
  return { generation_id, version_id: warmer };
};
const withAudio = async (owner: Member): Promise<Parameters> => {
  const generation_id = await givenGeneration(owner);
  return { generation_id, version_id: await givenVersionWithAudio(owner, generation_id) };
};
const configuration = async (owner: Member): Promise<Parameters> => ({
  config_id: await givenConfiguration(owner),
});
const phoneNumber = async (owner: Member): Promise<Parameters> => {
  const config_id = await givenConfiguration(owner);
  return { config_id, phone_number_id: await givenNumber(owner, config_id) };
};
const redialable = async (owner: Member): Promise<Parameters> => {
  const made = await givenCampaign(owner, { state: 'canceled' });
  await givenContacts(owner, made, [{ state: 'done', outcome: 'busy', attempts: 1 }]);
  return { campaign_id: made.id };
};
const source = async (owner: Member): Promise<Parameters> => ({
  source_id: (await givenCampaign(owner)).source_id,
});
const sourceWithRows = async (owner: Member): Promise<Parameters> => {
  const raw = 'phone_number\n+12025550185\n';
  const headers = { 'content-type': 'text/csv' };
  const { body } = await owner.send('POST', '/api/v1/campaign-sources', { raw, headers });
  return { source_id: body.id };
};
const unusedSource = async (owner: Member): Promise<Parameters> => ({
  source_id: (await givenCampaign(owner, { state: 'canceled' })).source_id,
});
const campaign = async (owner: Member): Promise<Parameters> => ({
  campaign_id: (await givenCampaign(owner)).id,
});

const overCampaign = async (owner: Member): Promise<Parameters> => {
  const completed_at = owner.server.app.now();
  return { campaign_id: (await givenCampaign(owner, { state: 'completed', completed_at })).id };
};

const consent = async (owner: Member): Promise<Parameters> => ({
  consent_id: (
    await owner.post('/api/v1/consents', {
      phone_number: '+12025550123',
      purpose: 'reminders',
      obtained_at: '2026-01-02T11:00:00.000Z',
      source: 'Form',
    })
  ).body.id,
});

const campaignContact = async (owner: Member): Promise<Parameters> => {
  const made = await givenCampaign(owner);
  const [contact_id = 0] = await givenContacts(owner, made, [{}]);
  return { campaign_id: made.id, contact_id };
};

const calledBack = async (owner: Member): Promise<Parameters> => {
  const made = await givenCampaign(owner, { state: 'paused' });
  const callback_at = later(owner.server.app.now(), 3_600_000);
  const waiting = { state: 'waiting', attempts: 1, retries_queued: 1 } as const;
  const [contact_id = 0] = await givenContacts(owner, made, [
    { ...waiting, due_at: callback_at, callback_at },
  ]);
  const over = {
    state: 'completed',
    outcome: 'completed',
    ended_at: owner.server.app.now(),
  } as const;
  await givenCampaignRun(owner, made, { contact_id, ...over });
  return { campaign_id: made.id, contact_id };
};

const endpoint = async (owner: Member): Promise<Parameters> => ({
  endpoint_id: (await givenEndpoint(owner, 'http://127.0.0.1:9/')).id,
});
const disabledEndpoint = async (owner: Member): Promise<Parameters> => {
  const { id, path } = await givenEndpoint(owner, 'http://127.0.0.1:9/');
  await owner.post(`${path}/disable`);
  return { endpoint_id: id };
};
const delivery = async (owner: Member): Promise<Parameters> => {
  await endpoint(owner);
  await givenEndedRun(owner);
  await deliver(owner.server);
  return { delivery_id: (await deliveriesOf(owner))[0].id };
};

const transfer = async (owner: Member): Promise<Parameters> => {
  const { run_id, transfers } = await givenTransferable(owner);
  const { id } = (await owner.post(transfers, exampleRequest('createRunTransfer').body)).body;
  return { run_id, transfer_id: id };
};

/** What a path's last parameter names, created for an organization with all that the path names besides. */
const byParameter: Readonly<Record<string, Make>> = {
  session_id: async (owner) => ({ session_id: await givenSession(owner) }),
  erasure_id: async (owner) => ({ erasure_id: await givenErasure(owner) }),
  key_id: key,
  user_id: member,
  invitation_id: invitation,
  policy_id: policy,
  approval_request_id: approvalRequest,
  profile_id: profile,
  generation_id: generation,
  version_id: version,
  sample_id: sample,
  download_id: modelDownload,
  story_id: item,
  item_id: item,
  workflow_id: workflow,
  version_number: workflow,
  test_case_id: testCase,
  tool_id: tool,
  name: calledTool,
  tool_execution_id: toolExecution,
  transfer_id: transfer,
  run_id: run,
  instruction_number: instruction,
  source_id: source,
  scheduled_call_id: scheduledCall,
  campaign_id: campaign,
  contact_id: calledBack,
  consent_id: consent,
  config_id: configuration,
  phone_number_id: phoneNumber,
  endpoint_id: endpoint,
  delivery_id: delivery,
};

/** Subjects in the state that the operation demands, and those of operations whose path names none. */
const particular: Partial<Record<OperationId, Make>> = {
  enableApprovalPolicy: async (owner) => ({
    policy_id: await givenPolicy(owner, { disabled_at: owner.server.app.now() }),
  }),
  acceptToolExecution: waitingToolExecution,
  declineToolExecution: waitingToolExecution,
  streamGeneration: async (owner) => ({ generation_id: await givenGeneration(owner) }),
  applyGenerationEffects: withAudio,
  getGenerationAudio: withAudio,
  getGenerationVersionAudio: withAudio,
  listGenerationVersions: version,
  getVoiceProfileAvatar: avatar,
  deleteVoiceProfileAvatar: avatar,
  listVoiceSamples: sample,
  exportStory: heardStory,
  reorderStoryItems: twoItems,
  testWorkflow: testCase,
  acceptToolChange: changedTool,
  deleteRun: endedRun,
  streamRunSession: endedRun,
  submitRunTurn: textRun,
  createRunTransfer: async (owner) => ({ run_id: (await givenTransferable(owner)).run_id }),
  sendRunKeys: async (owner) => ({ run_id: (await givenTalking(owner)).run_id }),
  getCampaignSourceFile: sourceWithRows,
  deleteCampaignSource: unusedSource,
  deleteCampaign: overCampaign,
  startCampaign: async (owner) => ({ campaign_id: (await givenCallableCampaign(owner)).id }),
  cancelCampaignStart: async (owner) => {
    const { campaign_id } = await campaign(owner);
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
  redialCampaign: redialable,
  streamCampaignProgress: redialable,
  getCampaignContact: campaignContact,
  getCallingHours: async () => ({}),
  updateCallingHours: async () => ({}),
  getRetention: async () => ({}),
  updateRetention: async () => ({}),
  getEventSettings: async () => ({}),
  updateEventSettings: async () => ({}),
  enableWebhookEndpoint: disabledEndpoint,
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
  setCampaignStart: () => ({ start_at: later(new Date().toISOString(), 3_600_000) }),
  setContactCallback: () => ({ callback_at: later(new Date().toISOString(), 7_200_000) }),
  updateScheduledCall: () => ({ initial_context: { first_name: 'Ada' } }),
};

/** The operation's body for a subject; undefined if the contract's example fits. */
export const bodyFor = (id: OperationId, subject: Parameters = {}): unknown =>
  bodies[id]?.(subject);
