import { describe, expect, test } from 'vitest';
import { resolve } from '../../src/http/operations.ts';
import published from '../../generated/openapi.json' with { type: 'json' };
import { worldNow as writtenNow } from '../../generated/version.ts';
import { atPresent, keptForWeek } from '../../src/http/example-times.ts';
import { isNode } from '../support/node.ts';
import { sharedServer } from '../support/server.ts';

const worldNow = Date.parse(writtenNow);
const weekMs = 7 * 86_400_000;

/** Members of requests that tell of what was, or set a simulated clock; the time of every other has to lie ahead. */
const ofAnyTime = ['obtained_at', 'at', 'created_after', 'now'];

interface TimeIn {
  readonly operation: string;
  readonly member: string;
  readonly time: string;
}

/** The times in all examples of a document's request bodies. */
const requestTimes = (document: typeof published): TimeIn[] =>
  Object.values(document.paths)
    .flatMap((item) => Object.values<unknown>(item))
    .filter(isNode)
    .flatMap(({ operationId, requestBody }) =>
      [...timesIn(document, isNode(requestBody) ? requestBody['content'] : {})].map((each) => ({
        operation: String(operationId),
        ...each,
      })),
    );

function* timesIn(
  document: typeof published,
  value: unknown,
  member = '',
): Generator<Omit<TimeIn, 'operation'>> {
  if (typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value)) yield { member, time: value };
  if (Array.isArray(value)) for (const part of value) yield* timesIn(document, part, member);
  if (!isNode(value)) return;
  for (const [name, part] of Object.entries(resolve<object>(document, value)))
    if (name !== 'schema') yield* timesIn(document, part, name);
}

const written = requestTimes(published);
const planned = written.filter(({ member }) => !ofAnyTime.includes(member));

const timesInText = (text: string): string[] => text.match(/\d{4}-\d\d-\d\dT[\d:.]+Z/g) ?? [];

async function get(path: string): Promise<string> {
  const { url } = await sharedServer();
  return (await fetch(url + path)).text();
}

describe('The times in examples of requests', () => {
  test('lie ahead of the clock of the examples, or at least a week behind it', () => {
    const behind = planned.filter(({ time }) => Date.parse(time) <= worldNow);
    const obtained = written.filter(({ member }) => member === 'obtained_at');

    expect(planned.length).toBeGreaterThan(4);
    expect(behind).toEqual([]);
    for (const { time } of obtained) expect(Date.parse(time)).toBeLessThan(worldNow - weekMs);
  });

  test('are as far ahead of now where they are served, within a week', async () => {
    const served = requestTimes(JSON.parse(await get('/api/v1/openapi.json')));
    const now = Date.now();

    expect(served.map(({ operation, member }) => [operation, member])).toEqual(
      written.map(({ operation, member }) => [operation, member]),
    );
    for (const [index, { member, time }] of served.entries()) {
      const [shown, original] = [time, written[index]!.time].map((each) => Date.parse(each));
      if (!ofAnyTime.includes(member)) expect(shown, member).toBeGreaterThan(now);
      if (shown === original) continue;
      const later = shown! - now - (original! - worldNow);
      expect(later, member).toBeGreaterThanOrEqual(-60_000);
      expect(later, member).toBeLessThan(weekMs);
    }
  });

  test.each([...new Set(planned.map(({ operation }) => operation))])(
    'are in the page, the samples and the Markdown of %s what the contract serves',
    async (id) => {
      const times = planned.filter(({ operation }) => operation === id).map(({ time }) => time);

      const page = timesInText(await get(`/docs/operations/${id}`));
      const text = timesInText(await get(`/docs/operations/${id}.md`));

      expect(page).toEqual(expect.arrayContaining(times.map((time) => atPresent(time))));
      // Nothing is left that would still have to move.
      for (const time of [...page, ...text]) expect(atPresent(time)).toBe(time);
      expect(text).toContain(atPresent(times[0]!));
    },
  );
});

describe('What is made of the examples', () => {
  test('moves by whole weeks, and leaves alone what is of no day of theirs', () => {
    const at = (days: number) => worldNow + days * 86_400_000;

    const text = `"2026-01-05T15:00:00Z" "2099-01-01T00:00:00.000Z" "2026-12-25"`;

    expect([at(0), at(1), at(7), at(8)].map((now) => atPresent(text, now).slice(1, 21))).toEqual([
      '2026-01-05T15:00:00Z',
      '2026-01-12T15:00:00Z',
      '2026-01-12T15:00:00Z',
      '2026-01-19T15:00:00Z',
    ]);
    expect(atPresent(text, at(300)).slice(22)).toBe(text.slice(22));
  });

  test('is made again when they have moved', () => {
    let now = worldNow + 1;
    let made = 0;
    const read = keptForWeek(
      () => ++made,
      () => now,
    );

    expect([read(), read()]).toEqual([1, 1]);
    now += weekMs;
    expect([read(), read()]).toEqual([2, 2]);
  });
});
