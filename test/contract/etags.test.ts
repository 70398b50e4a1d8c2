import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { OperationId } from '../../src/http/contract.ts';
import { loadContract, type Operation, resolve } from '../../src/http/operations.ts';
import { givenEntry } from '../billing/given.ts';
import { givenCallableCampaign } from '../campaigns/lifecycle/given.ts';
import type { Answer } from '../support/client.ts';
import { givenDirectory } from '../support/directory.ts';
import { exampleRequest } from '../support/examples.ts';
import { type Member, newOrganization, password } from '../support/organizations.ts';
import { bodyFor, subjects } from '../support/subjects.ts';
import type { Parameters } from '../support/subjects/parameters.ts';
import { givenDownload } from '../support/subjects/voice.ts';
import { together } from '../support/together.ts';
import { givenProfile } from '../voice/given.ts';
import { givenWorkflow } from '../workflows/given.ts';

interface Shown {
  readonly parameters?: readonly ({ readonly name: string } | { readonly $ref: string })[];
  readonly responses: Readonly<Record<string, object>>;
}

const { document, operations } = loadContract();
const shown = ({ path, method }: Operation) =>
  document.paths[path]?.[method.toLowerCase()] as Shown;

const declaresEtag = (operation: Operation): boolean => {
  const success = shown(operation).responses[operation.status] ?? {};
  const { headers = {} } = resolve<{ headers?: object }>(document, success);
  return 'ETag' in headers;
};
const takesIfMatch = (operation: Operation): boolean =>
  (shown(operation).parameters ?? []).some(
    (parameter) => resolve<{ name: string }>(document, parameter).name === 'If-Match',
  );

const gets = operations.filter(
  (operation) => operation.method === 'GET' && declaresEtag(operation),
);
/**
 * The GET for the object that an operation changes: on its own path or on the nearest path above it. A file has the ETag of
 * its bytes, and is changed under that of the object that it belongs to.
 */
function getFor({ path, method }: Operation): Operation | undefined {
  const shows = ({ contentType }: Operation) =>
    method === 'GET' || contentType === 'application/json';
  for (let above = path; above !== ''; above = above.slice(0, above.lastIndexOf('/'))) {
    const get = gets.find((each) => each.path === above && shows(each));
    if (get) return get;
  }
  return undefined;
}
const changes = operations.filter(takesIfMatch);
const named = (which: readonly Operation[]) =>
  which.map((operation) => [operation.id as OperationId, operation] as const);

const otherOrganization = async () => ({
  organization_id: (await newOrganization()).organization_id,
});

const nothing = async () => ({});

const cell = async ({ server }: Member): Promise<Parameters> => {
  await givenDirectory(server);
  return { cell: 0 };
};

/** Objects that the operation changes, where those of `subjects` would not do. */
const others: Partial<Record<OperationId, (owner: Member) => Promise<Parameters>>> = {
  getCatalogEntry: async (owner) => ({ entry_id: await givenEntry(owner) }),
  updateCatalogEntry: async (owner) => ({ entry_id: await givenEntry(owner) }),
  unarchiveApiKey: async (owner) => {
    const { id } = (await owner.post('/api/v1/auth/api-keys', { name: 'x' })).body;
    await owner.post(`/api/v1/auth/api-keys/${id}/archive`);
    return { key_id: id };
  },
  getCellAsAdmin: cell,
  updateCellAsAdmin: cell,
  getKnowledgeBasePricing: nothing,
  updateKnowledgeBasePricing: nothing,
  getOrganizationLimits: nothing,
  getCurrentOrganization: nothing,
  deleteCurrentOrganization: nothing,
  restoreCurrentOrganization: async (owner) => {
    await owner.post('/api/v1/organizations/current/delete', { password });
    return {};
  },
  cancelVoiceModelDownload: async (owner) => ({ download_id: await givenDownload(owner) }),
  getOrganizationAsAdmin: otherOrganization,
  suspendOrganizationAsAdmin: otherOrganization,
  resumeOrganizationAsAdmin: async (owner) => {
    const { organization_id } = await otherOrganization();
    await owner.post(`/api/v1/admin/organizations/${organization_id}/suspend`, { reason: 'x' });
    return { organization_id };
  },
  updateOrganizationOperatorAsAdmin: otherOrganization,
  getOrganizationLimitsAsAdmin: otherOrganization,
  updateOrganizationLimitsAsAdmin: otherOrganization,
  unarchiveWorkflow: async (owner) => ({
    workflow_id: (await givenWorkflow(owner, { status: 'archived' })).id,
  }),
};

let price = 0;
/** Bodies that change something each time, where those of `subjects` would not. */
const bodies: Partial<Record<OperationId, () => unknown>> = {
  updateKnowledgeBasePricing: () => ({ embedding_usd_per_1m_tokens: (price += 1) }),
  deleteCurrentOrganization: () => ({ password }),
};

async function given(id: OperationId, operation: Operation) {
  const owner = await newOrganization({ superAdmin: operation.superAdmin });
  const make = others[id] ?? subjects[id];
  if (!make) throw new Error(`Say in test/support/subjects.ts what ${id} acts on.`);
  const parameters = await make(owner);
  const fill = (path: string) =>
    path.replace(/\{(\w+)\}/g, (_, name: string) => String(parameters[name]));
  const { headers, raw } = exampleRequest(id);
  const body = bodies[id]?.() ?? bodyFor(id, parameters);
  const what = body !== undefined ? { body } : raw === undefined ? {} : { raw, headers };
  const read = (header?: string) =>
    owner.send('GET', fill(getFor(operation)?.path ?? ''), {
      token: owner.token,
      headers: header === undefined ? {} : { 'if-none-match': header },
    });
  const change = (ifMatch: string) =>
    owner.send(operation.method, fill(operation.path), {
      token: owner.token,
      ...what,
      headers: { ...('headers' in what && what.headers), 'if-match': ifMatch },
    });
  return { owner, read, change, path: fill(operation.path) };
}

const etagOf = ({ headers }: Answer): string => headers.get('etag') ?? '';

describe('Every GET with an ETag', () => {
  test.each(named(gets))('%s answers 304 to it, without a body', async (id, operation) => {
    const { read } = await given(id, operation);
    const first = await read();

    const unchanged = await read(etagOf(first));

    expect(etagOf(first)).toMatch(/^"[^"]+"$/);
    expect([unchanged.status, unchanged.text, etagOf(unchanged)]).toEqual([304, '', etagOf(first)]);
    expect((await read(`"other", W/${etagOf(first)}`)).status).toBe(304);
    expect((await read('"other"')).body).toEqual(first.body);
  });

  test('can be changed', () => {
    expect(gets.map(({ id }) => id)).toEqual([
      'getApiKey',
      'getMember',
      'getInvitation',
      'getApprovalPolicy',
      'getApprovalRequest',
      'getVoiceProfile',
      'exportVoiceProfile',
      'getGeneration',
      'getGenerationAudio',
      'getGenerationVersionAudio',
      'getVoiceSample',
      'getVoiceSampleAudio',
      'getVoiceProfileAvatar',
      'getStory',
      'exportStory',
      'getStoryItem',
      'getVoiceModelDownload',
      'getCatalogEntry',
      'getKnowledgeBasePricing',
      'getRetention',
      'getCurrentOrganization',
      'getOrganizationLimits',
      'getOrganizationAsAdmin',
      'getOrganizationLimitsAsAdmin',
      'getCellAsAdmin',
      'getWorkflow',
      'getWorkflowRun',
      'getWorkflowTestCase',
      'getRun',
      'getRunInstruction',
      'getRunTransfer',
      'getCampaignSource',
      'getCampaign',
      'getCampaignContact',
      'getTelephonyConfiguration',
      'getScheduledCall',
      'getPhoneNumber',
      'getCallingHours',
      'getConsent',
      'getEventSettings',
      'getTool',
      'getToolExecution',
      'getWebhookEndpoint',
      'getWebhookDelivery',
    ]);
  });
});

/** What they change changes further by itself: a process works on it. */
const changing: readonly string[] = ['cancelVoiceModelDownload', 'downloadVoiceModel'];

/** Bodies that change nothing, where `{}` is invalid. */
const unchanging: Partial<Record<OperationId, object>> = {
  setStoryItemVersion: { version_id: null },
  updateTelephonyConfiguration: { provider: 'simulated' },
  updateAllowedNumberTypes: { allowed_number_types: [] },
  updateEventSettings: { recorded_events: [] },
  setVoiceProfileEffects: { effects_chain: [] },
  updateMember: { role: 'viewer' },
  updateCellAsAdmin: { is_open: true },
  updateOrganizationOperatorAsAdmin: { is_operator: false },
  updateCallingHours: { enabled: false, timezone: 'UTC', slots: [] },
  updateRetention: {
    transcripts_days: null,
    contexts_days: null,
    contacts_days: null,
    events_days: null,
    audit_days: null,
  },
};

/** A picture is compared with the one that is there: test/voice/avatars. */
const isEdit = ({ method, body }: Operation): boolean =>
  (method === 'PUT' || method === 'PATCH') && body?.isStream !== true;

describe('Every operation with If-Match', () => {
  test.each(named(changes))(
    '%s refuses the ETag of another state, keeps it without changes, and accepts it once',
    async (id, operation) => {
      const { owner, read, change, path } = await given(id, operation);
      const before = await read();
      const etag = etagOf(before);

      const refused = [await change('"0-0"'), await change(`W/${etag}`)];
      const unchanged = await read();
      const edited = isEdit(operation)
        ? await owner.send(operation.method, path, {
            token: owner.token,
            body: unchanging[id] ?? {},
          })
        : unchanged;
      const kept = await read();
      const answers = await together(owner.server, [
        () => change(`"0-0", ${etag}`),
        () => change(etag),
      ]);
      const after = await read();
      const again = await change(etag);

      expect(refused.map(({ status, body }) => [status, body.code, body.detail])).toEqual([
        [412, 'precondition_failed', expect.stringContaining('has changed')],
        [412, 'precondition_failed', expect.stringContaining('weak tag')],
      ]);
      for (const { text, headers } of [unchanged, kept])
        expect([text, headers.get('etag')]).toEqual([before.text, etag]);
      expect(etagOf(edited)).toBe(etag);
      // It answers a part of the organization.
      if (id !== 'updateOrganizationOperatorAsAdmin') expect(edited.text).toBe(before.text);
      const late = operation.method === 'DELETE' ? 404 : 412;
      expect(answers.map(({ status }) => status).toSorted((x, y) => x - y)).toEqual([
        operation.status,
        late,
      ]);
      expect(again.status).toBe(late);
      if (operation.status === 201 || operation.status === 204) return;
      const accepted = answers.find(({ status }) => status === operation.status)!;
      expect(etagOf(accepted)).not.toBe(etag);
      if (!changing.includes(id)) expect(etagOf(accepted)).toBe(etagOf(after));
    },
  );
});

const newPolicy = async (owner: Member) => ({
  connector_name: 'crm',
  action_type: 'call_initiate',
  target_name: 'Appointment reminder',
  target_id: (await givenWorkflow(owner, { name: 'Appointment reminder' })).id,
  destination: { kind: 'exact_e164', value: '+12025550100' },
  expires_at: new Date(Date.now() + 3_600_000).toISOString(),
  max_uses: 1,
});

/** The creating requests, where the contract's example does not apply. */
const creations: Partial<Record<OperationId, (owner: Member) => Promise<unknown>>> = {
  createCatalogEntry: async () => ({ kind: 'addon', key: randomUUID(), name: 'x', tokens: 1 }),
  createCampaign: async (owner) => {
    const { path, workflow_id } = await givenCallableCampaign(owner);
    const { source_id, source_type } = (await owner.get(path)).body;
    return { name: 'x', workflow_id, source_id, source_type };
  },
  createApprovalPolicy: newPolicy,
  createApprovalRequest: async (owner) => ({ policy: await newPolicy(owner), reason: 'x' }),
  createGeneration: async (owner) => ({
    profile_id: await givenProfile(owner),
    text: 'Good morning.',
  }),
  createScheduledCall: async (owner) => ({
    workflow_id: (await givenWorkflow(owner)).id,
    to_number: '+12025550100',
    scheduled_at: new Date(Date.now() + 3_600_000).toISOString(),
  }),
  createWebhookEndpoint: async () => ({ url: 'http://127.0.0.1:9/' }),
};

describe('Every operation that creates an object with an ETag', () => {
  const collections = gets.map(({ path }) => path.slice(0, path.lastIndexOf('/')));
  const creating = operations.filter(
    ({ id, method, path, status }) =>
      method === 'POST' && status === 201 && collections.includes(path) && !changing.includes(id),
  );

  test.each(named(creating))('%s returns the ETag that a GET shows', async (id, operation) => {
    const owner = await newOrganization({ superAdmin: operation.superAdmin });
    const { raw, headers } = exampleRequest(id);
    const parameters = await subjects[id]?.(owner);
    const body = (await creations[id]?.(owner)) ?? bodyFor(id, parameters);
    const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) =>
      String(parameters?.[name]),
    );

    const what = body === undefined ? { headers, ...(raw !== undefined && { raw }) } : { body };
    const answer = await owner.send('POST', path, what);
    const read = await owner.get(answer.headers.get('location') ?? '');

    expect(answer.status).toBe(201);
    expect(etagOf(answer)).toBe(etagOf(read));
  });

  test('is covered', () => {
    // What an organization has one of is not created; signUp and acceptInvitation create organizations and members,
    // calls create runs, and events create deliveries. Contacts are added several at once. A download has changed before it is read.
    // Operators create cells. A transfer is accepted, and carried out later. Agents call tools.
    const others = [
      'getCellAsAdmin',
      'getOrganizationAsAdmin',
      'getMember',
      'getCampaignContact',
      'getRun',
      'getRunTransfer',
      'getToolExecution',
      'getWebhookDelivery',
      'getVoiceModelDownload',
    ];
    const created = gets.filter(({ id, path }) => path.endsWith('}') && !others.includes(id));
    expect(creating).toHaveLength(created.length);
  });
});
