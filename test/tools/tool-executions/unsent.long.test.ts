import { describe, expect, test } from 'vitest';
import { beginAccepted } from '../../../src/tools/tool-executions/approval-queries.ts';
import { settleAllUnsent } from '../../../src/tools/tool-executions/jobs.ts';
import { later } from '../../../src/timestamp.ts';
import { newOrganization } from '../../support/organizations.ts';
import { ownServer } from '../../support/own-server.ts';
import { definitionWith, givenCallableTool, order, startToolServer } from './given.ts';
import { executionsPath as path, waitingOn, write } from './waiting.ts';

const server = ownServer();
const givenWaiting = waitingOn(server);

describe('Nothing is sent', () => {
  const expired = { status: 'failed', error_code: 'approval_expired' };

  test.each(['a repeated call', 'the sweep'])('after the deadline: %s', async (finder) => {
    server.setNow(new Date().toISOString());
    const { waiting, accept, again, show, tools } = await givenWaiting();

    server.setNow(waiting.approval_expires_at);
    const refused = await accept();
    if (finder === 'the sweep') await settleAllUnsent(server.app);
    else await again();

    expect([refused.status, refused.body.code]).toEqual([409, 'tool_execution_not_waiting']);
    expect(await show()).toMatchObject({ ...expired, decision: null });
    expect(await again()).toMatchObject(expired);
    expect(tools.received).toEqual([]);
  });

  test('a minute after it was accepted', async () => {
    server.setNow(new Date().toISOString());
    const { accept, again, tools } = await givenWaiting();
    const { decided_at, approval_expires_at } = (await accept()).body;
    expect(approval_expires_at).toBe(later(decided_at, 60_000));

    server.setNow(later(decided_at, 60_000));

    expect(await again()).toMatchObject({ ...expired, decision: 'accepted' });
    expect(tools.received).toEqual([]);
  });

  test.each(['before', 'after'])('once the run has ended: %s it was accepted', async (when) => {
    const { accept, again, end, show, tools } = await givenWaiting();
    if (when === 'after') await accept();

    await end();
    const refused = await accept();

    expect([refused.status, refused.body.code]).toEqual([409, 'tool_execution_not_waiting']);
    if (when === 'after') await settleAllUnsent(server.app);
    expect(await again()).toMatchObject({ status: 'failed', error_code: 'run_ended' });
    expect((await show()).settled_at).not.toBeNull();
    expect(tools.received).toEqual([]);
  });

  test.each(['changed', 'disabled', 'deleted'])(
    'and nothing accepted, with a tool that was %s before a person decides',
    async (how) => {
      const { db } = server.app;
      const member = await newOrganization({ server });
      const tools = await startToolServer();
      const { tool, workflow } = await givenCallableTool(member, tools.url, write);
      const { name } = (await member.get(tool.path)).body;
      const workflow_definition = definitionWith([name]);
      const draft = (await member.post('/api/v1/workflow', { name: 'Draft', workflow_definition }))
        .body;
      const run = (await member.post(`/api/v1/workflow/${draft.id}/runs`, {})).body;
      const { body } = await member.post(`/api/v1/runs/${run.id}/tools/${name}`, order);

      if (how === 'changed') await member.patch(tool.path, { description: 'Cancels all orders.' });
      else if (how === 'disabled')
        await db
          .updateTable('tools')
          .set({ kind: 'mcp', mcp_name: 'cancel', mcp_sha256: '0'.repeat(64) })
          .set({ mcp_status: 'changed' })
          .where('id', '=', tool.id)
          .execute();
      else {
        await member.delete(workflow);
        await db.deleteFrom('tools').where('id', '=', tool.id).execute();
      }
      const accepted = await member.post(`${path}/${body.id}/accept`);
      const declined = await member.post(`${path}/${body.id}/decline`, { reason: 'Not so.' });

      expect([accepted.status, accepted.body]).toMatchObject([
        409,
        { code: 'tool_changed', tool_name: name },
      ]);
      expect(declined.body).toMatchObject({ status: 'failed', error_code: 'approval_declined' });
    },
  );

  test('but accepted, with a tool that was changed after its workflow was published', async () => {
    const { member, callable, accept } = await givenWaiting();
    await member.patch(callable.tool.path, { description: 'Cancels all orders.' });

    expect((await accept()).body).toMatchObject({ status: 'accepted' });
  });

  test.each(['changed', 'deleted'])(
    'with a tool that was %s since it was asked for',
    async (how) => {
      const member = await newOrganization({ server });
      const tools = await startToolServer();
      const { tool, workflow } = await givenCallableTool(member, tools.url, write);
      const { name } = (await member.get(tool.path)).body;
      // A run of a draft has the tools as they are.
      const draft = (
        await member.post('/api/v1/workflow', {
          name: 'Draft',
          workflow_definition: {
            nodes: [{ id: 'start', type: 'startCall', data: { prompt: 'Hello.', tools: [name] } }],
            edges: [],
          },
        })
      ).body;
      const run = (await member.post(`/api/v1/workflow/${draft.id}/runs`, {})).body;
      const call = () => member.post(`/api/v1/runs/${run.id}/tools/${name}`, order);
      const { body } = await call();
      await member.post(`${path}/${body.id}/accept`);

      if (how === 'changed') await member.patch(tool.path, { description: 'Cancels all orders.' });
      else {
        await member.delete(workflow);
        await member.post(`${workflow}/archive`);
        await server.app.db.deleteFrom('tools').where('id', '=', tool.id).execute();
      }

      expect((await call()).body).toMatchObject({ status: 'failed', error_code: 'tool_changed' });
      expect(tools.received).toEqual([]);
    },
  );

  test('with a tool that was deleted since, though a published version keeps a copy of it', async () => {
    const { member, callable, again, accept, tools } = await givenWaiting();
    await accept();
    await member.put(callable.workflow, { workflow_definition: definitionWith([]) });
    await member.post(`${callable.workflow}/publish`);

    const deleted = await member.delete(callable.tool.path);

    expect(deleted.status).toBe(204);
    expect(await again()).toMatchObject({
      status: 'failed',
      error_code: 'tool_changed',
      decision: 'accepted',
    });
    expect(tools.received).toEqual([]);
  });

  test('for a suspended organization', async () => {
    const admin = await newOrganization({ server, superAdmin: true });
    const { member, again, accept, tools } = await givenWaiting();
    await accept();

    await admin.post(`/api/v1/admin/organizations/${member.organization_id}/suspend`, {
      reason: 'Unpaid.',
    });

    expect(await again()).toMatchObject({ status: 'failed', error_code: 'organization_suspended' });
    expect(tools.received).toEqual([]);
  });

  test('a second time when the process stopped after sending, not even of a read', async () => {
    server.setNow(new Date().toISOString());
    const { accept, again, id, tools } = await givenWaiting({ is_write: false });
    await accept();
    await again();
    await server.app.db
      .updateTable('tool_executions')
      .set({ status: 'sending', result: null, http_status: null, settled_at: null })
      .where('id', '=', id)
      .execute();

    server.setNow(later(server.app.now(), 120_000));

    const lost = { status: 'unknown', error_code: 'answer_lost' };
    expect(await again()).toMatchObject(lost);
    expect(await again()).toMatchObject(lost);
    expect(tools.received.length).toBe(1);
  });

  test.each([
    ['accepted', true],
    ['suspended', false],
    ['expired', false],
    ['stripped', false],
    ['sent', false],
  ])(
    'unless the statement that begins finds the call as it was accepted: %s',
    async (what, isBegun) => {
      const { member, accept, again, id } = await givenWaiting();
      const { approval_expires_at } = (await accept()).body;
      const { db } = server.app;
      const { organization_id } = member;
      const now = what === 'expired' ? approval_expires_at : server.app.now();
      if (what === 'suspended')
        await db
          .updateTable('organizations')
          .set({ suspended_at: now, suspension_reason: 'Unpaid.' })
          .where('id', '=', organization_id)
          .execute();
      if (what === 'stripped')
        await db
          .updateTable('tool_executions')
          .set({ arguments: null })
          .where('id', '=', id)
          .execute();
      if (what === 'sent') await again();

      const begun = await db
        .transaction()
        .execute((trx) =>
          beginAccepted(
            trx,
            { id, attempt: 1 },
            { organization_id, now, deadline_at: later(now, 10_000) },
          ),
        );

      expect(begun?.status === 'sending').toBe(isBegun);
    },
  );

  test('by a decision: a process that stopped after it leaves the call to whoever asks again', async () => {
    const { accept, again, tools, show } = await givenWaiting();
    await accept();
    await settleAllUnsent(server.app);

    expect((await show()).status).toBe('accepted');
    expect(tools.received).toEqual([]);
    expect(await again()).toMatchObject({ status: 'succeeded' });
  });
});
