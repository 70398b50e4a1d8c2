import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { invalid } from '../../src/errors.ts';
import { createLog, describeError, withoutNumbers } from '../../src/telemetry/log.ts';
import { dialAll, givenCallableCampaign, numberTo } from '../campaigns/lifecycle/given.ts';
import { callBack, callbackPath, givenCall } from '../telephony/calls/given.ts';
import { newOrganization } from '../support/organizations.ts';
import { sharedServer, startServer } from '../support/server.ts';

const secret = 'what-a-caller-sent';

/** An error as the log writes it. */
function written(error: unknown): Record<string, unknown> {
  const lines: string[] = [];
  createLog('info', { write: (line: string) => void lines.push(line) }).error({ err: error }, 'x');
  expect(lines).toHaveLength(1);
  return JSON.parse(lines[0] ?? '').err as Record<string, unknown>;
}

/** PostgreSQL's error for the last of these statements. */
async function refusalOf(...statements: string[]): Promise<unknown> {
  const { app } = await sharedServer();
  return app.db
    .transaction()
    .execute(async (trx) => {
      for (const statement of statements) await sql.raw(statement).execute(trx);
    })
    .then(
      () => expect.fail('No statement was refused.'),
      (error: unknown) => error,
    );
}

describe('An error in the log', () => {
  test.each([
    ['a row that breaks a check', `values ('${secret}', 1)`, 'violates check constraint'],
    ['a row without a value', `values ('${secret}', null)`, 'violates not-null constraint'],
    ['a row that is there', `values ('twice', 0), ('twice', 0)`, 'violates unique constraint'],
  ])('has the name of the constraint but nothing of %s', async (_, values, message) => {
    const error = await refusalOf(
      'create temp table refusing (name text unique, amount int not null check (amount < 1)) on commit drop',
      `insert into refusing ${values}`,
    );

    const line = written(error);

    expect(line).toMatchObject({ code: expect.stringMatching(/^23/), table: 'refusing' });
    expect(line['message']).toContain(message);
    expect(JSON.stringify(line)).not.toMatch(new RegExp(`${secret}|twice`));
  });

  test.each([
    [`select '${secret}'::int`, 'invalid input syntax for type integer'],
    [`select '${secret}'::json`, 'invalid input syntax for type json'],
    [`select '{"a": "${secret}' ::jsonb`, 'invalid input syntax for type json'],
    [`select '${secret}'::timestamptz`, 'invalid input syntax for type timestamp with time zone'],
    [`select '99999999999'::int`, 'value "[redacted]" is out of range for type integer'],
    [`select '{${secret}'::int[]`, 'malformed array literal'],
    [`select '${secret}'::uuid`, 'invalid input syntax for type uuid'],
    [
      `do $$ begin raise exception 'not "${secret}": ${secret}' using hint = '${secret}'; end $$`,
      'not "[redacted]"',
    ],
  ])('contains no value of %s', async (statement, message) => {
    const line = written(await refusalOf(statement));

    expect(line['message']).toBe(message);
    expect(JSON.stringify(line)).not.toMatch(/what-a-caller-sent|99999/);
  });

  test('has the code, the frames and its causes', () => {
    const cause = Object.assign(new Error('below'), { code: 'E_BELOW', request: { secret } });
    const several = new AggregateError([cause, secret], 'both', { cause });

    const line = written(several);

    expect(line).toMatchObject({
      name: 'AggregateError',
      message: 'both',
      stack: expect.stringMatching(/^ {4}at /),
      cause: { message: 'below', code: 'E_BELOW' },
      errors: [{ message: 'below' }, { name: 'string' }],
    });
    expect(JSON.stringify(line)).not.toContain(secret);
  });

  test('contains no row in causes, aggregated errors or the stack', async () => {
    const error = (await refusalOf(`select '${secret}\n    at ${secret}'::int`)) as Error;
    const wrapped = new Error('outside', { cause: new AggregateError([error], 'many') });

    expect(JSON.stringify(written(wrapped))).not.toContain(secret);
    expect(written(wrapped)).toMatchObject({ cause: { errors: [{ code: '22P02' }] } });
  });

  test('ends if an error is its own cause', () => {
    const error = new Error('round');
    error.cause = error;

    expect(describeError(error).cause?.cause?.message).toBe('round');
  });

  test.each([
    [new SyntaxError(`Unexpected token 'w', "${secret}" is not valid JSON`)],
    [invalid(['body'], `"${secret}" is none.`, secret)],
    [Object.assign(new Error('refused'), { config: { headers: { authorization: secret } } })],
    [secret],
    [{ secret }],
  ])('contains no request data: %s', (error) => {
    expect(JSON.stringify(written(error))).not.toContain(secret);
  });
});

describe('withoutNumbers', () => {
  test.each([
    ['The number +12025550123 is busy.', 'The number [number] is busy.'],
    ['/api/v1/do-not-call/%2B12025550123', '/api/v1/do-not-call/[number]'],
    ['/x/2025550123', '/x/[number]'],
    ['/api/v1/workflow/123456789/runs/7', '/api/v1/workflow/123456789/runs/7'],
    ['0198c2f0-5e3a-7c41-9d52-123456789012', '0198c2f0-5e3a-7c41-9d52-123456789012'],
    ['connect ECONNREFUSED 127.0.0.1:5432', 'connect ECONNREFUSED 127.0.0.1:5432'],
  ])('turns %s into %s', (text, left) => {
    expect(withoutNumbers(text)).toBe(left);
  });
});

describe('The log of calls', () => {
  test('contains no telephone number and nothing of a conversation', async () => {
    const server = await startServer();
    const member = await newOrganization({ server });
    const campaign = await givenCallableCampaign(member, {
      digits: ['01', '41', '71', '76', '86', '99'],
    });
    const { workflow_id, configuration_id: configuration } = campaign;
    const callId = await givenCall(member, configuration, {
      initial_context: JSON.stringify({ name: secret }),
    });
    const to_number = numberTo('00');
    const doNotCall = '/api/v1/do-not-call';
    const listed = { phone_numbers: [{ phone_number: numberTo('43'), reason: secret }] };
    const result = {
      transcript: [{ role: 'caller', text: secret, at: '2026-01-05T10:00:05.000Z' }],
    };
    const refuse = (table: string, name: string) =>
      sql
        .raw(`alter table ${table} add constraint ${name} check (false) not valid`)
        .execute(server.app.db);

    const call = await member.post('/api/v1/telephony/initiate-call', {
      workflow_id,
      to_number,
      initial_context: { name: secret },
    });
    const { body: run } = await member.get(`/api/v1/runs?limit=1`);
    const path = `/api/v1/runs/${run.items[0].id}`;
    await server.app.calls.settled();
    await member.post(`${path}/result`, { ...result, gathered_context: { name: secret } });
    await member.post(`${campaign.path}/start`);
    await dialAll(member, campaign);
    await member.get(`${doNotCall}?phone_number=%2B12025550143`);
    await member.get(`${doNotCall}/%2B12025550143`);
    await member.get('/api/v1/workflow/+12025550143');
    await member.post(doNotCall, { phone_numbers: [{ phone_number: '+1202555014' }] });
    await member.post(doNotCall, listed);
    await refuse('do_not_call_numbers', 'no_numbers');
    await refuse('workflow_runs', 'no_runs');
    const failing = [
      await callBack(member, callbackPath('simulated', configuration, callId), {
        call_id: 'CA1',
        status: 'completed',
      }),
      await member.post(doNotCall, {
        phone_numbers: [{ phone_number: numberTo('44'), reason: secret }],
      }),
      await member.post(`${path}/result`, result),
      await member.post('/api/v1/telephony/initiate-call', { workflow_id, to_number }),
    ];
    const written = JSON.stringify(server.logged);

    expect(call.status).toBeLessThan(300);
    expect(failing.map(({ status }) => status)).toEqual([500, 500, 500, 500]);
    expect(written).toContain('no_runs');
    expect(written).not.toMatch(/\d555\d{4}|2555014/);
    expect(written).not.toContain(secret);
    await server.close();
  });
});
