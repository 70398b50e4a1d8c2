import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { type Member, newOrganization } from '../../support/organizations.ts';
import { type GivenWorkflow, givenRun, givenWorkflow } from '../given.ts';

const timestamp = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

const pathOf = (workflow: GivenWorkflow, run: number): string =>
  `${workflow.path}/runs/${run}/mark-consent`;

const historyOf = (member: Member, run: number) =>
  member.server.app.db
    .selectFrom('consent_marks')
    .select(['consent_given', 'consent_ts', 'marked_by'])
    .where('run_id', '=', run)
    .orderBy('id')
    .execute();

/** The gathered context as stored, without the two consent keys. */
async function othersOf(member: Member, run: number): Promise<string> {
  const row = await member.server.app.db
    .selectFrom('workflow_runs')
    .select(sql<string>`(gathered_context - 'consent_given' - 'consent_ts')::text`.as('others'))
    .where('id', '=', run)
    .executeTakeFirstOrThrow();
  return row.others;
}

/** The marks, sorted independently of their arrival. */
const textOf = (marks: { consent_given: boolean; consent_ts: string }[]): string[] =>
  marks.map((mark) => `${mark.consent_ts} ${mark.consent_given}`).toSorted();

describe('markRunConsent', () => {
  test.each([true, false])(
    'records %j with the time and returns the run',
    async (consent_given) => {
      const member = await newOrganization();
      const workflow = await givenWorkflow(member);
      const run = await givenRun(member, workflow, { gathered_context: '{"plan":"gold"}' });

      const answer = await member.post(pathOf(workflow, run), { consent_given });

      expect(answer.status).toBe(200);
      const { gathered_context } = answer.body;
      expect(gathered_context).toEqual({
        plan: 'gold',
        consent_given,
        consent_ts: expect.stringMatching(timestamp),
      });
      expect(Math.abs(Date.parse(gathered_context.consent_ts) - Date.now())).toBeLessThan(60_000);
      expect((await member.get(`/api/v1/runs/${run}`)).body).toEqual(answer.body);
      expect(await historyOf(member, run)).toEqual([
        { consent_given, consent_ts: gathered_context.consent_ts, marked_by: member.user_id },
      ]);
    },
  );

  test('can be repeated: the newest mark applies and all are kept', async () => {
    const member = await newOrganization();
    const workflow = await givenWorkflow(member);
    const run = await givenRun(member, workflow);

    const answers = [];
    for (const consent_given of [true, true, false])
      answers.push(await member.post(pathOf(workflow, run), { consent_given }));

    const shown = answers.map(({ body }) => body.gathered_context);
    expect(shown.map(({ consent_given }) => consent_given)).toEqual([true, true, false]);
    expect(await historyOf(member, run)).toEqual(
      shown.map((context) => ({ ...context, marked_by: member.user_id })),
    );
  });

  test.each([
    { state: 'initialized' },
    { state: 'running', started_at: '2026-01-02T03:04:05.678Z' },
    { state: 'completed', outcome: 'completed', ended_at: '2026-01-02T03:04:05.678Z' },
  ] as const)('marks a run that is $state', async (options) => {
    const member = await newOrganization();
    const workflow = await givenWorkflow(member);
    const run = await givenRun(member, workflow, options);

    const answer = await member.post(pathOf(workflow, run), { consent_given: true });

    expect(answer.body).toMatchObject({ ...options, gathered_context: { consent_given: true } });
  });

  test('leaves the other keys unchanged, to the byte', async () => {
    const member = await newOrganization();
    const workflow = await givenWorkflow(member);
    const context = String.raw`{"z":1.10,"big":12345678901234567890,"é":"\u00e9\n","consent":{"consent_given":"no"},"n":null,"l":[{},[]],"":0}`;
    const run = await givenRun(member, workflow, { gathered_context: context });
    const before = await othersOf(member, run);

    await member.post(pathOf(workflow, run), { consent_given: true });
    await member.post(pathOf(workflow, run), { consent_given: false });

    expect(await othersOf(member, run)).toBe(before);
    expect(before).toContain('12345678901234567890');
  });

  test('changes neither other columns of the run nor other runs', async () => {
    const member = await newOrganization();
    const workflow = await givenWorkflow(member);
    const run = await givenRun(member, workflow, {
      initial_context: '{"a":1}',
      to_number: '+12025550123',
    });
    const sibling = await givenRun(member, workflow);
    const rows = () =>
      member.server.app.db
        .selectFrom('workflow_runs')
        .selectAll()
        .where('workflow_id', '=', workflow.id)
        .orderBy('id')
        .execute();
    const [marked, untouched] = await rows();

    const { body } = await member.post(pathOf(workflow, run), { consent_given: true });
    const contextText = `{"consent_ts": "${body.gathered_context.consent_ts}", "consent_given": true}`;

    expect(await rows()).toEqual([
      {
        ...marked,
        gathered_context: body.gathered_context,
        has_consent: true,
        usage_revision: marked!.usage_revision + 1,
        // Its size includes its contexts, with the two braces of the empty one.
        content_bytes: marked!.content_bytes + contextText.length - '{}'.length,
      },
      untouched,
    ]);
    expect(await historyOf(member, sibling)).toEqual([]);
  });

  test('loses no key when twenty-five concurrent requests mark and others write other keys', async () => {
    const member = await newOrganization();
    const workflow = await givenWorkflow(member);
    const run = await givenRun(member, workflow, { gathered_context: '{"first":1}' });
    const keys = Array.from({ length: 25 }, (_, index) => `key_${index}`);
    const write = (key: string) =>
      sql`update workflow_runs set gathered_context = gathered_context || jsonb_build_object(${key}::text, ${key}::text)
          where id = ${run}`.execute(member.server.app.db);

    const [answers] = await Promise.all([
      Promise.all(
        keys.map((_, index) =>
          member.post(pathOf(workflow, run), { consent_given: index % 2 === 0 }),
        ),
      ),
      Promise.all(keys.map(write)),
    ]);

    expect(answers.map(({ status }) => status)).toEqual(keys.map(() => 200));
    const { body } = await member.get(`/api/v1/runs/${run}`);
    const { consent_given, consent_ts, ...others } = body.gathered_context;
    expect(others).toEqual({ first: 1, ...Object.fromEntries(keys.map((key) => [key, key])) });
    const history = await historyOf(member, run);
    expect(history).toHaveLength(25);
    expect(history.at(-1)).toMatchObject({ consent_given, consent_ts });
    const marked = answers.map((answer) => answer.body.gathered_context);
    expect(textOf(history)).toEqual(textOf(marked));
  });

  test.each([
    [{}, 'missing'],
    [{ consent_given: 'true' }, 'bool_type'],
    [{ consent_given: 1 }, 'bool_type'],
    [{ consent_given: null }, 'bool_type'],
  ])('refuses %j and records nothing', async (body, type) => {
    const member = await newOrganization();
    const workflow = await givenWorkflow(member);
    const run = await givenRun(member, workflow);

    const answer = await member.post(pathOf(workflow, run), body);

    expect(answer.status).toBe(422);
    expect(answer.body.detail).toMatchObject([{ loc: ['body', 'consent_given'], type }]);
    expect(await historyOf(member, run)).toEqual([]);
  });

  test('refuses a timestamp sent by the caller', async () => {
    const member = await newOrganization();
    const workflow = await givenWorkflow(member);
    const run = await givenRun(member, workflow);

    const answer = await member.post(pathOf(workflow, run), {
      consent_given: true,
      consent_ts: '2020-01-01T00:00:00.000Z',
    });

    expect(answer.status).toBe(422);
    expect(answer.body.detail).toMatchObject([
      { loc: ['body', 'consent_ts'], type: 'extra_forbidden' },
    ]);
  });
});
