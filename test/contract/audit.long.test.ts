import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { randomUUID } from 'node:crypto';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { components } from '../../generated/api.ts';
import type { OperationId } from '../../src/http/contract.ts';
import { loadContract, type Operation, type Schema } from '../../src/http/operations.ts';
import { emailOf, givenChange, givenReset, givenUnverified } from '../auth/accounts/given.ts';
import { givenPolicy } from '../approvals/given.ts';
import { invite, tokenFor } from '../auth/invitations/given.ts';
import { givenEntry } from '../billing/given.ts';
import { givenCallableCampaign } from '../campaigns/lifecycle/given.ts';
import { formOf, formType, wavOf } from '../support/binary-bodies.ts';
import { givenDirectory } from '../support/directory.ts';
import { exampleRequest } from '../support/examples.ts';
import { type Member, newOrganization, password } from '../support/organizations.ts';
import { sharedServer, startServer, type TestServer } from '../support/server.ts';
import { bodyFor, type Parameters, subjects } from '../support/subjects.ts';
import { givenOwner, password as ownersPassword } from '../privacy/organization-deletions/given.ts';
import { callBack, callbackPath, givenCall, givenCallable } from '../telephony/calls/given.ts';
import { givenConfiguration, givenNumber } from '../telephony/given.ts';
import { inboundPath, ours, ring } from '../telephony/inbound-calls/given.ts';
import { archiveOf, importPath } from '../voice/archives/given.ts';
import { givenProfile } from '../voice/given.ts';
import { makeRandomModel } from '../voice/models/hub-cache.ts';
import { makeDirectories } from '../voice/models/two-file-systems.ts';
import { deliver, givenEndedRun, givenEndpoint } from '../webhooks/given.ts';
import { givenWorkflow } from '../workflows/given.ts';

interface Scene {
  readonly params?: Parameters;
  readonly body?: unknown;
  /** Sends the request if it needs more than a path and a body. */
  readonly send?: (
    headers: Record<string, string>,
    sender?: Pick<Member, 'token'>,
  ) => ReturnType<Member['send']>;
}

const later = new Date(Date.now() + 86_400_000).toISOString();
const email = () => `${randomUUID()}@example.com`;

/** Objects for operations that would not change those of the sweep over organizations. */
const scenes: Partial<Record<OperationId, (owner: Member) => Promise<Scene>>> = {
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
  addCellReservationAsAdmin: async ({ server }) => {
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
  simulateInboundCall: async (owner) => {
    await givenNumber(owner, await givenConfiguration(owner), { phone_number: ours });
    return { body: { from_number: null, to_number: ours } };
  },
};

/** Separate servers for what exists once per server. */
const servers: Partial<Record<OperationId, () => Promise<TestServer>>> = {
  migrateModels: () => startServer(),
  setSimulationClock: () => startServer({ simulation: true }),
};

const { document, operations } = loadContract();
const declared = ({ path, method }: Operation) =>
  document.paths[path]?.[method.toLowerCase()] as {
    readonly 'x-audit'?: components['schemas']['AuditAction'];
    readonly 'x-not-audited'?: string;
  };
const writing = operations.filter(({ method }) => method !== 'GET');
const audited = operations.filter((operation) => declared(operation)['x-audit'] !== undefined);
const named = (which: readonly Operation[]) =>
  which.map((operation) => [operation.id as OperationId, operation] as const);

async function serverFor(id: OperationId): Promise<TestServer> {
  const make = servers[id];
  if (!make) return sharedServer();
  const server = await make();
  onTestFinished(() => server.close());
  return server;
}

/** Creates what the operation acts on, and the request of an authorized caller. */
async function prepare(id: OperationId, { path, superAdmin, session, apiKey }: Operation) {
  const owner = await newOrganization({ superAdmin, server: await serverFor(id) });
  const scene = (await scenes[id]?.(owner)) ?? {};
  const isKnown = scene.params || scene.send || subjects[id] || !path.includes('{');
  if (!isKnown) throw new Error(`Say in test/support/subjects.ts what ${id} acts on.`);
  const params = scene.params ?? (path.includes('{') ? await subjects[id]?.(owner) : undefined);
  const where = path.replace(/\{(\w+)\}/g, (_, name: string) => String(params?.[name]));
  const { method, headers, raw } = exampleRequest(id);
  const body = scene.body ?? bodyFor(id, params);
  const what = body === undefined ? { ...(raw !== undefined && { raw }) } : { body };
  const send = (more: Record<string, string> = {}, member?: Member) =>
    scene.send?.(more, member) ??
    owner.server.send(method, where, {
      ...(session || apiKey ? { token: (member ?? owner).token } : {}),
      ...what,
      headers: body === undefined ? { ...headers, ...more } : more,
    });
  return { owner, send };
}

/** The events after a given one, oldest first. */
const eventsAfter = ({ app }: TestServer, id: number) =>
  app.db.selectFrom('audit_events').selectAll().where('id', '>', id).orderBy('id').execute();

const newest = async ({ app }: TestServer): Promise<number> =>
  (
    await app.db
      .selectFrom('audit_events')
      .select(({ fn }) => fn.max('id').as('id'))
      .executeTakeFirstOrThrow()
  ).id ?? 0;

describe('A change', () => {
  test.each(named(audited))(
    'by %s leaves exactly the event that the contract names, even if it is repeated with its key',
    async (id, operation) => {
      const { owner, send } = await prepare(id, operation);
      const before = await newest(owner.server);
      const headers = operation.idempotent ? { 'idempotency-key': randomUUID() } : {};

      const answer = await send(headers);
      const again = operation.idempotent ? await send(headers) : undefined;

      const events = await eventsAfter(owner.server, before);
      expect([answer.status, again?.headers.get('idempotent-replayed')]).toEqual([
        operation.status,
        operation.idempotent ? 'true' : undefined,
      ]);
      expect(events.map(({ action }) => action)).toEqual([declared(operation)['x-audit']]);
      expect(events).toEqual([
        expect.objectContaining({
          actor_kind: 'user',
          request_id: answer.headers.get('x-request-id'),
        }),
      ]);
      expect(JSON.stringify(events).length).toBeLessThan(4096);
      // Campaigns and runs have a `state`; everything else has a `status`, in its events too.
      for (const { subject_type, before: from, after } of events)
        if (subject_type !== 'campaign' && subject_type !== 'workflow_run')
          expect(Object.keys({ ...Object(from), ...Object(after) })).not.toContain('state');
    },
  );

  /** The models belong to the machine: operators delete them for all organizations. */
  const ofTheMachine: readonly string[] = ['deleteVoiceModel'];
  const forSomebody = audited.filter(({ session, apiKey }) => session || apiKey);

  test.each(named(forSomebody))('by %s that is refused leaves none', async (id, operation) => {
    const { owner, send } = await prepare(id, operation);
    const other = await newOrganization({ server: owner.server });
    const isForeign =
      operation.path.includes('{') && !operation.superAdmin && !ofTheMachine.includes(id);
    const before = await newest(owner.server);

    const answers = [
      await send({}, { ...other, token: 'wrong' }),
      ...(isForeign ? [await send({}, other)] : []),
    ];

    expect(answers.map(({ status }) => status)).toEqual(isForeign ? [401, 404] : [401]);
    expect(await eventsAfter(owner.server, before)).toEqual([]);
  });
});

describe('What is not audited', () => {
  test.each(named(writing.filter((operation) => declared(operation)['x-not-audited'])))(
    'leaves no event: %s',
    async (id, operation) => {
      const { owner, send } = await prepare(id, operation);
      const before = await newest(owner.server);

      const answer = await send();

      expect(answer.status).toBe(operation.status);
      expect(await eventsAfter(owner.server, before)).toEqual([]);
    },
  );

  test('is a short list', () => {
    const excused = writing.filter((operation) => declared(operation)['x-not-audited']);

    expect(excused.map(({ id }) => id).toSorted()).toEqual([
      'checkDoNotCallNumbers',
      'previewCall',
      'receiveCarrierCallback',
      'receiveInboundCall',
      'requestEmailVerification',
      'requestPasswordReset',
      'simulateInboundCall',
      'submitRunTurn',
      'testWebhookEndpoint',
      'testWorkflow',
      'validateWorkflow',
    ]);
  });

  test('is no export: what leaves the service in bulk leaves an event', () => {
    const exporting = operations.filter(({ id }) =>
      /^export(?!Story|VoiceProfile)|Report$|SourceFile$/.test(id),
    );

    expect(exporting.map(({ id }) => id).toSorted()).toEqual([
      'exportPersonalData',
      'exportRuns',
      'getCampaignReport',
      'getCampaignSourceFile',
    ]);
    expect(exporting.filter(({ isAudited }) => !isAudited)).toEqual([]);
  });

  test('is no action that the contract names and the list lacks', () => {
    const schema = document.components['schemas']?.['AuditAction'] as Schema;
    const known = schema['enum'] as readonly string[];

    const names = operations.flatMap((operation) => declared(operation)['x-audit'] ?? []);

    expect(names.filter((name) => !known.includes(name))).toEqual([]);
  });
});
