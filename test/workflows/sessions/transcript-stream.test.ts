import { describe, expect, onTestFinished, test } from 'vitest';
import { changed } from '../../../src/workflows/instructions/watch-queries.ts';
import { eventsIn, type StreamedEvent } from '../../support/events.ts';
import { newOrganization } from '../../support/organizations.ts';
import { ownServer } from '../../support/own-server.ts';
import { givenGraph, givenTextRun } from '../conversations/given.ts';
import { givenInstructable } from '../instructions/given.ts';

const within = { timeout: 20_000 };
const server = ownServer();
const at = '2026-01-05T10:00:04.000Z';
const turn = (text: string, more = {}) => ({ role: 'agent', text, at, ...more });

async function given(columns: Parameters<typeof givenInstructable>[1] = {}) {
  const member = await newOrganization({ server });
  const run = await givenInstructable(member, columns);
  const submit = async (transcript: readonly object[] | null, append = false) => {
    const body = { transcript, ...(append && { append }) };
    const { status } = await member.send('POST', `${run.path}/result`, { key: run.token, body });
    expect(status).toBe(200);
  };
  return {
    ...run,
    member,
    key: { organization_id: member.organization_id, run_id: run.run_id },
    submit,
    /** Adds turns as a runtime does. */
    say: (from: number, ...turns: readonly object[]) =>
      submit(
        turns.map((each, place) => ({ index: from + place, ...each })),
        true,
      ),
    /** Opens the run's stream, and keeps the transcript as a client does. */
    open: async (after?: string, { key = member.key, path = run.path } = {}) => {
      const leaving = new AbortController();
      const response = await fetch(`${server.url}${path}/session/stream`, {
        headers: { 'x-api-key': key, ...(after !== undefined && { 'last-event-id': after }) },
        signal: leaving.signal,
      });
      onTestFinished(() => leaving.abort());
      const events: StreamedEvent[] = [];
      let texts: string[] = [];
      void (async () => {
        let text = '';
        for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
          const blocks = (text + chunk).split('\n\n');
          text = blocks.pop() ?? '';
          for (const block of blocks)
            for (const event of eventsIn(block, 'RunSessionEvent')) {
              events.push(event);
              const { index, turns = [] } = event.data;
              if (event.event !== 'transcript') continue;
              texts = [
                ...texts.slice(0, index),
                ...turns.map((each: { text: string }) => each.text),
              ];
            }
        }
      })().catch(() => undefined);
      return {
        status: response.status,
        events,
        names: () => events.map(({ event }) => event),
        texts: () => texts,
        last: () => events.at(-1)?.id ?? '',
      };
    },
  };
}

describe('streamRunSession', () => {
  test('brings turns as they are stored, as the run shows them, at once', async () => {
    const { say, open, member, path } = await given();
    await say(0, turn('Good morning.', { interrupted: true, spoken_ms: 900 }));
    const stream = await open();
    await expect.poll(stream.texts, within).toEqual(['Good morning.']);
    const times: number[] = [];
    for (const text of ['1', '2', '3']) {
      const sent = performance.now();
      await say(stream.texts().length, { role: 'caller', kind: 'keys', text, at });
      await expect.poll(() => stream.texts().at(-1), { ...within, interval: 5 }).toBe(text);
      times.push(performance.now() - sent);
    }

    expect(stream.events.flatMap(({ data }) => data.turns)).toEqual(
      (await member.get(path)).body.transcript,
    );
    expect(stream.events.map(({ data }) => data.index)).toEqual([0, 1, 2, 3]);
    // A look alone comes once in a second.
    expect(times.toSorted((a, b) => a - b)[1]).toBeLessThan(500);
  });

  test('brings the turns of a conversation by text', async () => {
    const { member, open } = await given();
    const path = await givenTextRun(member, await givenGraph(member));
    const stream = await open(undefined, { path });
    await expect.poll(() => server.app.runWatch.size, within).toBeGreaterThan(0);

    await member.post(`${path}/turns`, { text: 'Hello?' });

    await expect.poll(() => stream.texts().length, within).toBe(2);
    expect(stream.texts()[0]).toBe('Hello?');
  });

  test('continues after the turns that were received, and counts them beside instructions', async () => {
    const { say, open, add, end } = await given();
    await say(0, turn('a'), turn('b'));
    const first = await open();
    await expect.poll(first.texts, within).toEqual(['a', 'b']);
    await add();
    await expect.poll(first.names, within).toEqual(['transcript', 'instruction']);
    const [afterTurns, afterBoth] = first.events.map(({ id }) => id);
    expect([afterTurns, afterBoth]).toEqual([
      expect.stringMatching(/^0-2-[0-9a-f]{8}$/),
      expect.stringMatching(/^1-2-[0-9a-f]{8}$/),
    ]);
    await say(2, turn('c'));

    const [behindTurns, behindBoth, old] = [
      await open(afterTurns),
      await open(afterBoth),
      await open('1'),
    ];

    await expect.poll(behindTurns.names, within).toEqual(['instruction', 'transcript']);
    await expect.poll(behindBoth.names, within).toEqual(['transcript']);
    expect(behindBoth.events[0]?.data).toMatchObject({ index: 2, turns: [{ text: 'c' }] });
    await expect.poll(old.texts, within).toEqual(['a', 'b', 'c']);
    await end();
    const late = await open(behindBoth.last());
    await expect.poll(late.names, within).toEqual(['complete']);
  });

  test.each([
    ['corrected', [turn('a'), turn('B'), turn('c')], ['a', 'B', 'c']],
    ['corrected in a turn alone', [turn('a'), turn('b', { interrupted: true })], ['a', 'b']],
    ['shorter', [turn('a')], ['a']],
    ['removed', null, []],
    ['empty', [], []],
  ])('replaces turns of a transcript that is %s', async (_how, transcript, texts) => {
    const { say, submit, open } = await given({ mode: 'ad_hoc', state: 'running' });
    await say(0, turn('a'), turn('b'));
    const stream = await open();
    await expect.poll(stream.texts, within).toEqual(['a', 'b']);

    await submit(transcript);

    await expect.poll(() => stream.events.length, within).toBe(2);
    expect(stream.texts()).toEqual(texts);
    // Who was away meanwhile learns of it too.
    const again = await open(stream.events[0]?.id);
    await expect.poll(() => again.events.length, within).toBe(1);
    expect(again.events[0]?.data).toEqual(stream.events[1]?.data);
    expect(again.events[0]?.data.index).toBe(0);
  });

  test('brings a long transcript in parts, and all of it before the end', async () => {
    const { submit, open } = await given();
    const words = Array.from({ length: 450 }, (_, index) => `turn ${index}`);
    await submit(words.map((text) => turn(text)));

    const stream = await open();

    await expect
      .poll(stream.names, within)
      .toEqual(['transcript', 'transcript', 'transcript', 'complete']);
    expect(stream.texts()).toEqual(words);
    const resumed = await open(stream.events[0]?.id);
    await expect.poll(resumed.names, within).toEqual(['transcript', 'transcript', 'complete']);
    expect(resumed.events[0]?.data.index).toBe(200);
  });

  test('brings nothing of what is no longer kept', async () => {
    const { run_id, say, open, end } = await given();
    await say(0, turn('My number is 4711.'));
    const stream = await open();
    await expect.poll(() => stream.texts().length, within).toBe(1);
    await end();
    await expect.poll(stream.names, within).toEqual(['transcript', 'complete']);
    await server.app.db
      .updateTable('workflow_runs')
      .set({ transcript: null, erased_at: server.app.now() })
      .where('id', '=', run_id)
      .execute();

    const [again, anew] = [await open(stream.last()), await open()];

    await expect.poll(again.names, within).toEqual(['transcript', 'complete']);
    expect(again.events[0]?.data).toMatchObject({ index: 0, turns: [] });
    await expect.poll(anew.names, within).toEqual(['complete']);
  });

  test('brings a runtime none of the turns that it stores', async () => {
    const { say, add, open, token, end } = await given();
    await say(0, turn('a'));
    const stream = await open(undefined, { key: token });
    await add();
    await say(1, turn('b'));
    await expect.poll(stream.names, within).toEqual(['instruction']);
    await end();

    await expect.poll(stream.names, within).toEqual(['instruction', 'complete']);
    expect(stream.last()).toBe('1');
  });

  test('finds turns whose wake-up was lost, for those alone that read them', async () => {
    const { key, say, submit } = await given({ mode: 'ad_hoc', state: 'running' });
    const { db } = server.app;
    const seen = { ...key, after: 0, transfer: null };
    const none = { turns: 0, digest: null };
    expect(await changed(db, [{ ...seen, said: none }])).toEqual([]);
    await say(0, turn('a'));

    expect(await changed(db, [{ ...seen, said: none }])).toEqual([key.run_id]);
    expect(await changed(db, [seen])).toEqual([]);
    await submit([]);
    expect(await changed(db, [{ ...seen, said: none }])).toEqual([]);
  });

  test.each(['0-1', '0-1-x', '0-1-0123456789', '1-1-01234567', '-1-01234567'])(
    'refuses the Last-Event-ID %s',
    async (id) => {
      const { open } = await given();

      expect((await open(id)).status).toBe(422);
    },
  );
});
