import { describe, expect, test } from 'vitest';
import type { Answer } from '../../support/client.ts';
import { type Member, newOrganization } from '../../support/organizations.ts';
import { givenConfiguration } from '../given.ts';
import { callBack, callbackPath, givenCall } from './given.ts';

async function givenRinging() {
  const member = await newOrganization();
  const configuration = await givenConfiguration(member);
  const run = await givenCall(member, configuration);
  const report = callbackPath('simulated', configuration, run);
  await callBack(member, report, { call_id: 'CA1', status: 'ringing' });
  return { member, report, path: `/api/v1/runs/${run}` };
}

const etagOf = ({ headers }: Answer): string => headers.get('etag') ?? '';
const submit = (member: Member, path: string, ifMatch: string) =>
  member.send('POST', `${path}/result`, {
    token: member.token,
    body: { gathered_context: { seen: true } },
    headers: { 'if-match': ifMatch },
  });

describe("A run's ETag", () => {
  test('changes when its call is answered; as If-Match it still allows a change', async () => {
    const { member, report, path } = await givenRinging();
    const before = etagOf(await member.get(path));
    await callBack(member, report, { call_id: 'CA1', status: 'answered' });

    const polled = await member.send('GET', path, {
      token: member.token,
      headers: { 'if-none-match': before },
    });
    const submitted = await submit(member, path, before);

    expect([polled.status, polled.body.answered_at]).toEqual([200, expect.any(String)]);
    expect(submitted.status).toBe(200);
  });

  test('no longer allows a change once a result was submitted, or the call has ended', async () => {
    const { member, report, path } = await givenRinging();
    const first = etagOf(await member.get(path));
    const second = etagOf(await submit(member, path, first));
    await callBack(member, report, { call_id: 'CA1', status: 'completed' });

    const answers = [await submit(member, path, first), await submit(member, path, second)];

    expect(answers.map(({ status }) => status)).toEqual([412, 412]);
  });
});
