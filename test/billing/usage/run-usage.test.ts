import { describe, expect, test } from 'vitest';
import { expireOfRuns } from '../../../src/privacy/personal-queries.ts';
import { passNext } from '../../../src/workflows/runs/retention-queries.ts';
import { newOrganization } from '../../support/organizations.ts';
import { givenRun, givenWorkflow } from '../../workflows/given.ts';
import { created_at, submit, talked, usageOf } from './given.ts';

describe('The usage of a run', () => {
  const reported = {
    seconds: 0,
    tokens: 1820,
    characters: null,
    cost: [
      { source: 'telephony', amount: '0.1', currency: 'USD' },
      { source: 'telephony', amount: '0.2', currency: 'EUR' },
    ],
    details: { model: 'small' },
  };

  test('is shown as it was submitted, with null for what is unknown', async () => {
    const member = await newOrganization();
    const run = await givenRun(member, await givenWorkflow(member), talked(1));

    const { body } = await submit(member, run, { tokens: 3, cost: [] });

    const unknown = { seconds: null, characters: null };
    expect(body.usage).toEqual({ ...unknown, tokens: 3, cost: [], details: {} });
    expect((await submit(member, run, reported)).body.usage).toEqual(reported);
    expect((await submit(member, run, null)).body.usage).toBeNull();
  });

  test('adds 0 where 0 was reported, nothing where nothing was, and no currency to another', async () => {
    const member = await newOrganization();
    const workflow = await givenWorkflow(member);
    const ids = [1, 2, 3].map(() => givenRun(member, workflow, talked(1)));
    const [first = 0, second = 0, third = 0] = await Promise.all(ids);
    await submit(member, first, reported);
    await submit(member, second, {
      cost: [{ source: 'telephony', amount: '0.2', currency: 'USD' }],
    });
    await submit(member, third, {});

    const { total } = await usageOf(member);

    expect(total.consumption).toEqual({
      seconds: { total: 0, runs: 1 },
      tokens: { total: 1820, runs: 1 },
      characters: null,
      cost: [
        { source: 'telephony', currency: 'EUR', amount: '0.2', runs: 1 },
        { source: 'telephony', currency: 'USD', amount: '0.3', runs: 2 },
      ],
    });
  });

  test('counts once, however often it is submitted', async () => {
    const member = await newOrganization();
    const run = await givenRun(member, await givenWorkflow(member), talked(1));

    await Promise.all([1, 2, 3, 4].map((tokens) => submit(member, run, { tokens })));
    await submit(member, run, { tokens: 9 });

    expect((await usageOf(member)).total.consumption.tokens).toEqual({ total: 9, runs: 1 });
    await submit(member, run, null);
    expect((await usageOf(member)).total.consumption.tokens).toBeNull();
  });

  test('is one change for each group of calls that end together', async () => {
    const member = await newOrganization();
    const { organization_id } = member;
    const { db } = member.server.app;
    const workflow = await givenWorkflow(member);
    const begun = { mode: 'ad_hoc', state: 'running', created_at } as const;
    const gathered_context = JSON.stringify({ consent_given: true, consent_ts: created_at });
    for (const context of [{}, {}, { gathered_context }])
      await givenRun(member, workflow, { ...begun, ...context });

    const { started_at, ended_at } = talked(7);
    await db
      .updateTable('workflow_runs')
      .set({ state: 'completed', outcome: 'completed', started_at, ended_at })
      .where('organization_id', '=', organization_id)
      .execute();

    const changes = await db
      .selectFrom('usage_changes')
      .select(['measure', 'value', 'runs'])
      .where('organization_id', '=', organization_id)
      .orderBy('measure')
      .execute();
    expect(changes).toEqual([
      { measure: 'calls', value: 7, runs: 3 },
      { measure: 'consents', value: null, runs: 1 },
    ]);
    const { total } = await usageOf(member);
    expect(total).toMatchObject({ calls: 3, seconds: 21, consents: 1 });
  });

  test('stays counted when retention removes it, and is not counted again', async () => {
    const member = await newOrganization();
    const { organization_id } = member;
    const workflow = await givenWorkflow(member);
    const [reporting, silent] = [
      await givenRun(member, workflow, talked(1)),
      await givenRun(member, workflow, talked(1)),
    ];
    await submit(member, reporting, { tokens: 9 });
    const { db } = member.server.app;
    await db.deleteFrom('pending_events').where('organization_id', '=', organization_id).execute();

    const after = { created_at: '2026-01-01T00:00:00.000Z', id: 0 };
    const before = '2026-01-06T00:00:00.000Z';
    await db.transaction().execute(async (trx) => {
      const { ids } = await passNext(trx, { organization_id, before, after });
      await expireOfRuns(trx, { organization_id, ids }, 'usage');
    });
    const [again, first] = [
      await submit(member, reporting, { tokens: 20 }),
      await submit(member, silent, { tokens: 3 }),
    ];

    expect([again.body.usage.tokens, first.body.usage.tokens]).toEqual([20, 3]);
    expect((await usageOf(member)).total.consumption.tokens).toEqual({ total: 12, runs: 2 });
  });

  test.each([
    [{ llm_tokens: 1 }, ['body', 'usage', 'llm_tokens']],
    [{ tokens: -1 }, ['body', 'usage', 'tokens']],
    [{ tokens: 1.5 }, ['body', 'usage', 'tokens']],
    [
      { cost: [{ source: 'telephony', amount: 0.1, currency: 'USD' }] },
      ['body', 'usage', 'cost', '0', 'amount'],
    ],
    [
      { cost: [{ source: 'telephony', amount: '-1', currency: 'USD' }] },
      ['body', 'usage', 'cost', '0', 'amount'],
    ],
    [
      { cost: [{ source: 'telephony', amount: '1', currency: 'usd' }] },
      ['body', 'usage', 'cost', '0', 'currency'],
    ],
    [
      { cost: [{ source: 'telephony', amount: '1', currency: 'ZZZ' }] },
      ['body', 'usage', 'cost', '0', 'currency'],
    ],
    [
      { cost: [{ source: 'nobody', amount: '1', currency: 'USD' }] },
      ['body', 'usage', 'cost', '0', 'source'],
    ],
  ])('is refused as %j', async (usage, loc) => {
    const member = await newOrganization();
    const run = await givenRun(member, await givenWorkflow(member), talked(1));

    const { status, body } = await submit(member, run, usage);

    expect([status, body.detail[0].loc]).toEqual([422, loc]);
  });

  test.each([{ llm_tokens: 1840 }, { tokens: 'many' }, { tokens: 5, cost: 'much' }, {}])(
    'in the free form of earlier releases, %j, is shown in details and not counted',
    async (usage) => {
      const member = await newOrganization();
      const workflow = await givenWorkflow(member);
      const columns = { ...talked(1), usage: JSON.stringify(usage) };
      const run = await givenRun(member, workflow, columns);

      const { body } = await member.get(`/api/v1/runs/${run}`);

      expect(body.usage).toMatchObject({ tokens: null, cost: null, details: usage });
      expect((await usageOf(member)).total).toMatchObject({
        calls: 1,
        consumption: { tokens: null, cost: [] },
      });
    },
  );
});
