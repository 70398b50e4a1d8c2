import { describe, expect, test } from 'vitest';
import { type Client, createShares, type ShareSize } from '../../src/db/shares.ts';
import { Failure } from '../../src/errors.ts';
import { statusOf } from '../../src/http/failures.ts';

const settled = () => new Promise((done) => setImmediate(done));

/** A client that leaves when the signal is aborted. */
function clientUntil(signal: AbortSignal): Client {
  const client: Client = {
    onLeave: new Set(),
    get hasLeft() {
      return signal.aborted;
    },
  };
  signal.addEventListener('abort', () => client.onLeave.forEach((leave) => leave()));
  return client;
}

/** Shares, and the requests that got a place, in order. */
function givenShares(size: Partial<ShareSize> = {}) {
  const shares = createShares({ places: 2, waiting: 3, patienceMs: 60_000, ...size });
  const placed: string[] = [];
  const staying = new AbortController();
  const outcome = async (name: string, turn: () => Promise<void> | undefined) => {
    try {
      await turn();
      placed.push(name);
      return 'placed';
    } catch (error) {
      return error instanceof Failure ? statusOf(error) : error;
    }
  };
  return {
    placed,
    arrive: (organization: number, name: string, signal = staying.signal) =>
      outcome(name, () => shares.take(organization, clientUntil(signal))),
    carryOn: (organization: number, name: string) => outcome(name, () => shares.take(organization)),
    give: async (organization: number) => {
      shares.give(organization);
      await settled();
    },
    shares,
  };
}

describe('The shares of organizations', () => {
  test('create no promise and listen to no client while there is room', () => {
    const { shares } = givenShares();
    const unasked: Client = { hasLeft: false, onLeave: undefined as never };

    expect([shares.take(1, unasked), shares.take(1, unasked), shares.take(2, unasked)]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  test('are used up only by their own organization, and passed on in order', async () => {
    const { arrive, give, placed } = givenShares();
    for (const name of ['a', 'b', 'c', 'd', 'e']) void arrive(1, name);
    void arrive(2, 'other');
    await settled();
    expect(placed).toEqual(['a', 'b', 'other']);

    await give(1);
    expect(placed).toEqual(['a', 'b', 'other', 'c']);

    await give(1);
    await give(1);
    expect(placed).toEqual(['a', 'b', 'other', 'c', 'd', 'e']);
  });

  test('are complete again when everything was returned', async () => {
    const { arrive, give, placed } = givenShares({ places: 1 });
    void arrive(1, 'a');
    void arrive(1, 'b');
    await give(1);
    await give(1);

    void arrive(1, 'c');
    void arrive(1, 'd');
    await settled();

    expect(placed).toEqual(['a', 'b', 'c']);
  });

  test('refuse a request to a full queue, and no other organization', async () => {
    const { arrive } = givenShares();
    for (const name of ['a', 'b', 'c', 'd', 'e']) void arrive(1, name);

    expect(await arrive(1, 'f')).toBe(429);
    expect(await arrive(2, 'other')).toBe('placed');
  });

  test('serve started requests and new ones in turn, and never refuse started ones', async () => {
    const { arrive, carryOn, give, placed } = givenShares({ places: 1, waiting: 2 });
    void arrive(1, 'a');
    void arrive(1, 'new');
    void arrive(1, 'new too');
    for (const name of ['begun', 'begun too', 'begun last']) void carryOn(1, name);

    for (let i = 0; i < 5; i++) await give(1);

    expect(placed).toEqual(['a', 'begun', 'new', 'begun too', 'new too', 'begun last']);
  });

  test('drop a client that leaves while it waits, which frees its position', async () => {
    const { arrive, give, placed } = givenShares({ places: 1, waiting: 1 });
    const leaving = new AbortController();
    void arrive(1, 'a');
    const left = arrive(1, 'left', leaving.signal);
    await settled();
    leaving.abort();
    expect(await left).toMatchObject({ message: 'The client has left.' });

    void arrive(1, 'b');
    await give(1);

    expect(placed).toEqual(['a', 'b']);
  });

  test('refuse a request that has waited too long', async () => {
    const { arrive, give, placed } = givenShares({ places: 1, patienceMs: 1 });
    void arrive(1, 'a');
    expect(await arrive(1, 'late')).toBe(429);

    await give(1);
    void arrive(1, 'b');
    await settled();

    expect(placed).toEqual(['a', 'b']);
  });
});
