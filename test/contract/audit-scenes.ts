import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { randomUUID } from 'node:crypto';
import { onTestFinished } from 'vitest';
import type { OperationId } from '../../src/http/contract.ts';
import { accessOf } from '../../src/auth/run-codes.ts';
import { emailOf, givenChange, givenReset, givenUnverified } from '../auth/accounts/given.ts';
import { givenPolicy } from '../approvals/given.ts';
import { invite, tokenFor } from '../auth/invitations/given.ts';
import { givenEntry } from '../billing/given.ts';
import { givenCallableCampaign } from '../campaigns/lifecycle/given.ts';
import { formOf, formType, wavOf } from '../support/binary-bodies.ts';
import { givenDirectory } from '../support/directory.ts';
import { exampleRequest } from '../support/examples.ts';
import { type Member, newOrganization, password } from '../support/organizations.ts';
import { startServer, type TestServer } from '../support/server.ts';
import type { Parameters } from '../support/subjects/parameters.ts';
import { givenOwner, password as ownersPassword } from '../privacy/organization-deletions/given.ts';
import { callBack, callbackPath, givenCall, givenCallable } from '../telephony/calls/given.ts';
import { givenConfiguration, givenNumber } from '../telephony/given.ts';
import { relayCallbackUrl } from '../../src/telephony/relay/with-relay.ts';
import { transferUrl } from '../../src/telephony/transfers/commands.ts';
import { givenTransferable } from '../telephony/transfers/given.ts';
import { inboundPath, ours, ring } from '../telephony/inbound-calls/given.ts';
import { startMcpServer } from '../tools/mcp-tools/given.ts';
import { archiveOf, importPath } from '../voice/archives/given.ts';
import { startSpeechServer } from '../voice/engines/speech-server.ts';
import { speechAt } from '../voice/generations/given.ts';
import { givenProfile } from '../voice/given.ts';
import { makeRandomModel } from '../voice/models/hub-cache.ts';
import { makeDirectories } from '../voice/models/two-file-systems.ts';
import { deliver, givenEndedRun, givenEndpoint } from '../webhooks/given.ts';
import { givenRun, givenWorkflow } from '../workflows/given.ts';

export interface Scene {
  readonly params?: Parameters;
  readonly body?: unknown;
  /** Sends the request if it needs more than a path and a body. */
  readonly send?: (
    headers: Record<string, string>,
    sender?: Pick<Member, 'token'>,
  ) => ReturnType<Member['send']>;
}

const later = new Date(Date.now() + 86_400_000).toISOString();
const spoken = { text: 'Good morning.', encoding: 'mulaw' };
const email = () => `${randomUUID()}@example.com`;

/** Objects for operations that would not change those of the sweep over organizations. */
export const scenes: Partial<Record<OperationId, (owner: Member) => Promise<Scene>>> = {
  signUp: async () => ({ body: { email: email(), password } }),
  logIn: async (owner) => {
    const body = { email: email(), password };
    await owner.server.send('POST', '/api/v1/auth/signup', { body });
    return { body };
  },
  setPassword: async () => ({ body: { current_password: password, password: randomUUID() } }),
  confirmPasswordReset: async (owner) => ({
    body: { token: await givenReset(owner), password: randomUUID() },
  }),
  requestEmailChange: async () => ({ body: { email: email(), password } }),
  confirmEmailChange: async (owner) => ({ body: { token: await givenChange(owner, email()) } }),
  requestEmailVerification: async (owner) => {
    await givenUnverified(owner);
    return {};
  },
  confirmEmailVerification: async (owner) => {
    await givenUnverified(owner);
    return { body: { token: await givenChange(owner, await emailOf(owner)) } };
  },
  createInvitation: async () => ({ body: { email: email(), role: 'viewer' } }),
  acceptInvitation: async (owner) => {
    const address = email();
    await invite(owner, { email: address });
    return { body: { token: await tokenFor(owner, address), password } };
  },
  unarchiveApiKey: async (owner) => {
    const { id } = (await owner.post('/api/v1/auth/api-keys', { name: 'x' })).body;
    await owner.post(`/api/v1/auth/api-keys/${id}/archive`);
    return { params: { key_id: id } };
  },
  createApprovalPolicy: async (owner) => {
    const { name } = (await owner.get((await givenWorkflow(owner)).path)).body;
    const { body } = exampleRequest('createApprovalPolicy');
    return {
      body: { ...Object(body), target_name: name, expires_at: later, not_before: undefined },
    };
  },
  createApprovalRequest: async (owner) => {
    const { name } = (await owner.get((await givenWorkflow(owner)).path)).body;
    const { policy, reason } = Object(exampleRequest('createApprovalRequest').body);
    return { body: { policy: { ...policy, target_name: name, expires_at: later }, reason } };
  },
  revokeApprovalPolicy: async (owner) => ({ params: { policy_id: await givenPolicy(owner) } }),
  migrateModels: async ({ server }) => {
    const directories = await makeDirectories('on one file system');
    onTestFinished(() => directories[Symbol.asyncDispose]());
    await makeRandomModel(directories.source, 'openai/whisper', [10]);
    const path = { path: directories.source, updated_at: server.app.now() };
    await server.app.db.insertInto('model_cache').values(path).execute();
    return { body: { destination: directories.destination } };
  },
  downloadVoiceModel: async () => ({ body: { name: `acme/${randomUUID()}` } }),
  cancelVoiceModelDownload: async ({ server, organization_id }) => {
    const { id } = await server.app.db
      .insertInto('model_downloads')
      .values({
        organization_id,
        name: `acme/${randomUUID()}`,
        revision: 'main',
        started_at: server.app.now(),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return { params: { download_id: id } };
  },
  deleteVoiceModel: async ({ server }) => {
    const name = `acme--${randomUUID()}`;
    mkdirSync(join(server.app.config.modelsCacheDir, `models--${name}`), { recursive: true });
    return { params: { model_id: name } };
  },
  createCatalogEntry: async () => ({
    body: { kind: 'addon', key: randomUUID(), name: 'x', tokens: 1 },
  }),
  updateCatalogEntry: async (owner) => ({ params: { entry_id: await givenEntry(owner) } }),
  updateKnowledgeBasePricing: async () => ({
    body: { embedding_usd_per_1m_tokens: Math.floor(Math.random() * 1e6) / 1e6 },
  }),
  updateOrganizationLimitsAsAdmin: async ({ organization_id }) => ({ params: { organization_id } }),
  updateOrganizationOperatorAsAdmin: async ({ organization_id }) => ({
    params: { organization_id },
  }),
  updateCellAsAdmin: async ({ server }) => {
    await givenDirectory(server);
    return { params: { cell: 0 } };
  },
  reserveCellAddressAsAdmin: async ({ server }) => {
    await givenDirectory(server);
    return { params: { cell: 0 }, body: { email: email() } };
  },
  suspendOrganizationAsAdmin: async ({ server }) => {
    const { organization_id } = await newOrganization({ server });
    return { params: { organization_id } };
  },
  resumeOrganizationAsAdmin: async ({ server, ...admin }) => {
    const { organization_id } = await newOrganization({ server });
    const path = `/api/v1/admin/organizations/${organization_id}/suspend`;
    await admin.post(path, { reason: 'Unpaid.' });
    return { params: { organization_id } };
  },
  deleteCurrentOrganization: async ({ server }) => {
    const owner = await givenOwner(server);
    const body = { password: ownersPassword };
    return {
      send: (headers, { token } = owner) =>
        server.send('POST', '/api/v1/organizations/current/delete', { headers, token, body }),
    };
  },
  restoreCurrentOrganization: async ({ server }) => {
    const owner = await givenOwner(server);
    await owner.delete();
    return {
      send: (headers, { token } = owner) =>
        server.send('POST', '/api/v1/organizations/current/restore', { headers, token }),
    };
  },
  unarchiveWorkflow: async (owner) => ({
    params: { workflow_id: (await givenWorkflow(owner, { status: 'archived' })).id },
  }),
  createGeneration: async (owner) => ({
    body: { profile_id: await givenProfile(owner), text: 'Good morning.' },
  }),
  createGenerationFromRecording: async (owner) => {
    const fields = { profile_id: await givenProfile(owner) };
    const raw = formOf({ fields, file: { name: 'greeting.wav', bytes: wavOf(0.5) } });
    const path = '/api/v1/voice/generations/recordings';
    return {
      send: (headers, { token } = owner) =>
        owner.send('POST', path, {
          raw,
          token,
          headers: { ...headers, 'content-type': formType },
        }),
    };
  },
  importVoiceProfile: async (owner) => {
    const raw = formOf({ fields: {}, file: { name: 'amelia.zip', bytes: archiveOf() } });
    return {
      send: (headers, { token } = owner) =>
        owner.send('POST', importPath, {
          raw,
          token,
          headers: { ...headers, 'content-type': formType },
        }),
    };
  },
  importMcpTools: async () => ({ body: { server_url: (await startMcpServer()).url } }),
  createScheduledCall: async (owner) => {
    const scheduled_at = new Date(Date.now() + 3_600_000).toISOString();
    const { id: workflow_id } = await givenWorkflow(owner);
    return { body: { workflow_id, to_number: '+12025550100', scheduled_at } };
  },
  initiateCall: async (owner) => {
    const { workflow_id } = await givenCallable(owner);
    return { body: { workflow_id, to_number: '+12025550100', initial_context: { secret: 'x' } } };
  },
  createCampaign: async (owner) => {
    const { path, workflow_id, configuration_id } = await givenCallableCampaign(owner);
    const { source_id, source_type } = (await owner.get(path)).body;
    const telephony_configuration_id = configuration_id;
    return {
      body: { name: 'x', workflow_id, source_id, source_type, telephony_configuration_id },
    };
  },
  removeDoNotCallNumbers: async (owner) => {
    const { body } = exampleRequest('removeDoNotCallNumbers');
    const phone_numbers = Object(body).phone_numbers.map((phone_number: string) => ({
      phone_number,
    }));
    await owner.post('/api/v1/do-not-call', { phone_numbers });
    return { body };
  },
  replayWebhookEvents: async (owner) => {
    const { id } = await givenEndpoint(owner, 'http://127.0.0.1:9/');
    await givenEndedRun(owner);
    await deliver(owner.server);
    return {
      params: { endpoint_id: id },
      body: { created_after: new Date(Date.now() - 3_600_000).toISOString() },
    };
  },
  receiveCarrierCallback: async (owner) => {
    const configuration = await givenConfiguration(owner);
    const path = callbackPath('simulated', configuration, await givenCall(owner, configuration));
    return { send: () => callBack(owner, path, { call_id: 'CA1', status: 'completed' }) };
  },
  receiveInboundCall: async (owner) => {
    const path = inboundPath(await givenConfiguration(owner));
    return { send: () => ring({ member: owner, path }, 'CA1') };
  },
  receiveTransferCallback: async (owner) => {
    const { configuration_id, run_id, transfer } = await givenTransferable(owner);
    const { id } = (await transfer()).body;
    const call = { provider: 'simulated', configuration_id, run_id, id };
    const path = transferUrl('', call);
    return { send: () => callBack(owner, path, { transfer: 'ringing' }) };
  },
  receiveRelayCallback: async (owner) => {
    const configuration_id = await givenConfiguration(owner);
    const run_id = await givenCall(owner, configuration_id);
    const path = relayCallbackUrl('', { provider: 'simulated', configuration_id, run_id });
    return { send: () => callBack(owner, path, { call_id: 'CA1', status: 'completed' }) };
  },
  exchangeRunCode: async (owner) => {
    const { organization_id, server } = owner;
    const run_id = await givenRun(owner, await givenWorkflow(owner));
    const { app } = server;
    const { run_code } = accessOf(app.secrets, { organization_id, run_id }, app.now());
    return { body: { run_code } };
  },
  streamSpeech: async () => ({ body: spoken }),
  streamRunSpeech: async () => ({ body: spoken }),
  simulateInboundCall: async (owner) => {
    await givenNumber(owner, await givenConfiguration(owner), { phone_number: ours });
    return { body: { from_number: null, to_number: ours } };
  },
};

const speaking = async () => startServer({ speech: speechAt((await startSpeechServer()).url) });

/** Separate servers for what exists once per server. */
export const servers: Partial<Record<OperationId, () => Promise<TestServer>>> = {
  migrateModels: () => startServer(),
  setSimulationClock: () => startServer({ simulation: true }),
  streamSpeech: speaking,
  streamRunSpeech: speaking,
};
