import { createHash, createHmac } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import type { OperationId } from '../../src/http/contract.ts';
import { loadContract } from '../../src/http/operations.ts';
import { later } from '../../src/timestamp.ts';
import { wavOf } from '../support/binary-bodies.ts';
import { bodyAsSent, exampleRequest } from '../support/examples.ts';
import { type Member, newOrganization } from '../support/organizations.ts';

const ids = loadContract()
  .operations.filter(({ idempotent }) => idempotent)
  .map(({ id }) => id as OperationId);

/** A form as it is compared: with its file's hash. */
function withHash(body: unknown): object {
  const { file: filename, ...fields } = Object(body) as Record<string, unknown>;
  return {
    ...fields,
    file: { sha256: createHash('sha256').update(wavOf(1.5)).digest('hex'), filename },
  };
}

describe('Every operation that takes an Idempotency-Key', () => {
  let member: Member;
  beforeAll(async () => {
    member = await newOrganization({ superAdmin: true });
  });

  function send(id: OperationId, key: string) {
    const example = exampleRequest(id);
    const { method, path, headers } = example;
    return member.server.send(method, path, {
      token: member.token,
      headers: { ...headers, 'idempotency-key': key },
      ...bodyAsSent(example),
    });
  }

  function fingerprintOf(request: readonly unknown[]): Buffer {
    const [key] = member.server.app.secrets.keysFor('idempotency fingerprint');
    const hasPassword = 'password' in Object(request[2]);
    const hash = hasPassword ? createHmac('sha256', key) : createHash('sha256');
    return hash.update(JSON.stringify(request)).digest();
  }

  /** Stores a response to the operation's example under the key. */
  async function keep(id: OperationId, key: string, request: readonly unknown[]): Promise<void> {
    const { app } = member.server;
    await app.db
      .insertInto('idempotent_answers')
      .values({
        organization_id: member.organization_id,
        key,
        fingerprint: fingerprintOf(request),
        answer_encrypted: app.secrets.seal('idempotent_answer', 'null'),
        created_at: app.now(),
        expires_at: later(app.now(), 60_000),
      })
      .execute();
  }

  test.each(ids)('%s has no further effect if its response was too large to store', async (id) => {
    const { path, headers, body } = exampleRequest(id);
    const type = headers['content-type'];
    const isForm = type?.startsWith('multipart/') === true;
    // A file is compared by its hash.
    const sha256 = createHash('sha256').update(String(body)).digest('hex');
    const content = isForm ? withHash(body) : typeof body === 'string' ? { type, sha256 } : body;
    await keep(id, `large-${id}`, [id, path, content ?? null]);

    const answer = await send(id, `large-${id}`);

    expect([answer.status, answer.body.code]).toEqual([409, 'idempotent_answer_too_large']);
  });

  /** The first response to two requests with one key, while another transaction holds its lock. */
  async function firstOfTwo(id: OperationId, key: string) {
    // The lookup of the caller is then cached for a second: the embedded database's one connection is in use.
    await member.server.send('GET', '/api/v1/workflow', { token: member.token });
    const lock = await member.server.app.db.startTransaction().execute();
    const name = `${member.organization_id}:${key}`;
    await sql`select pg_advisory_xact_lock(72034, hashtext(${name}))`.execute(lock);
    const both = [send(id, key), send(id, key)];
    try {
      return await Promise.race([...both, pause(500)]);
    } finally {
      await lock.rollback().execute();
      await Promise.all(both);
    }
  }

  test.each(ids)('%s is refused while the first request is in progress', async (id) => {
    let answer: Awaited<ReturnType<typeof firstOfTwo>> = undefined;
    // The first may be refused for what it asks before the second arrives: then it is not in progress.
    for (let tries = 1; answer?.status !== 409 && tries <= 10; tries++) {
      answer = await firstOfTwo(id, `twice-${tries}-${id}`);
    }

    expect([answer?.status, answer?.body.code]).toEqual([409, 'idempotency_in_progress']);
  });
});
