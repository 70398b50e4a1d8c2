import { describe, expect, onTestFinished, test } from 'vitest';
import { changed } from '../../../src/workflows/instructions/watch-queries.ts';
import { eventsIn, type StreamedEvent } from '../../support/events.ts';
import { newOrganization } from '../../support/organizations.ts';
import { ownServer } from '../../support/own-server.ts';
import { givenCallableTool, startToolServer } from '../../tools/tool-executions/given.ts';

const within = { timeout: 20_000 };
const server = ownServer();

async function givenAsking() {
  const member = await newOrganization({ server });
  const tools = await startToolServer();
  const { call, run_id, key } = await givenCallableTool(member, tools.url, {
    needs_approval: true,
  });
  const path = `/api/v1/runs/${run_id}`;
  const decide = (id: number, how: 'accept' | 'decline') =>
    member.post(
      `/api/v1/tool-executions/${id}/${how}`,
      how === 'decline' ? { reason: 'Not today.' } : undefined,
    );
  return {
    member,
    call: async (call_id: string) => (await call({ call_id, arguments: { order_id: 'A' } })).body,
    decide,
    instruct: () => member.post(`${path}/instructions`, { text: 'Offer 10 %.' }),
    path,
    key,
  };
}

/** Opens a run's stream, and collects its events. */
async function open(
  { path, key }: { readonly path: string; readonly key: string },
  after?: string,
) {
  const leaving = new AbortController();
  const response = await fetch(`${server.url}${path}/session/stream`, {
    headers: { 'x-api-key': key, ...(after !== undefined && { 'last-event-id': after }) },
    signal: leaving.signal,
  });
  const events: StreamedEvent[] = [];
  onTestFinished(() => leaving.abort());
  const { body } = response;
  if (response.ok && body)
    void (async () => {
      let text = '';
      for await (const chunk of body.pipeThrough(new TextDecoderStream())) {
        const blocks = (text + chunk).split('\n\n');
        text = blocks.pop() ?? '';
        for (const block of blocks) events.push(...eventsIn(block, 'RunSessionEvent'));
      }
    })().catch(() => undefined);
  return { status: response.status, events, ids: () => events.map(({ id }) => id) };
}

describe('streamRunSession', () => {
  test('brings decisions in one order with instructions, at once', async () => {
    const run = await givenAsking();
    const [one, other] = [await run.call('a'), await run.call('b')];
    const stream = await open(run);
    await expect.poll(() => server.app.runWatch.size, within).toBeGreaterThan(0);

    await run.instruct();
    await run.decide(one.id, 'accept');
    await run.instruct();
    await run.decide(other.id, 'decline');

    await expect.poll(stream.ids, within).toEqual(['1', '2', '3', '4']);
    expect(stream.events.map(({ data }) => data)).toMatchObject([
      { event: 'instruction', instruction_number: 1 },
      {
        event: 'tool_decision',
        decision_number: 2,
        tool_execution_id: one.id,
        call_id: 'a',
        tool_name: 'lookup_order',
        decision: 'accepted',
        reason: null,
      },
      { event: 'instruction', instruction_number: 3 },
      { event: 'tool_decision', call_id: 'b', decision: 'declined', reason: 'Not today.' },
    ]);
  });

  test('is woken by a decision, and does not wait for a look', async () => {
    const run = await givenAsking();
    const calls = [await run.call('a'), await run.call('b'), await run.call('c')];
    const stream = await open(run);
    await expect.poll(() => server.app.runWatch.size, within).toBeGreaterThan(0);
    const times: number[] = [];

    for (const [index, { id }] of calls.entries()) {
      await run.decide(id, 'accept');
      const sent = performance.now();
      await expect.poll(stream.ids, { ...within, interval: 5 }).toHaveLength(index + 1);
      times.push(performance.now() - sent);
    }

    // A look alone comes once in a second.
    expect(times.toSorted((a, b) => a - b)[1]).toBeLessThan(500);
  });

  test('finds a decision whose wake-up was lost', async () => {
    const run = await givenAsking();
    const { id, run_id } = await run.call('a');
    const { organization_id } = run.member;
    const seen = { organization_id, run_id, transfer: null };
    const { db } = server.app;
    expect(await changed(db, [{ ...seen, after: 0 }])).toEqual([]);

    await run.decide(id, 'accept');

    expect(await changed(db, [{ ...seen, after: 0 }])).toEqual([run_id]);
    expect(await changed(db, [{ ...seen, after: 1 }])).toEqual([]);
  });

  test('continues behind a decision, and leaves out what was sent', async () => {
    const run = await givenAsking();
    const [one, other] = [await run.call('a'), await run.call('b')];
    await run.decide(one.id, 'accept');
    await run.decide(other.id, 'accept');
    await run.call('a');
    await run.instruct();

    const [anew, behind, beyond] = [await open(run), await open(run, '2'), await open(run, '4')];

    await expect.poll(anew.ids, within).toEqual(['2', '3']);
    await expect.poll(behind.ids, within).toEqual(['3']);
    expect(beyond.status).toBe(422);
  });

  test('counts decisions with the instructions, but not towards their limit', async () => {
    const run = await givenAsking();
    const { id } = await run.call('a');
    await run.decide(id, 'accept');

    const added = await run.instruct();

    expect(added.body.instruction_number).toBe(2);
    const { items } = (await run.member.get(`${run.path}/instructions`)).body;
    expect(items.length).toBe(1);
  });
});
