import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { cellOf } from '../../src/db/cell-rules.ts';
import { createCellSchemas } from '../support/cells.ts';
import { environmentOf, onPostgres } from '../support/database.ts';
import { newOrganization } from '../support/organizations.ts';
import { type ServerProcess, spawnServer } from '../support/process.ts';
import { until } from '../telephony/calls/given.ts';

const password = 'correct-horse-battery';
const organizations = '/admin/organizations';

let schemas: Awaited<ReturnType<typeof createCellSchemas>>;
let dataDir: string;
let server: ServerProcess;

// oxlint-disable-next-line typescript/no-explicit-any -- what any operation answers.
type Body = Record<string, any>;

async function send(
  method: string,
  path: string,
  { body, token }: { readonly body?: unknown; readonly token?: string } = {},
): Promise<{ readonly status: number; readonly body: Body }> {
  const answer = await fetch(`${server.url}/api/v1${path}`, {
    method,
    headers: {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status: answer.status, body: (await answer.json()) as Body };
}

async function signUp(email: string): Promise<{ readonly id: number; readonly token: string }> {
  const { body } = await send('POST', '/auth/signup', { body: { email, password } });
  const token = String(body['access_token']);
  const me = await send('GET', '/auth/me', { token });
  return { id: me.body['organization'].id, token };
}

/** The super admin of a cell. */
async function adminOf(cell: number): Promise<string> {
  const body = { email: `admin+${cell}@example.com`, password };
  return String((await send('POST', '/auth/login', { body })).body['access_token']);
}

/** Signs somebody up in a cell. */
async function signUpIn(cell: number, email: string) {
  const token = await adminOf(0);
  await send('POST', `/admin/cells/${cell}/reserve-address`, { token, body: { email } });
  return signUp(email);
}

/** All pages of a list. */
async function pagesOf(token: string, path: string): Promise<Body[]> {
  const items: Body[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const after: string = cursor === '' ? '' : `&cursor=${cursor}`;
    const { body } = await send('GET', `${path}${after}`, { token });
    // A cell that does not answer in time is left out.
    expect(body['unanswered_cells'] ?? []).toEqual([]);
    items.push(...body['items']);
    cursor = body['next_cursor'];
  }
  return items;
}

describe.runIf(onPostgres)('A super admin of a service with several cells', () => {
  beforeAll(async () => {
    schemas = await createCellSchemas([0, 7]);
    dataDir = mkdtempSync(join(tmpdir(), 'cells-'));
    server = await spawnServer({
      ...environmentOf(schemas.url),
      DIRECTORY_URL: schemas.directoryUrl,
      CELLS: '0,7',
      SIGNUP: 'open',
      VERIFY_EMAILS: '0',
      SUPER_ADMIN_EMAIL: 'admin+{cell}@example.com',
      SUPER_ADMIN_PASSWORD: password,
      DATA_DIR: dataDir,
    });
    // It listens before all cells are open if one takes long.
    for (const cell of [0, 7])
      await until(
        () => adminOf(cell),
        (token) => token !== 'undefined',
        60_000,
      );
  }, 90_000);
  afterAll(async () => {
    await server?.kill('SIGTERM');
    rmSync(dataDir, { recursive: true, force: true });
    await schemas?.remove();
  });

  test('lists organizations and audit events of all cells, page by page, or of one', async () => {
    const made = [await signUpIn(0, 'a@example.com'), await signUpIn(7, 'b@example.com')];
    expect(made.map(({ id }) => cellOf(id))).toEqual([0, 7]);

    for (const cell of [0, 7]) {
      const token = await adminOf(cell);
      const seen = (await pagesOf(token, `${organizations}?limit=1`)).map(({ id }) => id);
      expect(seen).toEqual(seen.toSorted((a, b) => b - a));
      expect(seen).toEqual(expect.arrayContaining(made.map(({ id }) => id)));
      const one = await pagesOf(token, `${organizations}?limit=200&cell=7`);
      expect(new Set(one.map(({ id }) => cellOf(id)))).toEqual(new Set([7]));
      const events = await pagesOf(token, '/admin/audit-events?limit=2&action=user.signed_up');
      expect(new Set(events.map(({ id }) => cellOf(id)))).toEqual(new Set([7, 0]));
      const own = await pagesOf(
        token,
        `/admin/audit-events?limit=2&organization_id=${made[1]!.id}`,
      );
      expect(new Set(own.map(({ organization_id: id }) => id))).toEqual(new Set([made[1]!.id]));
    }
  });

  test('lists the usage of organizations of all cells, page by page, or of one', async () => {
    const [near, far] = [await signUpIn(0, 'n@example.com'), await signUpIn(7, 'f@example.com')];
    await schemas.admin.query(
      `insert into ${schemas.nameOf(7)}.usage_counts
        (organization_id, dimension, is_month, first_day, key, measure, runs)
      values ($1, 'all', true, '2026-01-01', 0, 'outcome/busy', 3)`,
      [far.id],
    );
    const token = await adminOf(0);
    const usage = '/admin/usage?from=2026-01-01&to=2026-02-01';

    const organizationsSeen = await pagesOf(token, `${organizations}?limit=200`);
    const seen = await pagesOf(token, `${usage}&limit=1`);
    const ofFar = await pagesOf(token, `${usage}&organization_id=${far.id}`);
    const inFirst = await pagesOf(token, `${usage}&cell=0`);

    expect(seen.map((item) => item['organization_id'])).toEqual(
      organizationsSeen.map(({ id }) => id),
    );
    const callsOf = (id: number) => seen.find((item) => item['organization_id'] === id)?.['calls'];
    expect([callsOf(near.id), callsOf(far.id)]).toEqual([0, 3]);
    expect(ofFar).toMatchObject([{ organization_id: far.id, calls: 3, outcomes: { busy: 3 } }]);
    expect(new Set(inFirst.map((item) => cellOf(item['organization_id'])))).toEqual(new Set([0]));
  });

  test('suspends an organization of another cell, which keeps who did it', async () => {
    const { id, token } = await signUpIn(7, 'suspended@example.com');
    const admin = await adminOf(0);
    const path = `${organizations}/${id}`;

    const suspended = await send('POST', `${path}/suspend`, {
      token: admin,
      body: { reason: 'Unpaid.' },
    });

    expect(suspended).toMatchObject({ status: 200, body: { id, status: 'suspended' } });
    expect((await send('GET', '/workflow', { token })).status).toBe(403);
    const events = await pagesOf(
      admin,
      `/admin/audit-events?organization_id=${id}&action=organization.suspended`,
    );
    expect(events).toHaveLength(1);
    expect(cellOf(events[0]!['actor'].id)).toBe(0);
    expect((await send('POST', `${path}/resume`, { token: admin })).status).toBe(200);
    expect((await send('GET', '/workflow', { token })).status).toBe(200);
    expect((await send('GET', `${organizations}/${9 * 2 ** 44}`, { token: admin })).status).toBe(
      404,
    );
  });

  test('sees other cells while the tables of one are locked, which is named', async () => {
    const { id, token } = await signUpIn(0, 'free@example.com');
    const admin = await adminOf(0);
    const holder = new pg.Client({ connectionString: schemas.urlOf(7) });
    await holder.connect();
    onTestFinished(() => holder.end());
    await holder.query('begin; lock table organizations in access exclusive mode');

    const before = performance.now();
    const { body } = await send('GET', `${organizations}?limit=200`, { token: admin });
    const took = performance.now() - before;
    const usage = await send('GET', '/admin/usage?from=2026-01-01&to=2026-02-01', { token: admin });
    const others = await send('GET', '/workflow', { token });
    const own = await send('GET', `${organizations}?cell=0`, { token: admin });

    expect(body).toMatchObject({ unanswered_cells: [7], next_cursor: null });
    expect(body['items'].map((item: Body) => item['id'])).toContain(id);
    expect(took).toBeLessThan(5000);
    expect(usage).toMatchObject({ status: 200, body: { unanswered_cells: [7] } });
    expect(others.status).toBe(200);
    expect(own.body['unanswered_cells']).toEqual([]);
    await holder.query('rollback');
    const after = await send('GET', `${organizations}?limit=200`, { token: admin });
    expect(after.body['unanswered_cells']).toEqual([]);
  });

  test('is told of a cell that is not here', async () => {
    const token = await adminOf(0);

    for (const path of [organizations, '/admin/audit-events', '/admin/billing/catalog'])
      expect((await send('GET', `${path}?cell=9`, { token })).status).toBe(422);
  });

  test('alone sees what is in other cells', async () => {
    const { id } = await signUpIn(0, 'other@example.com');
    const { token } = await signUpIn(7, 'nosy@example.com');

    for (const path of [organizations, `${organizations}/${id}`, `${organizations}?cell=0`])
      expect(await send('GET', path, { token })).toMatchObject({
        status: 403,
        body: { code: 'super_admin_required' },
      });
  });
});

describe('A super admin of a service with one cell', () => {
  test('is told of a cell that is not here', async () => {
    const admin = await newOrganization({ superAdmin: true });
    const list = `/api/v1${organizations}`;

    const [own, other] = [await admin.get(`${list}?cell=0`), await admin.get(`${list}?cell=7`)];

    // A cursor is of one filter, so theirs differ.
    expect(own.body.items).toEqual((await admin.get(list)).body.items);
    expect([other.status, own.status]).toEqual([422, 200]);
  });
});
