import { expect, test } from 'vitest';
import { onPostgres } from '../support/database.ts';
import {
  addedUp,
  contentOf,
  demo,
  givenCells,
  logIn,
  move,
  type Schemas,
  type Send,
  startMove,
  suspend,
} from './moving.ts';

const period = 'from=2026-01-01&to=2027-01-01';

/** The organizations of all pages of a list of super admins, in their order. */
async function idsIn(send: Send, token: string, path: string, id = 'id'): Promise<number[]> {
  const ids: number[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const sent: Awaited<ReturnType<Send>> = await send(
      'GET',
      `${path}${cursor && `&cursor=${cursor}`}`,
      { token },
    );
    expect(sent.body['unanswered_cells']).toEqual([]);
    ids.push(...sent.body['items'].map((item: Record<string, number>) => item[id]));
    cursor = sent.body['next_cursor'];
  }
  return ids.toSorted((a, b) => a - b);
}

/** What a move has left behind: schemas, and tables that another role than the cell's owns. */
async function remainsOf({ admin, nameOf }: Schemas): Promise<string[]> {
  const { rows } = await admin.query<{ name: string }>(
    `select nspname as name from pg_namespace where nspname like 'departing%'
    union all select relname from pg_class
    where relnamespace = '${nameOf(7)}'::regnamespace and relkind in ('r', 'p') and relowner <> '${nameOf(7)}'::regrole`,
  );
  return rows.map(({ name }) => name);
}

test.runIf(onPostgres)(
  'An organization moves to another cell with all its rows, whenever the program is killed, and back while nothing is new',
  { timeout: 300_000 },
  async () => {
    const { schemas, send, admin, organization } = await givenCells();
    const [own, others] = [
      { organization, own: true },
      { organization, own: false },
    ];
    const path = `/admin/organizations/${organization}`;
    const lists = async () => [
      await idsIn(send, admin, '/admin/organizations?limit=1'),
      await idsIn(send, admin, `/admin/usage?${period}&limit=1`, 'organization_id'),
    ];
    // But for their sessions, one of which asks.
    const neighbors = async () => [
      { ...(await contentOf(schemas, 0, others)), sessions: '' },
      { ...(await contentOf(schemas, 7, others)), sessions: '' },
    ];
    const zero = schemas.nameOf(0);
    const token = await logIn(send, demo.email, demo.password);

    expect((await move(schemas, organization)).said).toContain('is not suspended');
    await suspend(send, admin, organization);
    expect((await move(schemas, organization, { cell: 0 })).said).toContain('already');
    await schemas.admin.query(
      `insert into ${zero}.live_calls
        (organization_id, run_id, telephony_configuration_id, to_number, state, due_at, deadline_at)
      select organization_id, id, telephony_configuration_id, to_number, 'queued', '2100-01-01', '2100-01-01'
      from ${zero}.workflow_runs where organization_id = $1 and mode = 'ad_hoc' limit 1`,
      [organization],
    );
    expect((await move(schemas, organization)).said).toContain('has calls in progress');
    await schemas.admin.query(`delete from ${zero}.live_calls`);
    await addedUp(schemas);
    const [left, beside, listed] = [
      await contentOf(schemas, 0, own),
      await neighbors(),
      await lists(),
    ];

    // It is taken back once it has left, and what is refused while it leaves stays as it was.
    expect((await move(schemas, organization, { killAt: 'has left cell 0' })).code).toBeNull();
    for (const [method, where, sent] of [
      ['GET', '/workflow', { token }],
      ['POST', '/auth/login', { body: demo }],
      ['POST', '/telephony/callbacks/simulated/1?run_id=1', { body: {} }],
      ['GET', path, { token: admin }],
    ] as const)
      expect(await send(method, where, sent), where).toMatchObject({
        status: 503,
        body: { code: 'unavailable' },
      });
    expect((await move(schemas, organization, { cell: 9 })).said).toContain('is being moved');
    expect((await move(schemas, organization, { cell: 0 })).code).toBe(0);
    expect(await contentOf(schemas, 0, own)).toEqual(left);
    expect(await remainsOf(schemas)).toEqual([]);
    const late = startMove(schemas, organization);
    await expect.poll(late.said, { timeout: 20_000 }).toContain('are refused');
    expect((await move(schemas, organization)).said).toContain('Another organization');
    await schemas.admin.query(
      `update ${zero}.organizations set suspended_at = null, suspension_reason = null where id = ${organization}`,
    );
    expect((await late.ended).said).toContain('is not suspended');
    await expect.poll(async () => (await send('GET', path, { token: admin })).status).toBe(200);
    await schemas.admin.query(
      `update ${zero}.organizations set suspended_at = now(), suspension_reason = 'Moves.' where id = ${organization}`,
    );
    const again = await contentOf(schemas, 0, own);

    // There and back, since it got no id there.
    for (const [cell, other] of [
      [7, 0],
      [0, 7],
    ] as const) {
      expect(await move(schemas, organization, { cell })).toMatchObject({ code: 0 });
      expect(await contentOf(schemas, cell, own)).toEqual(again);
      const rest = Object.values(await contentOf(schemas, other, own));
      expect(rest.every((rows) => rows.startsWith('0 '))).toBe(true);
    }

    for (const killAt of ['are refused', 'has left', 'have arrived', 'directory has it'])
      expect((await move(schemas, organization, { killAt })).code).toBeNull();
    const ended = await move(schemas, organization);
    expect([ended.code, ended.said]).toEqual([0, expect.stringContaining('is in cell 7')]);
    expect((await move(schemas, organization)).said).toContain('is in cell 7 already');
    expect(await remainsOf(schemas)).toEqual([]);
    expect(await contentOf(schemas, 7, own)).toEqual(again);
    expect(await neighbors()).toEqual(beside);
    await expect.poll(async () => (await send('GET', path, { token: admin })).status).toBe(200);
    expect(await lists()).toEqual(listed);

    // What it got there has ids of cell 7.
    await send('POST', `${path}/resume`, { token: admin });
    await logIn(send, demo.email, demo.password);
    await suspend(send, admin, organization);
    expect((await move(schemas, organization, { cell: 0 })).said).toContain('higher cell than 0');
  },
);
