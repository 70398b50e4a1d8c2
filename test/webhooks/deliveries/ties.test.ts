import { sql, type Transaction } from 'kysely';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Database } from '../../../src/db/connect.ts';
import { monthOf, partitionOf } from '../../../src/db/months.ts';
import { makeMonths } from '../../../src/process/month-sweeps.ts';
import { onCitus, onPostgres } from '../../support/database.ts';
import { type Member, newOrganization } from '../../support/organizations.ts';
import { ownServer } from '../../support/own-server.ts';
import { untilWaiting } from '../../support/waiting.ts';
import { givenEndpoint } from '../given.ts';

// Triggers hold deliveries to their events and endpoints, see 0047_webhooks.ts.

const server = ownServer();
const url = 'https://hooks.example.com/voice';
/** A time of which there is no month. */
const early = '2001-01-01T00:00:00.000Z';

let member: Member;
let other: Member;
let endpoint_id: number;
let position = 0;

beforeAll(() => makeMonths(server.app));
beforeEach(async () => {
  member = await newOrganization({ server });
  other = await newOrganization({ server });
  ({ id: endpoint_id } = await givenEndpoint(member, url));
});

interface Row {
  readonly organization_id: number;
  readonly endpoint_id: number;
  readonly position: number;
  readonly at: string;
}

const rowOf = (at: string): Row => {
  position += 1;
  const { organization_id } = member;
  return { organization_id, endpoint_id, position, at };
};

type Trx = Transaction<Database>;

async function addEvent(row: Row, into = 'webhook_events', db: Trx = server.app.db as Trx) {
  await sql`
    insert into ${sql.table(into)} (organization_id, position, event, id, body, created_at, composed_at)
    values (${row.organization_id}, ${row.position}, 'call_ended', gen_random_uuid(), '{}', ${row.at}, ${row.at})`.execute(
    db,
  );
}

async function addDelivery(row: Row, into = 'webhook_deliveries', db: Trx = server.app.db as Trx) {
  // The identity is of the table as a whole.
  await sql`
    insert into ${sql.table(into)}
      (id, organization_id, endpoint_id, event_id, position, event, event_created_at, created_at)
    overriding system value
    values (${row.position}, ${row.organization_id}, ${row.endpoint_id}, gen_random_uuid(), ${row.position},
      'call_ended', ${row.at}, ${row.at})`.execute(db);
}

async function addPending(row: Row, db: Trx = server.app.db as Trx) {
  await sql`
    insert into pending_deliveries
      (delivery_id, organization_id, endpoint_id, position, event, event_created_at, bytes)
    values (${row.position}, ${row.organization_id}, ${row.endpoint_id}, ${row.position}, 'call_ended', ${row.at}, 2)`.execute(
    db,
  );
}

const addAttempt = (row: Row) =>
  sql`
    insert into webhook_attempts (organization_id, delivery_id, event_created_at, number, at, duration_ms)
    values (${row.organization_id}, ${row.position}, ${row.at}, 1, ${row.at}, 1)`.execute(
    server.app.db,
  );

/** How many of the organization's rows the tables have. */
async function rowsOf(...tables: string[]): Promise<number[]> {
  const counts = tables.map(async (table) => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from ${sql.table(table)}
      where organization_id = ${member.organization_id}`.execute(server.app.db);
    return rows[0]?.count ?? NaN;
  });
  return Promise.all(counts);
}

const all = ['webhook_deliveries', 'pending_deliveries', 'webhook_attempts'];

/** The event and its deliveries with an attempt. */
async function givenDelivery(row: Row): Promise<void> {
  await addEvent(row);
  await addDelivery(row);
  await addPending(row);
  await addAttempt(row);
}

const thisMonth = (table: string): string => partitionOf(table, monthOf(server.app.now()));

const places: readonly [string, () => string, (table: string) => string][] = [
  ['a month', () => server.app.now(), (table) => table],
  ['a month, in its partition', () => server.app.now(), thisMonth],
  ['no month', () => early, (table) => table],
  ['no month, in its partition', () => early, (table) => `${table}_default`],
];

describe.each(places)('A delivery of %s', (place, now, partOf) => {
  const [events, deliveries] = ['webhook_events', 'webhook_deliveries'];

  test('has an event of its organization and time', async () => {
    const row = rowOf(now());
    const foreign = { ...row, organization_id: other.organization_id };
    await addEvent(foreign);
    await expect(addDelivery(row, partOf(deliveries))).rejects.toThrow('without an event');
    await addEvent(row, partOf(events));
    const moved = { ...row, at: new Date(Date.parse(row.at) + 1).toISOString() };
    await expect(addDelivery(moved, partOf(deliveries))).rejects.toThrow('without an event');

    await addDelivery(row, partOf(deliveries));

    expect(await rowsOf(deliveries)).toEqual([1]);
  });

  test('has an endpoint of its organization', async () => {
    const row = rowOf(now());
    const { id } = await givenEndpoint(other, url);
    await addEvent(row);

    for (const loose of [id, 2 ** 40])
      await expect(addDelivery({ ...row, endpoint_id: loose }, partOf(deliveries))).rejects.toThrow(
        'without an endpoint',
      );

    expect(await rowsOf(deliveries)).toEqual([0]);
  });

  test('goes with its event, and no other does', async () => {
    const [kept, removed] = [rowOf(now()), rowOf(now())];
    await givenDelivery(kept);
    await givenDelivery(removed);

    await sql`
      delete from ${sql.table(partOf(events))}
      where organization_id = ${member.organization_id} and position = ${removed.position}`.execute(
      server.app.db,
    );

    // Whoever removes an event removes what is pending first.
    expect(await rowsOf(...all)).toEqual([1, 2, 1]);
  });

  // A Citus makes no trigger that names truncate on the shards of a month's partition.
  const isGuarded = !onCitus || place !== 'a month, in its partition';
  test.runIf(isGuarded)('keeps its keys, and so does its event', async () => {
    await givenDelivery(rowOf(now()));
    const changes = [
      ...['organization_id', 'endpoint_id', 'position'].map((key) => [deliveries, key]),
      ...['organization_id', 'position'].map((key) => [events, key]),
    ] as const;

    for (const [table = '', key = ''] of changes)
      await expect(
        sql`update ${sql.table(partOf(table))} set ${sql.ref(key)} = ${sql.ref(key)} + 1`.execute(
          server.app.db,
        ),
      ).rejects.toThrow('is refused');
    await expect(sql`truncate ${sql.table(partOf(events))}`.execute(server.app.db)).rejects.toThrow(
      'is refused',
    );
  });
});

describe('What is pending', () => {
  test('has an endpoint of its organization, and keeps it', async () => {
    const row = rowOf(server.app.now());
    const { id } = await givenEndpoint(other, url);
    for (const loose of [id, 2 ** 40])
      await expect(addPending({ ...row, endpoint_id: loose })).rejects.toThrow(
        'without an endpoint',
      );

    await addPending(row);

    for (const key of ['organization_id', 'endpoint_id'])
      await expect(
        sql`update pending_deliveries set ${sql.ref(key)} = ${id}`.execute(server.app.db),
      ).rejects.toThrow('is refused');
    expect(await rowsOf('pending_deliveries')).toEqual([1]);
  });

  test('goes with its endpoint, as do all deliveries, and no other does', async () => {
    await givenDelivery(rowOf(server.app.now()));
    await givenDelivery(rowOf(early));
    const removed = endpoint_id;
    ({ id: endpoint_id } = await givenEndpoint(member, url));
    await givenDelivery(rowOf(server.app.now()));

    await server.app.db.deleteFrom('webhook_endpoints').where('id', '=', removed).execute();

    expect(await rowsOf(...all)).toEqual([1, 1, 1]);
    expect(await rowsOf('webhook_events')).toEqual([3]);
  });
});

describe.runIf(onPostgres)('While another transaction', () => {
  const inserts = {
    delivery: (row: Row, trx?: Trx) => addDelivery(row, 'webhook_deliveries', trx),
    pending: (row: Row, trx?: Trx) => addPending(row, trx),
  };
  const removeEvent = ({ organization_id, position: place }: Row, db: Trx) =>
    db
      .deleteFrom('webhook_events')
      .where('organization_id', '=', organization_id)
      .where('position', '=', place)
      .execute();
  const removeEndpoint = (row: Row, db: Trx) =>
    db.deleteFrom('webhook_endpoints').where('id', '=', row.endpoint_id).execute();
  const cases = [
    ['delivery', 'event', removeEvent],
    ['delivery', 'endpoint', removeEndpoint],
    ['pending', 'endpoint', removeEndpoint],
  ] as const;

  test.each(cases)('adds a %s, its %s is not removed', async (what, _, remove) => {
    const row = rowOf(server.app.now());
    await addEvent(row);
    const adding = await server.app.db.startTransaction().execute();
    await inserts[what](row, adding);

    const removing = remove(row, server.app.db as Trx);
    await untilWaiting(adding, member);
    await adding.commit().execute();
    await removing;

    expect(await rowsOf(...all)).toEqual([0, 0, 0]);
  });

  test.each(cases)('may yet keep it, no %s is added to its %s', async (what, _, remove) => {
    const row = rowOf(server.app.now());
    await addEvent(row);
    const removing = await server.app.db.startTransaction().execute();
    await remove(row, removing);

    const adding = inserts[what](row);
    void adding.catch(() => {});
    await untilWaiting(removing, member);
    await removing.commit().execute();

    await expect(adding).rejects.toThrow('of their organization');
    expect(await rowsOf(...all)).toEqual([0, 0, 0]);
  });
});
