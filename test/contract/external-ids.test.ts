import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { OperationId } from '../../src/http/contract.ts';
import { loadContract, resolve } from '../../src/http/operations.ts';
import { givenCallableCampaign } from '../campaigns/lifecycle/given.ts';
import { type Member, newOrganization } from '../support/organizations.ts';
import { givenCallable } from '../telephony/calls/given.ts';
import { givenWorkflow } from '../workflows/given.ts';

const { document, operations } = loadContract();
const sent = { external_id: 'crm-4711', metadata: { team: 'secret' } };
const conflict = { code: 'external_id_exists', param: 'external_id' };

interface Kind {
  readonly list: string;
  /** That of the event that has them; that of a call has none of its contents. */
  readonly action?: string;
  /** How it is changed; approval policies and runs are not. */
  readonly change?: 'PUT' | 'PATCH';
  /** Whether its name is. */
  readonly isUnique?: boolean;
  /** A request that makes one. */
  readonly request: (member: Member) => Promise<object> | object;
}

const kinds: Partial<Record<OperationId, Kind>> = {
  createWorkflow: {
    list: '/api/v1/workflow',
    action: 'workflow.updated',
    change: 'PUT',
    request: () => ({ name: 'Renewal', workflow_definition: {} }),
  },
  createCampaign: {
    list: '/api/v1/campaign',
    action: 'campaign.updated',
    change: 'PATCH',
    request: async (member) => {
      const { body } = await member.get((await givenCallableCampaign(member)).path);
      const { name, workflow_id, source_type, source_id, telephony_configuration_id } = body;
      return { name, workflow_id, source_type, source_id, telephony_configuration_id };
    },
  },
  createVoiceProfile: {
    list: '/api/v1/voice/profiles',
    action: 'voice_profile.updated',
    change: 'PATCH',
    isUnique: true,
    request: () => ({}),
  },
  createApprovalPolicy: {
    list: '/api/v1/approval-policies',
    action: 'approval_policy.created',
    request: async (member) => {
      await givenWorkflow(member, { name: 'Appointment reminder' });
      return {
        connector_name: 'crm',
        action_type: 'call_initiate',
        target_name: 'Appointment reminder',
        destination: { kind: 'exact_e164', value: '+12025550123' },
        expires_at: '2099-01-01T00:00:00.000Z',
        max_uses: 1,
      };
    },
  },
  initiateCall: {
    list: '/api/v1/runs',
    request: async (member) => {
      const { workflow_id } = await givenCallable(member);
      return { workflow_id, to_number: '+12025550123' };
    },
  },
};
const all = Object.entries(kinds) as [OperationId, Kind][];

/** An organization, and what makes one with other members each time. */
async function given(id: OperationId, { list, request, isUnique }: Kind) {
  const member = await newOrganization();
  const { path, status } = operations.find((operation) => operation.id === id)!;
  const body = await request(member);
  const create = (members: object) =>
    member.post(path, { ...body, ...(isUnique && { name: randomUUID() }), ...members });
  const itemsOf = async (query = '') => {
    const shown = (await member.get(`${list}${query}`)).body;
    return (shown.items ?? shown) as { readonly external_id: string | null; readonly id: number }[];
  };
  return { member, create, itemsOf, status };
}

describe.each(all)('%s', (id, kind) => {
  test('keeps an external ID and metadata, by which its list finds it', async () => {
    const { create, itemsOf, status } = await given(id, kind);
    await create({ external_id: 'crm-4712' });

    const created = await create(sent);

    expect(created.status).toBe(status);
    expect(created.body).toMatchObject(sent);
    const isFiltered = id !== 'createVoiceProfile';
    const found = await itemsOf(isFiltered ? '?external_id=crm-4711' : '');
    const others = isFiltered ? found : found.filter((each) => each.external_id !== 'crm-4712');
    expect(others).toMatchObject([{ id: created.body.id, external_id: 'crm-4711' }]);
    if (isFiltered) expect(await itemsOf('?external_id=CRM-4711')).toEqual([]);
  });

  test('lets exactly one of two requests at once have an external ID', async () => {
    const { create, itemsOf, status } = await given(id, kind);
    const other = await given(id, kind);

    const answers = await Promise.all([create(sent), create(sent)]);

    expect(answers.map((each) => each.status).toSorted((a, b) => a - b)).toEqual([status, 409]);
    expect(answers.find((each) => each.status === 409)?.body).toMatchObject(conflict);
    expect((await itemsOf()).filter(({ external_id }) => external_id !== null)).toHaveLength(1);
    expect((await other.create(sent)).status).toBe(status);
  });
});

test.each(all.filter(([, { action }]) => action))(
  'The event of %s or of a change has the external ID, and the metadata by its digest alone',
  async (id, kind) => {
    const { member, create } = await given(id, kind);
    const { body } = await create(kind.change ? {} : sent);
    if (kind.change)
      await member.send(kind.change, `${kind.list}/${body.id}`, {
        token: member.token,
        body: sent,
      });

    const { items } = (await member.get(`/api/v1/audit-events?action=${kind.action}`)).body;

    const metadata = { bytes: expect.any(Number) };
    expect(items[0].after).toMatchObject({ external_id: 'crm-4711', metadata });
    expect(JSON.stringify(items)).not.toContain('secret');
  },
);

describe.each(all.filter(([, { change }]) => change))('A change of what %s made', (id, kind) => {
  const change = (member: Member, itemId: number, body: object) =>
    member.send(kind.change!, `${kind.list}/${itemId}`, { token: member.token, body });

  test('replaces the metadata as sent, and gives an external ID up that is null', async () => {
    const { member, create, status } = await given(id, kind);
    const { body } = await create(sent);

    const named = await change(member, body.id, { name: 'Spring' });
    const replaced = await change(member, body.id, { metadata: { c: '3' }, external_id: null });
    const cleared = await change(member, body.id, { metadata: {} });

    expect(named.body).toMatchObject({ ...sent, name: 'Spring' });
    expect(replaced.body).toMatchObject({ external_id: null, metadata: { c: '3' } });
    expect(replaced.headers.get('etag')).not.toBe(named.headers.get('etag'));
    expect(cleared.body.metadata).toEqual({});
    expect((await create(sent)).status).toBe(status);
  });

  test('refuses the external ID of another one and changes nothing', async () => {
    const { member, create } = await given(id, kind);
    await create(sent);
    const { body } = await create({});

    const wanted = { name: 'Spring', external_id: 'crm-4711' };
    const answer = await change(member, body.id, wanted);

    expect([answer.status, answer.body]).toEqual([409, expect.objectContaining(conflict)]);
    expect((await member.get(`${kind.list}/${body.id}`)).body).toEqual(body);
  });
});

test('Every operation that takes an external ID of what it makes is covered', () => {
  interface Body {
    readonly properties?: object;
    readonly allOf?: readonly object[];
    readonly oneOf?: readonly object[];
  }
  const isIn = (schema: object): boolean => {
    const { properties = {}, allOf = [], oneOf = [] } = resolve<Body>(document, schema);
    return 'external_id' in properties || [...allOf, ...oneOf].some((part) => isIn(part));
  };
  const making = operations.filter(
    ({ method, bodySchema }) => method === 'POST' && bodySchema && isIn(bodySchema),
  );
  // What makes a run, or nothing: test/workflows/runs/external-id.test.ts.
  const ofRuns = ['createTestRun', 'createScheduledCall', 'previewCall'];

  expect(making.map((operation) => operation.id).toSorted()).toEqual(
    [...Object.keys(kinds), ...ofRuns].toSorted(),
  );
});
