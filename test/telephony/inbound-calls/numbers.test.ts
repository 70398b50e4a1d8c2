import { describe, expect, test } from 'vitest';
import { newOrganization } from '../../support/organizations.ts';
import { givenWorkflow } from '../../workflows/given.ts';
import { collection, givenConfiguration } from '../given.ts';
import { givenInbound, ring } from './given.ts';

describe('The workflow of a phone number', () => {
  test('is set with the number, changed and removed', async () => {
    const member = await newOrganization();
    const [one, other] = [await givenWorkflow(member), await givenWorkflow(member)];
    const path = `${collection}/${await givenConfiguration(member)}/phone-numbers`;

    const made = await member.post(path, {
      phone_number: '+12025550196',
      inbound_workflow_id: one.id,
    });
    const item = `${path}/${made.body.id}`;
    const changed = await member.patch(item, { inbound_workflow_id: other.id });
    const kept = await member.patch(item, { label: 'Front desk' });
    const removed = await member.patch(item, { inbound_workflow_id: null });

    const answers = [made, changed, kept, removed];
    expect(answers.map(({ body }) => body.inbound_workflow_id)).toEqual([
      one.id,
      other.id,
      other.id,
      null,
    ]);
    expect((await member.get(item)).body).toEqual(removed.body);
  });

  test("must be the organization's own", async () => {
    const [member, stranger] = [await newOrganization(), await newOrganization()];
    const theirs = await givenWorkflow(stranger);
    const path = `${collection}/${await givenConfiguration(member)}/phone-numbers`;
    const number = { phone_number: '+12025550196' };
    const { id } = (await member.post(path, number)).body;

    const answers = [
      await member.post(path, { phone_number: '+12025550197', inbound_workflow_id: theirs.id }),
      await member.patch(`${path}/${id}`, { inbound_workflow_id: theirs.id }),
      await member.patch(`${path}/${id}`, { inbound_workflow_id: 2_000_000_000 }),
    ];

    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
    expect(new Set(answers.map(({ body }) => body.param))).toEqual(
      new Set(['inbound_workflow_id']),
    );
    expect((await member.get(`${path}/${id}`)).body.inbound_workflow_id).toBeNull();
  });

  test('is that of the next call when it is changed during one', async () => {
    const called = await givenInbound();
    const other = await givenWorkflow(called.member, { versions: ['published'] });
    const item = `${collection}/${called.config_id}/phone-numbers/${called.number_id}`;

    await ring(called, 'CA1');
    await called.member.patch(item, { inbound_workflow_id: other.id });
    await ring(called, 'CA2');

    const runs: { carrier_call_id: string; workflow_id: number }[] = await called.runs();
    const workflowOf = (id: string) =>
      runs.find(({ carrier_call_id }) => carrier_call_id === id)?.workflow_id;
    expect([workflowOf('CA1'), workflowOf('CA2')]).toEqual([called.workflow.id, other.id]);
  });

  test('leaves the revision of the number when a call is rejected', async () => {
    const called = await givenInbound({ isFull: true });
    const item = `${collection}/${called.config_id}/phone-numbers/${called.number_id}`;
    const before = await called.member.get(item);

    await ring(called, 'CA1');

    const answer = await called.member.send('PATCH', item, {
      token: called.member.token,
      headers: { 'if-match': before.headers.get('etag') ?? '' },
      body: { label: 'Front desk' },
    });
    expect(answer.status).toBe(200);
    expect(answer.body.last_inbound_rejection.reason).toBe('no_free_slot');
  });

  test('takes the calls of a number that was stored before its country changed it', async () => {
    const called = await givenInbound();
    const { db } = called.member.server.app;
    const stored = '+5712345678';
    await db
      .updateTable('phone_numbers')
      .set({ phone_number: stored })
      .where('id', '=', called.number_id)
      .execute();

    await ring(called, 'CA1', { to: stored });

    expect(await called.runs()).toEqual([expect.objectContaining({ to_number: '+576012345678' })]);
  });
});
