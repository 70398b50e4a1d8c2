import { describe, expect, test } from 'vitest';
import { givenPolicy } from '../approvals/given.ts';
import { givenEntry, givenPricing } from '../billing/given.ts';
import { type Member, newOrganization } from '../support/organizations.ts';
import { startServer } from '../support/server.ts';
import { together } from '../support/together.ts';
import { givenRun, givenWorkflow } from '../workflows/given.ts';
import { emailOf, eventsOf } from './given.ts';

const catalog = '/api/v1/admin/billing/catalog';
const pricing = '/api/v1/admin/kb-pricing';
const keys = '/api/v1/auth/api-keys';
const limitsOf = (member: Member): string =>
  `/api/v1/admin/organizations/${member.organization_id}/limits`;
const revokeOf = (id: string): string => `/api/v1/approval-policies/${id}/revoke`;
const named = { 'x-request-id': 'the-request' };

describe('An audit event', () => {
  test('reports the creation of a catalog entry', async () => {
    const admin = await newOrganization({ superAdmin: true });
    const body = {
      kind: 'addon',
      key: `key_${admin.user_id}`,
      name: 'Voices',
      tokens: 0,
      sort_order: 7,
    };

    const { id, created_at } = (await admin.post(catalog, body, named)).body;

    const events = await eventsOf(admin, { subject_type: 'catalog_entry', subject_id: id });
    expect(events).toEqual([
      {
        id: expect.any(Number),
        created_at,
        organization_id: null,
        actor: { kind: 'user', id: admin.user_id, name: await emailOf(admin) },
        action: 'catalog_entry.created',
        subject_type: 'catalog_entry',
        subject_id: String(id),
        before: null,
        after: { ...body, active: true },
        request_id: 'the-request',
      },
    ]);
  });

  test('reports the changed values of a catalog entry, old and new', async () => {
    const admin = await newOrganization({ superAdmin: true });
    const id = await givenEntry(admin);

    await admin.send('PATCH', `${catalog}/${id}`, {
      body: { tokens: 12_000, active: true, payments_price_id: null },
      headers: named,
    });

    const [event, ...others] = await eventsOf(admin, {
      subject_type: 'catalog_entry',
      subject_id: id,
    });
    expect(others).toEqual([]);
    expect(event).toMatchObject({
      action: 'catalog_entry.updated',
      organization_id: null,
      request_id: 'the-request',
    });
    expect(event?.actor.id).toBe(admin.user_id);
    expect(event?.before).toEqual({ tokens: 10_000, payments_price_id: 'price_tokens_10k' });
    expect(event?.after).toEqual({ tokens: 12_000, payments_price_id: null });
  });

  test('reports changes of the knowledge-base pricing', async () => {
    const admin = await newOrganization({ superAdmin: true });
    await givenPricing(admin, {
      embedding_usd_per_1m_tokens: 0.02,
      storage_usd_per_mb_month: 0.01,
    });

    await admin.put(pricing, {
      embedding_usd_per_1m_tokens: 0.025,
      storage_usd_per_mb_month: 0.01,
    });

    const events = await eventsOf(admin, {
      action: 'knowledge_base_pricing.updated',
      actor_user_id: admin.user_id,
    });
    expect(events).toEqual([
      expect.objectContaining({
        subject_id: 'platform',
        organization_id: null,
        before: { embedding_usd_per_1m_tokens: 0.02 },
        after: { embedding_usd_per_1m_tokens: 0.025 },
      }),
    ]);
  });

  test("reports changes of an organization's limits", async () => {
    const [admin, member] = [await newOrganization({ superAdmin: true }), await newOrganization()];

    await admin.put(limitsOf(member), { concurrent_call_limit: 7 });

    expect(await eventsOf(admin, { organization_id: member.organization_id })).toEqual([
      expect.objectContaining({
        action: 'organization.limits_updated',
        subject_type: 'organization',
        subject_id: String(member.organization_id),
        actor: { kind: 'user', id: admin.user_id, name: await emailOf(admin) },
        before: { concurrent_call_limit: 20 },
        after: { concurrent_call_limit: 7 },
      }),
    ]);
  });

  test('reports the revocation of an approval policy', async () => {
    const member = await newOrganization();
    const id = await givenPolicy(member);

    const { revoked_at } = (await member.post(revokeOf(id), { reason: 'fraud' })).body;

    expect(await eventsOf(member, { subject_type: 'approval_policy', subject_id: id })).toEqual([
      expect.objectContaining({
        action: 'approval_policy.revoked',
        organization_id: member.organization_id,
        before: { status: 'active', revoked_at: null, revoked_reason: null },
        after: { status: 'revoked', revoked_at, revoked_reason: 'fraud' },
      }),
    ]);
  });

  test('reports the life cycle of an API key, and never the key', async () => {
    const member = await newOrganization();

    const { id, key, prefix } = (await member.post(keys, { name: 'Import', connector_name: 'crm' }))
      .body;
    const { archived_at } = (await member.post(`${keys}/${id}/archive`)).body;
    await member.post(`${keys}/${id}/unarchive`);

    const events = await eventsOf(member, { subject_type: 'api_key', subject_id: id });
    expect(events.map(({ action, before, after }) => ({ action, before, after }))).toEqual([
      { action: 'api_key.unarchived', before: { archived_at }, after: { archived_at: null } },
      { action: 'api_key.archived', before: { archived_at: null }, after: { archived_at } },
      {
        action: 'api_key.created',
        before: null,
        after: {
          name: 'Import',
          prefix,
          connector_name: 'crm',
          scopes: ['read', 'calls:place', 'campaigns:control', 'approvals:propose'],
          created_by: member.user_id,
        },
      },
    ]);
    const rows = await member.server.app.db
      .selectFrom('audit_events')
      .selectAll()
      .where('subject_id', '=', String(id))
      .execute();
    expect(JSON.stringify([events, rows])).not.toContain(key.slice(12));
  });

  test('reports each consent mark', async () => {
    const member = await newOrganization();
    const workflow = await givenWorkflow(member);
    const run = await givenRun(member, workflow, {
      gathered_context: JSON.stringify({ name: 'Ada' }),
    });
    const mark = (consent_given: boolean) =>
      member.post(`${workflow.path}/runs/${run}/mark-consent`, { consent_given }, named);

    const [given, refused] = [
      (await mark(true)).body.gathered_context,
      (await mark(false)).body.gathered_context,
    ];

    const events = await eventsOf(member, { subject_type: 'workflow_run', subject_id: run });
    expect(events).toEqual([
      expect.objectContaining({
        created_at: refused.consent_ts,
        organization_id: member.organization_id,
        actor: { kind: 'user', id: member.user_id, name: await emailOf(member) },
        action: 'workflow_run.consent_marked',
        before: { consent_given: true, consent_ts: given.consent_ts },
        after: { consent_given: false, consent_ts: refused.consent_ts },
        request_id: 'the-request',
      }),
      expect.objectContaining({
        before: { consent_given: null, consent_ts: null },
        after: { consent_given: true, consent_ts: given.consent_ts },
      }),
    ]);
  });

  test('of consent starts with the values of the previous event, even with concurrent marks', async () => {
    const member = await newOrganization();
    const workflow = await givenWorkflow(member);
    const run = await givenRun(member, workflow);
    const mark = (consent_given: boolean) => () =>
      member.post(`${workflow.path}/runs/${run}/mark-consent`, { consent_given });

    await together(member.server, [true, false, true, false, true, false].map(mark));

    const events = (
      await eventsOf(member, { subject_type: 'workflow_run', subject_id: run })
    ).toReversed();
    const shown = (await member.get(`/api/v1/runs/${run}`)).body.gathered_context;
    expect(events.map(({ before }) => before)).toEqual([
      { consent_given: null, consent_ts: null },
      ...events.slice(0, -1).map(({ after }) => after),
    ]);
    expect([events.length, events.at(-1)?.after]).toEqual([6, shown]);
  });
});

describe('No audit event', () => {
  test('is written for a request that changes nothing', async () => {
    const admin = await newOrganization({ superAdmin: true });
    const prices = { embedding_usd_per_1m_tokens: 0.5, storage_usd_per_mb_month: 0.25 };
    await givenPricing(admin, prices);
    const id = await givenEntry(admin);

    for (const body of [{}, { tokens: 10_000 }]) await admin.patch(`${catalog}/${id}`, body);
    for (const body of [{}, prices]) await admin.put(pricing, body);
    await admin.put(limitsOf(admin), { concurrent_call_limit: 20 });

    expect(await eventsOf(admin, { actor_user_id: admin.user_id })).toEqual([]);
  });

  test('is written for a repeated transition', async () => {
    const member = await newOrganization();
    const policy = await givenPolicy(member);
    const { id } = (await member.post(keys, { name: 'x' })).body;

    for (let i = 0; i < 3; i++) await member.post(revokeOf(policy), { reason: `again_${i}` });
    for (let i = 0; i < 3; i++) await member.post(`${keys}/${id}/archive`);
    for (let i = 0; i < 3; i++) await member.post(`${keys}/${id}/unarchive`);

    const actions = (await eventsOf(member, { actor_user_id: member.user_id })).map(
      ({ action }) => action,
    );
    expect(actions).toEqual([
      'api_key.unarchived',
      'api_key.archived',
      'approval_policy.revoked',
      'api_key.created',
    ]);
  });

  test('is written for a refused request', async () => {
    const [admin, member] = [await newOrganization({ superAdmin: true }), await newOrganization()];
    const key = `key_${admin.user_id}`;
    const id = await givenEntry(admin, { key });
    const policy = await givenPolicy(admin);

    const answers = [
      await admin.post(catalog, { kind: 'token_pack', key, name: 'Twin', tokens: 1 }),
      await admin.patch(`${catalog}/${id}`, { tokens: -1 }),
      await admin.put(pricing, { embedding_usd_per_1m_tokens: 0.0000001 }),
      await admin.put(limitsOf(admin), { concurrent_call_limit: 0 }),
      await member.put(limitsOf(admin), { concurrent_call_limit: 5 }),
      await member.post(revokeOf(policy), { reason: 'not_mine' }),
    ];

    expect(answers.map(({ status }) => status)).toEqual([409, 422, 422, 422, 403, 404]);
    expect(await eventsOf(admin, { actor_user_id: admin.user_id })).toEqual([]);
    expect(await eventsOf(admin, { actor_user_id: member.user_id })).toEqual([]);
  });
});

describe('A change', () => {
  test('is rolled back if its event cannot be written', async () => {
    const server = await startServer();
    const admin = await newOrganization({ superAdmin: true, server });
    const policy = await givenPolicy(admin);
    const id = await givenEntry(admin);
    const { db } = server.app;
    await db.schema.alterTable('audit_events').renameTo('gone').execute();

    const answers = [
      await admin.post(catalog, { kind: 'addon', key: 'unheard_of', name: 'x', tokens: 1 }),
      await admin.patch(`${catalog}/${id}`, { tokens: 1 }),
      await admin.put(pricing, { embedding_usd_per_1m_tokens: 3 }),
      await admin.put(limitsOf(admin), { concurrent_call_limit: 5 }),
      await admin.post(revokeOf(policy), { reason: 'lost' }),
      await admin.post(keys, { name: 'unheard of' }),
    ];

    expect(answers.map(({ status }) => status)).toEqual([500, 500, 500, 500, 500, 500]);
    const entries = await db.selectFrom('catalog_entries').select(['id', 'tokens']).execute();
    expect(entries).toEqual([{ id, tokens: 10_000 }]);
    expect((await admin.get(pricing)).body.embedding_usd_per_1m_tokens).toBe(0.02);
    expect((await admin.get('/api/v1/organizations/limits')).body.concurrent_call_limit).toBe(20);
    expect((await admin.get(`/api/v1/approval-policies/${policy}`)).body.status).toBe('active');
    expect((await admin.get(keys)).body.items).toHaveLength(1);
    await server.close();
  });

  test('made concurrently with others starts with the values of the previous event', async () => {
    const [admin, member] = [await newOrganization({ superAdmin: true }), await newOrganization()];
    const set = (concurrent_call_limit: number) => () =>
      admin.put(limitsOf(member), { concurrent_call_limit });

    const answers = await together(admin.server, [31, 32, 33, 34].map(set));

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const events = (
      await eventsOf(admin, { organization_id: member.organization_id })
    ).toReversed();
    const steps = events.map(({ before, after }) => [
      before?.['concurrent_call_limit'],
      after?.['concurrent_call_limit'],
    ]);
    expect(steps.map(([from]) => from)).toEqual([20, ...steps.slice(0, -1).map(([, to]) => to)]);
    expect(steps.map(([, to]) => to).toSorted((a, b) => Number(a) - Number(b))).toEqual([
      31, 32, 33, 34,
    ]);
  });

  test('made concurrently several times is recorded once', async () => {
    const member = await newOrganization();
    const policy = await givenPolicy(member);
    const { id } = (await member.post(keys, { name: 'x' })).body;

    await together(
      member.server,
      [1, 2, 3].map((i) => () => member.post(revokeOf(policy), { reason: `reason_${i}` })),
    );
    await together(
      member.server,
      [1, 2, 3].map(() => () => member.post(`${keys}/${id}/archive`)),
    );

    const actions = (await eventsOf(member, { actor_user_id: member.user_id })).map(
      ({ action }) => action,
    );
    expect(actions).toEqual(['api_key.archived', 'approval_policy.revoked', 'api_key.created']);
  });
});
