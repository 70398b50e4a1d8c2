import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { follow } from '../../../src/workflows/sessions/stream.ts';
import { openJobs } from '../../../src/jobs/jobs.ts';
import { createLog } from '../../../src/telemetry/log.ts';
import { onPostgres } from '../../support/database.ts';
import { eventsIn, type StreamedEvent } from '../../support/events.ts';
import { newOrganization } from '../../support/organizations.ts';
import { startServer, type TestServer } from '../../support/server.ts';
import { givenInstructable } from '../instructions/given.ts';

const within = { timeout: 20_000 };

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
}, 120_000);
afterAll(() => server.close());

interface Opening {
  readonly key?: string;
  readonly lastEventId?: number | string;
  readonly at?: TestServer;
}

/** Opens a run's stream, and collects its events until it is left or ends. */
async function open(
  { path, token }: { readonly path: string; readonly token: string },
  { key = token, lastEventId, at = server }: Opening = {},
) {
  const leaving = new AbortController();
  const response = await fetch(`${at.url}${path}/session/stream`, {
    headers: {
      'x-api-key': key,
      ...(lastEventId !== undefined && { 'last-event-id': String(lastEventId) }),
    },
    signal: leaving.signal,
  });
  expect(response.status).toBe(200);
  const events: StreamedEvent[] = [];
  const ended = (async () => {
    let text = '';
    const decoder = new TextDecoder();
    for await (const chunk of response.body!) {
      text += decoder.decode(chunk, { stream: true });
      const blocks = text.split('\n\n');
      text = blocks.pop() ?? '';
      for (const block of blocks) events.push(...eventsIn(block, 'RunSessionEvent'));
    }
    return 'ended';
  })().catch(() => 'left');
  onTestFinished(() => leaving.abort());
  return {
    events,
    ended,
    numbers: () => events.flatMap(({ data }) => data.instruction_number ?? []),
    leave: async () => {
      leaving.abort();
      await ended;
    },
  };
}

describe('streamRunSession', () => {
  test('delivers instructions in their order, those of before and those that come', async () => {
    const member = await newOrganization({ server });
    const run = await givenInstructable(member);
    for (let made = 1; made <= 25; made += 1) await run.add(`Offer ${made} %.`);

    const stream = await open(run);
    await expect.poll(() => stream.numbers().length, within).toBe(25);
    await Promise.all(Array.from({ length: 5 }, () => run.add('Stop.')));

    await expect.poll(() => stream.numbers().length, within).toBe(30);
    expect(stream.numbers()).toEqual(Array.from({ length: 30 }, (_, index) => index + 1));
    expect(stream.events[0]).toMatchObject({
      id: '1',
      event: 'instruction',
      data: { instruction_number: 1, text: 'Offer 1 %.', created_at: expect.any(String) },
    });
    await expect.poll(run.statuses, within).toEqual(Array(30).fill('delivered'));
    const { created_at, delivered_at } = await run.show(1);
    expect(delivered_at >= created_at).toBe(true);
  });

  test('is woken by an instruction, and does not wait for a look', async () => {
    const member = await newOrganization({ server });
    const run = await givenInstructable(member);
    const stream = await open(run);
    await expect.poll(() => server.app.runWatch.size, within).toBeGreaterThan(0);
    const times: number[] = [];

    for (let made = 1; made <= 5; made += 1) {
      const sent = performance.now();
      await run.add();
      await expect.poll(() => stream.numbers().length, { ...within, interval: 5 }).toBe(made);
      times.push(performance.now() - sent);
    }

    // A look alone comes once in a second.
    expect(times.toSorted((a, b) => a - b)[2]).toBeLessThan(500);
  });

  test('continues after Last-Event-ID, which says what the runtime has received', async () => {
    const member = await newOrganization({ server });
    const run = await givenInstructable(member);
    for (let made = 1; made <= 4; made += 1) await run.add();

    const stream = await open(run, { lastEventId: 2 });

    await expect.poll(() => stream.numbers(), within).toEqual([3, 4]);
    await expect.poll(run.statuses, within).toEqual(Array(4).fill('delivered'));
  });

  test('keeps as delivered only what was written before the runtime left', async () => {
    const member = await newOrganization({ server });
    const run = await givenInstructable(member);
    for (let made = 1; made <= 3; made += 1) await run.add();
    const { organization_id } = member;
    const key = { organization_id, run_id: run.run_id };
    const { signal } = new AbortController();
    const events = follow(server.app, { key, after: 0, agent: null, signal });

    const first = await events.next();
    const second = await events.next();
    await events.return(undefined);

    expect([first.value?.id, second.value?.id]).toEqual(['1', '2']);
    expect(await run.statuses()).toEqual(['delivered', 'pending', 'pending']);
    expect(server.app.runWatch.size).toBe(0);
  });

  test('repeats after a broken stream what the runtime did not answer, and nothing that it did', async () => {
    const member = await newOrganization({ server });
    const run = await givenInstructable(member);
    for (let made = 1; made <= 3; made += 1) await run.add();
    const broken = await open(run);
    await expect.poll(() => broken.numbers(), within).toEqual([1, 2, 3]);
    await run.acknowledge(2, { status: 'taken' });
    await broken.leave();

    const anew = await open(run);
    await run.add();

    await expect.poll(() => anew.numbers(), within).toEqual([1, 3, 4]);
    const again = await open(run, { lastEventId: 3 });
    await expect.poll(() => again.numbers(), within).toEqual([4]);
  });

  test.each(['5', '-1', '1.5', 'x', '1000'])('refuses the Last-Event-ID %s', async (id) => {
    const member = await newOrganization({ server });
    const run = await givenInstructable(member);
    await run.add();

    const { status, body } = await member.send('GET', `${run.path}/session/stream`, {
      key: run.token,
      headers: { 'last-event-id': id },
    });

    expect([status, body.detail[0].loc]).toEqual([422, ['header', 'Last-Event-ID']]);
  });

  test('ends with `complete` when the run ends, though nobody is told', async () => {
    const member = await newOrganization({ server });
    const run = await givenInstructable(member);
    await run.add();
    const stream = await open(run);
    await expect.poll(() => stream.numbers(), within).toEqual([1]);

    await run.end();

    expect(await stream.ended).toBe('ended');
    expect(stream.events.map(({ id, event }) => [id, event])).toEqual([
      ['1', 'instruction'],
      ['1', 'complete'],
    ]);
    expect(stream.events.at(-1)?.data).toEqual({
      event: 'complete',
      run_id: run.run_id,
      outcome: 'completed',
      ended_at: expect.any(String),
    });
    await expect.poll(() => server.app.runWatch.size, within).toBe(0);
  });

  test('sends a run that has ended no instruction: it stays pending', async () => {
    const member = await newOrganization({ server });
    const run = await givenInstructable(member);
    await run.add();
    await run.end();

    const stream = await open(run);

    expect(await stream.ended).toBe('ended');
    expect(stream.events.map(({ event }) => event)).toEqual(['complete']);
    expect(await run.statuses()).toEqual(['pending']);
  });

  test('shows users and keys the same, and changes nothing for them', async () => {
    const member = await newOrganization({ server });
    const run = await givenInstructable(member);
    await run.add();

    const watched = await open(run, { key: member.key });
    await expect.poll(() => watched.numbers(), within).toEqual([1]);
    await run.add();
    await expect.poll(() => watched.numbers(), within).toEqual([1, 2]);
    await watched.leave();
    const after = await open(run, { key: member.key, lastEventId: 1 });
    await expect.poll(() => after.numbers(), within).toEqual([2]);

    expect(await run.statuses()).toEqual(['pending', 'pending']);
  });

  test('works for a text run', async () => {
    const member = await newOrganization({ server });
    const run = await givenInstructable(member, { mode: 'text' });
    const stream = await open(run);

    await run.add();

    await expect.poll(() => stream.numbers(), within).toEqual([1]);
  });

  test('ends when the token is revoked', async () => {
    const member = await newOrganization({ server });
    const run = await givenInstructable(member);
    const stream = await open(run);

    await member.post(`${run.path}/revoke-token`);

    expect(await stream.ended).toBe('ended');
    expect(stream.events).toEqual([]);
  });

  test.skipIf(!onPostgres)('hears of instructions that another process takes', async () => {
    const member = await newOrganization({ server });
    const run = await givenInstructable(member);
    const second = await startServer({ dataDir: server.app.config.dataDir }, server.connection);
    onTestFinished(() => second.close());
    const stream = await open(run, { at: second });
    await expect.poll(() => server.connection.listeners().open, within).toBeGreaterThan(0);
    const times: number[] = [];

    for (let made = 1; made <= 5; made += 1) {
      const sent = performance.now();
      await run.add();
      await expect.poll(() => stream.numbers().length, { ...within, interval: 5 }).toBe(made);
      times.push(performance.now() - sent);
    }

    expect(times.toSorted((a, b) => a - b)[2]).toBeLessThan(500);
  });

  test('finds by itself what it was not woken for', async () => {
    const jobs = openJobs(server.connection, createLog('silent'));
    const deaf = await startServer({ dataDir: server.app.config.dataDir }, server.connection, {
      ...jobs,
      follow: () => {},
    });
    onTestFinished(async () => {
      await deaf.close();
      await jobs.stop();
    });
    const member = await newOrganization({ server });
    const run = await givenInstructable(member);
    const stream = await open(run, { at: deaf });
    await expect.poll(() => deaf.app.runWatch.size, within).toBe(1);

    await run.add();

    await expect.poll(() => stream.numbers(), within).toEqual([1]);
  });
});
