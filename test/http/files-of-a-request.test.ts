import { readFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { givenCampaign } from '../campaigns/given.ts';
import { type Member, newOrganization } from '../support/organizations.ts';
import { givenCallable } from '../telephony/calls/given.ts';
import { givenCallableTool, order, startToolServer } from '../tools/tool-executions/given.ts';

const readme = readFileSync(new URL('../../src/README.md', import.meta.url), 'utf8');

interface Request {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The body of the nth request. */
  readonly body?: (n: number) => object;
}

async function getCampaign(member: Member): Promise<Request> {
  const { id } = await givenCampaign(member);
  return { path: `/campaign/${id}`, headers: { authorization: `Bearer ${member.token}` } };
}

async function initiateCall(member: Member): Promise<Request> {
  const { workflow_id } = await givenCallable(member);
  const body = (n: number) => ({ workflow_id, to_number: `+1202555${n + 1000}` });
  return {
    path: '/telephony/initiate-call',
    headers: { authorization: `Bearer ${member.token}` },
    body,
  };
}

async function callRunTool(member: Member): Promise<Request> {
  const { run_id, key } = await givenCallableTool(member, (await startToolServer()).url);
  const body = (n: number) => ({ ...order, call_id: `call-${n}` });
  return { path: `/runs/${run_id}/tools/lookup_order`, headers: { 'x-api-key': key }, body };
}

/** What requests of several areas share. */
const shared = /^src\/((auth|db|fairness|http|jobs|system|telemetry|time)\/|[^/]+$)/;

test.each([
  ['getCampaign', getCampaign, 3, 'src/campaigns/views.ts'],
  ['initiateCall', initiateCall, 30, 'src/telephony/calls/admission.ts'],
  ['callRunTool', callRunTool, 30, 'src/tools/tool-executions/call.ts'],
] as const)('%s passes the files that src/README.md lists', async (name, given, most, one) => {
  const member = await newOrganization();
  const { path, headers, body } = await given(member);
  const url = `${member.server.url}/api/v1${path}`;
  let sent = 0;

  // Its caller stays remembered, however long the profiler takes.
  const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now());
  onTestFinished(() => clock.mockRestore());
  const passed = await filesOf(async () => {
    // Not by the client of the tests, which reads the contract itself.
    const init = body && { method: 'POST', body: JSON.stringify(body((sent += 1))) };
    const response = await fetch(url, {
      ...init,
      headers: { ...headers, 'content-type': 'application/json' },
    });
    const text = await response.text();
    if (!response.ok) throw new Error(text);
  });
  const own = passed.filter((file) => !shared.test(file));

  expect(own).toContain(one);
  expect(own.length).toBeLessThanOrEqual(most);
  expect(passed).toContain('src/http/router.ts');
  if (given === getCampaign) expect(passed.length).toBeLessThanOrEqual(25);
  const listed = given === getCampaign ? passed : own;
  expect(listed.filter((file) => !listOf(name).includes(file))).toEqual([]);
});

/** The files that src/README.md lists for an operation: a path, and names in its folder after it. */
function listOf(operation: string): string[] {
  const [, section = ''] = readme.split('## The files that a request passes');
  const [, list = ''] = (section.split('\n## ')[0] ?? '').split(`\`${operation}\``);
  return [...(list.split('\n### ')[0] ?? '').matchAll(/`(src\/[\w/.-]+\.ts)`/g)].flatMap(
    ([, file]) => file ?? [],
  );
}

/** The files of src whose functions are called, of a few tries the fewest: other work may fall into one. */
async function filesOf(work: () => Promise<unknown>): Promise<string[]> {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  const tries: string[][] = [];
  while (tries.length < 5) {
    await work();
    await session.post('Profiler.takePreciseCoverage');
    await work();
    const { result } = await session.post('Profiler.takePreciseCoverage');
    const called = result.filter(({ functions }) =>
      functions.some(({ ranges }) => ranges.some(({ count }) => count > 0)),
    );
    tries.push(called.flatMap(({ url }) => /\/(src\/.*\.ts)$/.exec(url)?.[1] ?? []).toSorted());
  }
  session.disconnect();
  return tries.toSorted((one, other) => one.length - other.length)[0] ?? [];
}
