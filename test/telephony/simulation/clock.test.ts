import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createClock } from '../../../src/db/clock.ts';
import { later, msBetween } from '../../../src/timestamp.ts';
import { copyDatabase } from '../../support/database.ts';
import { type Member, newOrganization } from '../../support/organizations.ts';
import { passTime } from '../../support/pass-time.ts';
import { startServer, type TestServer } from '../../support/server.ts';

const path = '/api/v1/simulation/clock';

/** Expects a time up to a few seconds after the other: clocks continue. */
function expectJustAfter(timestamp: string, earlier: string): void {
  const ms = msBetween(earlier, timestamp);
  expect(ms).toBeGreaterThanOrEqual(-1);
  expect(ms).toBeLessThan(20_000);
}

describe('The clock of a server without simulation', () => {
  test('is not found and cannot be set', async () => {
    const member = await newOrganization();

    const answers = [await member.get(path), await member.post(path, { advance_seconds: 60 })];

    expect(answers.map(({ status, body }) => [status, body.code])).toEqual([
      [404, 'not_found'],
      [404, 'not_found'],
    ]);
    expect(member.server.app.clock.offsetMs()).toBe(0);
  });
});

describe('The clock of a simulation', () => {
  let server: TestServer;
  let member: Member;
  beforeAll(async () => {
    server = await startServer({ simulation: true });
    member = await newOrganization({ server });
  });
  const setToNow = () =>
    // The session has expired where the clock is years ahead; the key never does.
    server.send('POST', path, { key: member.key, body: { now: new Date().toISOString() } });
  afterEach(async () => {
    await setToNow();
  });
  afterAll(() => server.close());

  test('shows the real time until it is set', async () => {
    const before = new Date().toISOString();
    await setToNow();

    const { status, body } = await member.get(path);

    expect(status).toBe(200);
    expectJustAfter(body.now, before);
    expect(Math.abs(body.offset_seconds)).toBeLessThan(20);
  });

  test.each([
    ['2026-03-08T06:59:00Z', '2026-03-08T06:59:00.000Z'],
    ['2026-03-08T06:59:00.5+02:00', '2026-03-08T04:59:00.500Z'],
  ])('is set to %s and continues', async (now, timestamp) => {
    await setToNow();

    const answer = await member.post(path, { now });
    const shown = await member.get(path);

    expect(answer.status).toBe(200);
    expectJustAfter(answer.body.now, timestamp);
    expect(msBetween(answer.body.now, shown.body.now)).toBeGreaterThanOrEqual(0);
  });

  test.each([3600, -3600, 0, 0.25])('is moved by %j seconds', async (advance_seconds) => {
    await setToNow();
    const before = (await member.get(path)).body;

    const after = (await member.post(path, { advance_seconds })).body;

    expectJustAfter(after.now, later(before.now, advance_seconds * 1000));
    expect(after.offset_seconds - before.offset_seconds).toBeCloseTo(advance_seconds, 1);
  });

  test('determines all times: creation, and the duration of a session', async () => {
    await setToNow();
    const visitor = await newOrganization({ server });
    await member.post(path, { advance_seconds: 29 * 86_400 });

    const made = await visitor.post('/api/v1/auth/api-keys', { name: 'of the future' });
    await server.send('POST', path, { key: member.key, body: { advance_seconds: 2 * 86_400 } });

    expectJustAfter(
      made.body.created_at,
      later(new Date().toISOString(), 29 * 86_400_000 - 20_000),
    );
    // A server remembers a caller for a second of real time.
    passTime(1000);
    expect((await visitor.get('/api/v1/auth/me')).status).toBe(401);
  });

  test.each([
    [{ now: '0999-12-31T23:59:59Z' }, 'now'],
    [{ now: '9000-01-01T00:00:00Z' }, 'now'],
    [{ now: '8999-12-31T23:59:59-01:00' }, 'now'],
    [{ now: '2026-06-30T23:59:60Z' }, 'now'],
    [{ now: '2026-02-30T00:00:00Z' }, 'now'],
    [{ now: 'tomorrow' }, 'now'],
    [{ advance_seconds: 3_155_760_001 }, 'advance_seconds'],
    [{ advance_seconds: '60' }, 'advance_seconds'],
  ])('is not set by %j', async (body, at) => {
    await setToNow();

    const answer = await member.post(path, body);

    expect([answer.status, answer.body.detail[0].loc]).toEqual([422, ['body', at]]);
    expect(Math.abs((await member.get(path)).body.offset_seconds)).toBeLessThan(20);
  });

  test('cannot be set to a time that cannot be stored', async () => {
    await member.post(path, { now: '8999-12-31T00:00:00Z' });

    const answer = await server.send('POST', path, {
      key: member.key,
      body: { advance_seconds: 86_400 },
    });

    expect([answer.status, answer.body.detail[0].loc]).toEqual([422, ['body', 'advance_seconds']]);
    expect((await setToNow()).status).toBe(200);
  });

  test.each([[{}], [{ now: '2026-03-08T06:59:00Z', advance_seconds: 1 }]])(
    'is not set by %j: exactly one of the two is required',
    async (body) => {
      expect((await member.post(path, body)).status).toBe(422);
    },
  );
});

describe('The clock of another process on the same database', () => {
  test('follows at its next poll, and keeps its time until then', async () => {
    const connection = await copyDatabase();
    const [one, other] = [createClock(connection.db), createClock(connection.db)];

    await one.set(later(new Date().toISOString(), 3_600_000));
    const before = other.offsetMs();
    await other.refresh();
    const after = other.offsetMs();
    await other.set(later(new Date().toISOString(), -60_000));
    await one.refresh();

    expect(before).toBe(0);
    expect(Math.abs(after - 3_600_000)).toBeLessThan(1000);
    expect(Math.abs(one.offsetMs() + 60_000)).toBeLessThan(1000);
    expectJustAfter(one.now(), later(new Date().toISOString(), -62_000));
    await connection.close();
  });
});
