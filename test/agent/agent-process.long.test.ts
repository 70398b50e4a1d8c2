import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { sealCredentials } from '../../src/telephony/credentials.ts';
import { type Answer, type Asked, startModel } from '../support/model-server.ts';
import { newOrganization } from '../support/organizations.ts';
import { ownServer } from '../support/own-server.ts';
import { spawnServer } from '../support/process.ts';
import { ended, givenCallable } from '../telephony/calls/given.ts';
import { definition } from './given.ts';

const server = ownServer({ role: 'all' });
const key = 'sk-the-key-of-the-model';

/** A call whose agent is a process of its own, which has no database; the person is a script of the simulated network. */
async function givenCall(ending: string, answer: (asked: Asked) => Answer) {
  const model = await startModel(answer);
  const agent = await spawnServer({
    ROLE: 'agent',
    PUBLIC_URL: server.url,
    LLM_BASE_URL: model.url,
    LLM_API_KEY: key,
    SHUTDOWN_TIMEOUT_SECONDS: '12',
  });
  onTestFinished(async () => {
    await agent.kill('SIGKILL');
    model.close();
  });
  const member = await newOrganization({ server });
  const { configuration_id, workflow_id } = await givenCallable(member);
  const { app } = server;
  const credentials = { ring_ms: 1, relay_url: `${agent.url.replace('http', 'ws')}/agent/relay` };
  await app.db
    .updateTable('telephony_configurations')
    .set({
      credentials_encrypted: sealCredentials(app.secrets, member.organization_id, credentials),
    })
    .where('id', '=', configuration_id)
    .execute();
  await app.db
    .updateTable('workflow_definitions')
    .set({ workflow_definition: JSON.stringify({ ...definition, tools: ['submit_result'] }) })
    .where('workflow_id', '=', workflow_id)
    .execute();
  const to_number = `+120255501${ending}`;
  const { body: run } = await member.post('/api/v1/telephony/initiate-call', {
    workflow_id,
    to_number,
  });
  const stored = async () => (await member.get(`/api/v1/runs/${run.id}`)).body;
  const turns = (count: number) =>
    vi.waitFor(
      async () => expect((await stored()).transcript?.length).toBeGreaterThanOrEqual(count),
      { timeout: 20_000 },
    );
  return { agent, member, run, stored, turns, done: () => ended(member, run) };
}

const lastOf = ({ messages }: Asked): string => messages.at(-1)?.content ?? '';

/** Asks until the person has said who they are, and ends the call. */
function greeting(asked: Asked): Answer {
  if (/call is over/.test(lastOf(asked)))
    return { call: { name: 'submit_result', args: { call_disposition: 'reached' } } };
  if (/that is me/.test(lastOf(asked)))
    return { call: { name: 'follow_edge', args: { edge: 'right person' } } };
  if (/Ask for the day/.test(asked.messages[0]?.content ?? ''))
    return { call: { name: 'follow_edge', args: { edge: 'A day is agreed.' } } };
  return { words: /Say goodbye/.test(asked.messages[0]?.content ?? '') ? 'Goodbye.' : 'Ada?' };
}

describe('A process that holds conversations', () => {
  test('talks with the person of a call to its end, without a database', async () => {
    const { agent, done, stored } = await givenCall('01', greeting);
    const run = await done();

    expect(run).toMatchObject({ outcome: 'completed', failure: null });
    await vi.waitFor(async () =>
      expect(await stored()).toMatchObject({ call_disposition: 'reached' }),
    );
    const { transcript } = await stored();
    expect(transcript.at(-1)).toMatchObject({ role: 'agent', text: 'Goodbye.' });
    expect(transcript.map(({ text }: { text: string }) => text)).toContain('Yes, that is me.');
    await vi.waitFor(() => expect(agent.output()).toContain('a conversation is over'));
    expect(agent.output()).not.toMatch(/vap_run_|sk-the-key/);
    const pages = ['/readyz', '/healthz', '/metrics', '/api/v1/runs', '/agent/relay'];
    const statuses = await Promise.all(
      pages.map(async (page) => (await fetch(agent.url + page)).status),
    );
    expect(statuses).toEqual([200, 200, 200, 404, 404]);
  });

  test('that is killed in a call ends it, loses nothing that was said, and has nobody called again', async () => {
    const { agent, member, turns, done, stored } = await givenCall('01', () => ({
      words: `Who is there? ${Math.random()}`,
    }));
    await turns(3);
    const before = (await stored()).transcript;
    await agent.kill('SIGKILL');

    expect(await done()).toMatchObject({
      outcome: 'completed',
      failure: { code: 'agent_failed', carrier_code: '64105' },
    });
    const { transcript } = await stored();
    expect(transcript.slice(0, before.length)).toEqual(before);
    const { items } = (await member.get('/api/v1/runs')).body;
    expect(items).toHaveLength(1);
    expect(
      await server.app.db
        .selectFrom('live_calls')
        .select('run_id')
        .where('organization_id', '=', member.organization_id)
        .execute(),
    ).toEqual([]);
  });

  test('that is stopped says so in its calls, and exits', async () => {
    const { agent, turns, done, stored } = await givenCall('01', (asked) =>
      /call is over/.test(lastOf(asked)) ? {} : { words: `Who is there? ${Math.random()}` },
    );
    await turns(2);

    expect(await agent.kill('SIGTERM')).toBe(0);
    expect(await done()).toMatchObject({ failure: { code: 'agent_failed' } });
    const { transcript, analysis } = await stored();
    expect(analysis).toMatchObject({ disposition: 'agent_stopped', call_successful: false });
    expect(transcript.at(-1)).toMatchObject({
      role: 'agent',
      text: expect.stringContaining('Leider'),
    });
  });
});
