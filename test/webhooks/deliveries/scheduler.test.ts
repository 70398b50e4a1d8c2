import { describe, expect, test } from 'vitest';
import {
  createScheduler,
  type Limits,
  type Place,
  type Sending,
} from '../../../src/webhooks/deliveries/scheduler.ts';

const limits: Limits = {
  quick: 6,
  slow: 2,
  total: 12,
  perOrganization: 4,
  perEndpoint: 4,
  waiting: 20,
  waitingPerOrganization: 10,
  waitingPerPost: 2,
};

/** `a1` is endpoint 1 of organization a; endpoints of different organizations have different numbers. */
const place = (name: string): Place => ({
  organization_id: name.charCodeAt(0),
  endpoint_id: name.charCodeAt(0) * 100 + Number(name.slice(1)),
});
const nameOf = ({ organization_id, endpoint_id }: Place): string =>
  `${String.fromCharCode(organization_id)}${endpoint_id % 100}`;

function given(waiting: Record<string, number>, failing: readonly string[] = []) {
  const scheduler = createScheduler<string>(limits);
  for (const [name, count] of Object.entries(waiting))
    scheduler.add(
      place(name),
      Array.from({ length: count }, (_, at) => `${name}-${at}`),
      failing.includes(name),
    );
  return scheduler;
}
type Given = ReturnType<typeof given>;

/** Starts everything that may start. */
function beginAll(scheduler: Given): Sending<string>[] {
  const begun: Sending<string>[] = [];
  for (let turn = scheduler.next(); turn; turn = scheduler.next()) begun.push(turn);
  return begun;
}
const begunBy = (scheduler: Given): string[] => beginAll(scheduler).map(nameOf);

/** Sends requests to an endpoint one by one, with or without a response. */
function after(scheduler: Given, name: string, results: readonly boolean[]): void {
  for (const isAnswered of results) {
    scheduler.add(place(name), ['one'], false);
    const turn = scheduler.next();
    if (!turn) throw new Error('Nothing may begin.');
    if (!isAnswered) scheduler.late(turn);
    scheduler.ended(turn, isAnswered);
  }
}

describe('Turns', () => {
  test.each([
    ['no deliveries', {}, []],
    ['a new endpoint', { a1: 3 }, ['a1']],
    [
      'more endpoints in one organization than in others',
      { a1: 1, a2: 1, b1: 1 },
      ['a1', 'b1', 'a2'],
    ],
    [
      'an organization at its limit',
      { a1: 1, a2: 1, a3: 1, a4: 1, a5: 1, b1: 1 },
      ['a1', 'b1', 'a2', 'a3', 'a4'],
    ],
    [
      'more deliveries than places',
      { a1: 1, b1: 1, c1: 1, d1: 1, e1: 1, f1: 1, g1: 1 },
      ['a1', 'b1', 'c1', 'd1', 'e1', 'f1'],
    ],
  ])('with %s: %j start %j', (_, waiting, expected) => {
    expect(begunBy(given(waiting))).toEqual(expected);
  });

  test('go to all others before the first gets another', () => {
    const scheduler = given({ a1: 0, b1: 1, c1: 1 });
    after(scheduler, 'a1', [true]);
    scheduler.add(place('a1'), ['x', 'y'], false);

    expect(begunBy(scheduler).toSorted()).toEqual(['a1', 'a1', 'b1', 'c1']);
  });

  test('go to failing endpoints within a limit of their own', () => {
    const waiting = { a1: 1, b1: 1, c1: 1, d1: 1 };
    const scheduler = given(waiting, ['a1', 'b1', 'c1']);

    expect(begunBy(scheduler)).toEqual(['a1', 'b1', 'd1']);
  });
});

describe('The allowance of an endpoint', () => {
  test.each([
    [[], 1],
    [[true], 2],
    [[true, true], 4],
    [[true, true, true], 4],
    [[true, true, false], 2],
    [[true, true, false, false], 1],
    [[true, true, false, false, false], 1],
    [[true, true, false, false, false, true], 2],
    [[true, true, false, false, false, true, true], 4],
  ])('after %j: %i in progress', (results, expected) => {
    const scheduler = given({});
    after(scheduler, 'a1', results);
    scheduler.add(place('a1'), Array<string>(9).fill('x'), false);

    // Endpoints that were late last time share two places, whatever their allowance.
    expect(begunBy(scheduler).length).toBe(Math.min(expected, results.at(-1) === false ? 2 : 4));
  });
});

describe('A late request', () => {
  test('frees its place, until there are too many in total', () => {
    const names = Array.from('abcdefghijklmnopqr', (letter) => `${letter}1`);
    const scheduler = given(Object.fromEntries(names.map((name) => [name, 2])));

    const first = beginAll(scheduler);
    const returned = first.flatMap((turn) => scheduler.late(turn));
    const second = beginAll(scheduler);
    for (const turn of second) scheduler.late(turn);

    expect(first.map(nameOf)).toEqual(names.slice(0, 6));
    expect(returned.length).toBe(6);
    expect(second.map(nameOf)).toEqual(names.slice(6, 12));
    expect(begunBy(scheduler)).toEqual([]);
    for (const turn of first) scheduler.ended(turn, false);
    expect(begunBy(scheduler)).toEqual(names.slice(12));
  });

  test('makes its endpoint slow, until it responds in time', () => {
    const scheduler = given({});
    for (const name of ['a1', 'b1', 'c1']) after(scheduler, name, [false]);
    for (const name of ['a1', 'b1', 'c1']) scheduler.add(place(name), ['x'], false);

    const slow = beginAll(scheduler);
    expect(slow.map(nameOf)).toEqual(['a1', 'b1']);
    for (const turn of slow) scheduler.ended(turn, true);
    for (const name of ['a1', 'b1']) scheduler.add(place(name), ['x'], false);

    expect(begunBy(scheduler).toSorted()).toEqual(['a1', 'b1', 'c1']);
  });
});

describe('Portions', () => {
  const portionsOf = (scheduler: Given, names: readonly string[]) =>
    Object.fromEntries(
      scheduler.portions(names.map(place)).map((portion) => [nameOf(portion), portion.count]),
    );

  test.each([
    ['give one to new endpoints', [], [], ['a1', 'a2', 'b1'], { a1: 1, a2: 1, b1: 1 }],
    ['give more to known endpoints', ['a1', 'a1'], [], ['a1', 'b1'], { a1: 8, b1: 1 }],
    ['give one to slow endpoints', ['a1', 'a1'], ['a1'], ['a1', 'b1'], { a1: 1, b1: 1 }],
    [
      'give an organization no more than its share',
      ['a1', 'a1', 'a2', 'a2', 'b1', 'b1'],
      [],
      ['a1', 'a2', 'b1'],
      { a1: 5, a2: 5, b1: 8 },
    ],
    [
      'are equal if there is not enough for all',
      ['a1', 'a1', 'b1', 'b1', 'c1', 'c1'],
      [],
      ['a1', 'b1', 'c1'],
      { a1: 7, b1: 7, c1: 6 },
    ],
  ])('%s', (_, answered, late, due, expected) => {
    const scheduler = given({});
    for (const name of answered) after(scheduler, name, [true]);
    for (const name of late) after(scheduler, name, [false]);

    expect(portionsOf(scheduler, due)).toEqual(expected);
  });

  test('are taken only when few deliveries wait', () => {
    const scheduler = given({});
    after(scheduler, 'a1', [true, true]);
    scheduler.add(place('a1'), ['x', 'y', 'z'], false);

    expect(portionsOf(scheduler, ['a1'])).toEqual({});
    scheduler.next();
    expect(portionsOf(scheduler, ['a1'])).toEqual({ a1: 6 });
  });

  test('of many endpoints of one organization take nothing from another', () => {
    const many = Array.from({ length: 50 }, (_, at) => `a${at}`);

    const portions = portionsOf(given({}), [...many, 'b1']);

    expect(portions['b1']).toBe(1);
    expect(Object.keys(portions).length).toBe(11);
  });
});
