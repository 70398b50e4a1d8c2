import { describe, expect, test } from 'vitest';
import { eventsOf } from '../../audit/given.ts';
import { givenPolicy } from '../../approvals/given.ts';
import { type Member, newOrganization } from '../../support/organizations.ts';
import { sharedServer } from '../../support/server.ts';
import { together } from '../../support/together.ts';
import { givenInstructable } from './given.ts';

const call = { mode: 'ad_hoc', state: 'running', to_number: '+12025550185' } as const;

describe('createRunInstruction', () => {
  test('numbers the instructions of a run, and shows who sent them', async () => {
    const member = await newOrganization();
    const run = await givenInstructable(member, call);
    const other = await givenInstructable(member);

    const first = await run.add('Offer 10 %.');
    const second = await member.send('POST', run.instructions, {
      key: member.key,
      body: { text: 'Stop.' },
    });
    const ofOther = await other.add();

    expect([first.status, first.headers.get('location')]).toEqual([201, `${run.instructions}/1`]);
    expect(first.body).toEqual({
      run_id: run.run_id,
      instruction_number: 1,
      text: 'Offer 10 %.',
      status: 'pending',
      reason: null,
      user_id: member.user_id,
      api_key_id: null,
      created_at: expect.any(String),
      delivered_at: null,
      acknowledged_at: null,
    });
    expect(second.body).toMatchObject({
      instruction_number: 2,
      user_id: null,
      api_key_id: expect.any(Number),
    });
    expect(ofOther.body.instruction_number).toBe(1);
    expect(await run.show(1)).toEqual(first.body);
    expect((await member.get(run.instructions)).body).toEqual({
      items: [second.body, first.body],
      next_cursor: null,
    });
  });

  test('numbers those that come at once without a gap', async () => {
    const member = await newOrganization();
    const run = await givenInstructable(member);

    const answers = await together(
      member.server,
      Array.from({ length: 5 }, (_, index) => () => run.add(`Offer ${index} %.`)),
    );

    expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(201));
    const numbers = answers.map(({ body }) => body.instruction_number);
    expect(new Set(numbers)).toEqual(new Set([1, 2, 3, 4, 5]));
  });

  test('adds one for an Idempotency-Key that is sent twice at once', async () => {
    const member = await newOrganization();
    const run = await givenInstructable(member);
    const headers = { 'idempotency-key': 'once' };

    await together(
      member.server,
      Array.from({ length: 2 }, () => () => run.add('Stop.', headers)),
    );
    const replayed = await run.add('Stop.', headers);

    expect([replayed.status, replayed.headers.get('idempotent-replayed')]).toEqual([201, 'true']);
    expect(await run.statuses()).toEqual(['pending']);
  });

  test('refuses a run that has ended', async () => {
    const member = await newOrganization();
    const run = await givenInstructable(member);
    await member.post(`${run.path}/hang-up`);

    const { status, body } = await run.add();

    expect([status, body.code]).toEqual([409, 'run_ended']);
    expect(await run.statuses()).toEqual([]);
  });

  test('refuses the hundred and first, also of several at once', async () => {
    const member = await newOrganization();
    const run = await givenInstructable(member);
    for (let made = 0; made < 99; made += 1) await run.add();

    const answers = await together(
      member.server,
      Array.from({ length: 3 }, () => () => run.add()),
    );

    const refused = answers.filter(({ status }) => status === 409);
    expect(refused.map(({ body }) => [body.code, body.limit_name, body.limit])).toEqual(
      [1, 2].map(() => ['limit_reached', 'run_instructions', 100]),
    );
    expect(await run.statuses()).toHaveLength(100);
  });

  test.each([[''], ['x'.repeat(2001)], [undefined]])(
    'refuses a text of another length',
    async (text) => {
      const member = await newOrganization();
      const run = await givenInstructable(member);

      const { status, body } = await member.post(run.instructions, { text });

      expect([status, body.detail[0].loc]).toEqual([422, ['body', 'text']]);
    },
  );

  test("refuses the run's own token, and lets it read", async () => {
    const member = await newOrganization();
    const run = await givenInstructable(member);
    await run.add();
    const key = { key: run.token };

    const { status, body } = await member.send('POST', run.instructions, {
      ...key,
      body: { text: 'Offer 100 %.' },
    });

    expect([status, body.code, body.required_scope]).toEqual([
      403,
      'insufficient_scope',
      'calls:place',
    ]);
    expect((await member.send('GET', run.instructions, key)).body.items).toHaveLength(1);
    expect((await member.send('GET', `${run.instructions}/1`, key)).status).toBe(200);
  });

  test('refuses editors and viewers', async () => {
    const member = await newOrganization({ role: 'editor' });
    const run = await givenInstructable(member);

    const { status, body } = await run.add();

    expect([status, body.code]).toEqual([403, 'role_required']);
  });

  test('leaves an audit event without the text', async () => {
    const member = await newOrganization();
    const run = await givenInstructable(member);

    await run.add('She is Ada Lovelace.');

    const subject = { subject_type: 'workflow_run', subject_id: run.run_id };
    const events = await eventsOf(member, subject);
    expect(events).toEqual([
      expect.objectContaining({
        action: 'workflow_run.instruction_created',
        before: null,
        after: { instruction_number: 1, characters: 20 },
      }),
    ]);
  });
});

describe('createRunInstruction by a connector', () => {
  async function given(policy: Parameters<typeof givenPolicy>[1] | undefined) {
    const scopes = ['calls:place', 'read'] as const;
    const member = await newOrganization({ connector: 'crm', scopes });
    const run = await givenInstructable(member, call);
    if (policy) {
      const approval_policy_id = await givenPolicy(member, policy);
      await member.server.app.db
        .updateTable('live_calls')
        .set({ approval_policy_id })
        .where('run_id', '=', run.run_id)
        .execute();
    }
    return { member, run };
  }
  const instruct = (member: Member, { instructions }: { instructions: string }) =>
    member.send('POST', instructions, { key: member.key, body: { text: 'Stop.' } });

  test('is accepted for a call that it placed with a policy, though no use of it is left', async () => {
    const { member, run } = await given({ max_uses: 1, used_count: 1 });

    expect((await instruct(member, run)).status).toBe(201);
  });

  test.each([
    ['without a policy', undefined],
    ["with another connector's policy", { connector_name: 'other' }],
    ['with a policy that was revoked', { revoked_at: '2026-01-01T00:00:00Z', revoked_reason: 'x' }],
    [
      'with a policy that has expired',
      { expires_at: '2026-01-01T00:00:00Z', not_before: '2025-01-01T00:00:00Z' },
    ],
  ])('is refused for a call that was placed %s', async (_, policy) => {
    const { member, run } = await given(policy);

    const { status, body } = await instruct(member, run);

    expect([status, body.code]).toEqual([403, 'approval_required']);
    expect(await run.statuses()).toEqual([]);
  });

  test('is accepted for a test run, which calls nobody', async () => {
    const { member } = await given(undefined);
    const run = await givenInstructable(member);

    expect((await instruct(member, run)).status).toBe(201);
  });
});

describe('acknowledgeRunInstruction', () => {
  test.each(['taken', 'refused'])('keeps that it is %s, and why', async (status) => {
    const member = await newOrganization();
    const run = await givenInstructable(member);
    await run.add();

    const answer = await run.acknowledge(1, { status, reason: 'She has agreed.' });

    expect([answer.status, answer.body]).toEqual([
      200,
      expect.objectContaining({
        status,
        reason: 'She has agreed.',
        delivered_at: answer.body.acknowledged_at,
      }),
    ]);
    expect(await run.show(1)).toEqual(answer.body);
  });

  test('answers the same to the same answer, and refuses another one', async () => {
    const member = await newOrganization();
    const run = await givenInstructable(member);
    await run.add();
    const first = await run.acknowledge(1, { status: 'taken' });

    const again = await run.acknowledge(1, { status: 'taken' });
    const refused = await run.acknowledge(1, { status: 'refused' });
    const because = await run.acknowledge(1, { status: 'taken', reason: 'She agrees.' });

    expect([again.status, again.body]).toEqual([200, first.body]);
    for (const { status, body } of [refused, because])
      expect([status, body.code, body.state]).toEqual([
        409,
        'run_instruction_acknowledged',
        'taken',
      ]);
    const subject = { subject_type: 'workflow_run', subject_id: run.run_id };
    const events = await eventsOf(member, subject);
    expect(events).toHaveLength(2);
    expect(events).toContainEqual(
      expect.objectContaining({
        action: 'workflow_run.instruction_acknowledged',
        actor: expect.objectContaining({ kind: 'run_token', id: run.run_id }),
        before: { instruction_number: null, status: 'pending' },
        after: { status: 'taken', instruction_number: 1 },
      }),
    );
  });

  test('keeps one of two answers that come at once', async () => {
    const member = await newOrganization();
    const run = await givenInstructable(member);
    await run.add();

    const answers = await together(member.server, [
      () => run.acknowledge(1, { status: 'taken' }),
      () => run.acknowledge(1, { status: 'refused' }),
    ]);

    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    const kept = answers.find(({ status }) => status === 200);
    expect(await run.show(1)).toEqual(kept?.body);
  });

  test('accepts answers after the end of the run, and finds no instruction that there is not', async () => {
    const member = await newOrganization();
    const run = await givenInstructable(member);
    await run.add();
    await run.end();

    const missing = await run.acknowledge(2, { status: 'taken' });
    const late = await run.acknowledge(1, { status: 'taken' });

    expect([missing.status, missing.body.param]).toEqual([404, 'instruction_number']);
    expect(late.status).toBe(200);
  });

  test('refuses the token of another run', async () => {
    const member = await newOrganization();
    const [run, other] = [await givenInstructable(member), await givenInstructable(member)];
    await run.add();

    const { status } = await run.acknowledge(1, { status: 'refused' }, { key: other.token });

    expect(status).toBe(404);
    expect(await run.statuses()).toEqual(['pending']);
  });
});

test('Instructions go with their run', async () => {
  const member = await newOrganization({ server: await sharedServer() });
  const run = await givenInstructable(member);
  await run.add();
  await run.end();

  await member.delete(run.path);

  const { db } = member.server.app;
  const left = await db
    .selectFrom('run_instructions')
    .select('text')
    .where('organization_id', '=', member.organization_id)
    .execute();
  expect(left).toEqual([]);
});
