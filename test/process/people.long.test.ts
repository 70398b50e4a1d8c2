import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { outboxIn } from '../../src/mail/mailer.ts';
import { type ServerProcess, spawnServer } from '../support/process.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'voice-agent-people-'));
const password = 'correct-horse-battery';
let server: ServerProcess | undefined;
afterAll(async () => {
  await server?.kill('SIGKILL');
  rmSync(dataDir, { recursive: true });
});

async function send(method: string, path: string, body?: object, token?: string) {
  const answer = await fetch(`${server!.url}/api/v1${path}`, {
    method,
    headers: {
      ...(body && { 'content-type': 'application/json' }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  return { status: answer.status, body: text === '' ? undefined : JSON.parse(text) };
}

/** The token of the only mail in the outbox; undefined until it is there. */
function tokenInOutbox(): string | undefined {
  try {
    const outbox = outboxIn(dataDir);
    const [name = ''] = readdirSync(outbox).filter((each) => each.endsWith('.eml'));
    return /"token": "(.+)"/.exec(readFileSync(join(outbox, name), 'utf8'))?.[1];
  } catch {
    return undefined;
  }
}

test(
  'A new owner signs up, invites a viewer, who accepts from the outbox and is refused what viewers may not do',
  { timeout: 120_000 },
  async () => {
    server = await spawnServer({ DATA_DIR: dataDir, SIGNUP: 'first' });
    const owner = await send('POST', '/auth/signup', { email: 'ada@example.com', password });
    const workflow = { name: 'Reminder', workflow_definition: { nodes: [], edges: [] } };
    expect([owner.status, owner.body.user.role]).toEqual([201, 'owner']);
    const mine = owner.body.access_token as string;

    const invited = { email: 'grace@example.com', role: 'viewer' };
    const invitation = await send('POST', '/organizations/invitations', invited, mine);
    await expect.poll(tokenInOutbox, { timeout: 30_000 }).toMatch(/^[\w-]{43}$/);
    const token = tokenInOutbox();
    const viewer = await send('POST', '/auth/accept-invitation', { token, password });

    expect([invitation.status, viewer.status, viewer.body.user.role]).toEqual([201, 201, 'viewer']);
    const hers = viewer.body.access_token as string;
    expect((await send('GET', '/workflow', undefined, hers)).status).toBe(200);
    const refused = await send('POST', '/workflow', workflow, hers);
    expect([refused.status, refused.body.code]).toEqual([403, 'role_required']);
    expect(refused.body.required_roles).toEqual(['owner', 'admin', 'editor']);

    const path = `/organizations/members/${viewer.body.user.id}`;
    expect((await send('PATCH', path, { role: 'editor' }, mine)).status).toBe(200);
    expect((await send('POST', '/workflow', workflow, hers)).status).toBe(201);
    expect((await send('DELETE', path, undefined, mine)).status).toBe(204);
    expect((await send('GET', '/workflow', undefined, hers)).status).toBe(401);
    expect(server.output()).not.toContain(token);
  },
);
