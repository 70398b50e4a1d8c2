import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { later } from '../../../src/timestamp.ts';
import { positionAt } from '../../../src/webhooks/events/list-queries.ts';
import { newOrganization } from '../../support/organizations.ts';

const began = '2026-01-05T10:00:00.000Z';
const at = (seconds: number) => later(began, seconds * 1000);

test.each([
  ['no event', []],
  ['one', [[7, 3]]],
  [
    'gaps, some of a million, and equal times',
    [
      [1, 0],
      [2, 0],
      [5, 0],
      [9, 4],
      [10, 4],
      [1_000_011, 6],
      [1_000_012, 6],
      [1_000_020, 9],
    ],
  ],
  ['many', Array.from({ length: 300 }, (_, turn) => [turn + 40, Math.floor(turn / 31)])],
])('positionAt of %s is the first position of the time or later', async (_, events) => {
  const { server, organization_id } = await newOrganization();
  const { db } = server.app;
  const rows = events.map(([position = 0, seconds = 0]) => ({
    organization_id,
    position,
    id: randomUUID(),
    event: 'webhook_endpoint_disabled' as const,
    body: '{}',
    // The month is another matter: events of several are looked through together.
    created_at: position % 3 === 0 ? '2025-12-01T00:00:00.000Z' : at(seconds),
    composed_at: at(seconds),
  }));
  if (rows.length > 0) await db.insertInto('webhook_events').values(rows).execute();

  for (let seconds = -1; seconds <= 11; seconds += 1) {
    const first = rows.find(({ composed_at }) => composed_at >= at(seconds))?.position;
    expect(await positionAt(db, organization_id, at(seconds)), `after ${seconds} s`).toBe(first);
  }
});
