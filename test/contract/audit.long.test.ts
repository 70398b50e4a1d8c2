import { randomUUID } from 'node:crypto';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { components } from '../../generated/api.ts';
import type { OperationId } from '../../src/http/contract.ts';
import { loadContract, type Operation, type Schema } from '../../src/http/operations.ts';
import { exampleRequest } from '../support/examples.ts';
import { type Member, newOrganization } from '../support/organizations.ts';
import { sharedServer, type TestServer } from '../support/server.ts';
import { bodyFor, subjects } from '../support/subjects.ts';
import { scenes, servers } from './audit-scenes.ts';

const { document, operations } = loadContract();
const declared = ({ path, method }: Operation) =>
  document.paths[path]?.[method.toLowerCase()] as {
    readonly 'x-audit'?: components['schemas']['AuditAction'];
    readonly 'x-not-audited'?: string;
  };
const writing = operations.filter(({ method }) => method !== 'GET');
const audited = operations.filter((operation) => declared(operation)['x-audit'] !== undefined);
const named = (which: readonly Operation[]) =>
  which.map((operation) => [operation.id as OperationId, operation] as const);

async function serverFor(id: OperationId): Promise<TestServer> {
  const make = servers[id];
  if (!make) return sharedServer();
  const server = await make();
  onTestFinished(() => server.close());
  return server;
}

/** Creates what the operation acts on, and the request of an authorized caller. */
async function prepare(id: OperationId, { path, superAdmin, session, apiKey }: Operation) {
  const owner = await newOrganization({ superAdmin, server: await serverFor(id) });
  const scene = (await scenes[id]?.(owner)) ?? {};
  const isKnown = scene.params || scene.send || subjects[id] || !path.includes('{');
  if (!isKnown) throw new Error(`Say in test/support/subjects.ts what ${id} acts on.`);
  const params = scene.params ?? (path.includes('{') ? await subjects[id]?.(owner) : undefined);
  const where = path.replace(/\{(\w+)\}/g, (_, name: string) => String(params?.[name]));
  const { method, headers, raw } = exampleRequest(id);
  const body = scene.body ?? bodyFor(id, params);
  const what = body === undefined ? { ...(raw !== undefined && { raw }) } : { body };
  const send = (more: Record<string, string> = {}, member?: Member) =>
    scene.send?.(more, member) ??
    owner.server.send(method, where, {
      ...(session || apiKey ? { token: (member ?? owner).token } : {}),
      ...what,
      headers: body === undefined ? { ...headers, ...more } : more,
    });
  return { owner, send };
}

/** The events after a given one, oldest first. */
const eventsAfter = ({ app }: TestServer, id: number) =>
  app.db.selectFrom('audit_events').selectAll().where('id', '>', id).orderBy('id').execute();

const newest = async ({ app }: TestServer): Promise<number> =>
  (
    await app.db
      .selectFrom('audit_events')
      .select(({ fn }) => fn.max('id').as('id'))
      .executeTakeFirstOrThrow()
  ).id ?? 0;

describe('A change', () => {
  test.each(named(audited))(
    'by %s leaves exactly the event that the contract names, even if it is repeated with its key',
    async (id, operation) => {
      const { owner, send } = await prepare(id, operation);
      const before = await newest(owner.server);
      const headers = operation.idempotent ? { 'idempotency-key': randomUUID() } : {};

      const answer = await send(headers);
      const again = operation.idempotent ? await send(headers) : undefined;

      const events = await eventsAfter(owner.server, before);
      expect([answer.status, again?.headers.get('idempotent-replayed')]).toEqual([
        operation.status,
        operation.idempotent ? 'true' : undefined,
      ]);
      expect(events.map(({ action }) => action)).toEqual([declared(operation)['x-audit']]);
      expect(events).toEqual([
        expect.objectContaining({
          actor_kind: 'user',
          request_id: answer.headers.get('x-request-id'),
        }),
      ]);
      expect(JSON.stringify(events).length).toBeLessThan(4096);
      // Campaigns and runs have a `state`; everything else has a `status`, in its events too.
      for (const { subject_type, before: from, after } of events)
        if (subject_type !== 'campaign' && subject_type !== 'workflow_run')
          expect(Object.keys({ ...Object(from), ...Object(after) })).not.toContain('state');
    },
  );

  /** The models belong to the machine: operators delete them for all organizations. */
  const ofTheMachine: readonly string[] = ['deleteVoiceModel'];
  const forSomebody = audited.filter(({ session, apiKey }) => session || apiKey);

  test.each(named(forSomebody))('by %s that is refused leaves none', async (id, operation) => {
    const { owner, send } = await prepare(id, operation);
    const other = await newOrganization({ server: owner.server });
    const isForeign =
      operation.path.includes('{') && !operation.superAdmin && !ofTheMachine.includes(id);
    const before = await newest(owner.server);

    const answers = [
      await send({}, { ...other, token: 'wrong' }),
      ...(isForeign ? [await send({}, other)] : []),
    ];

    expect(answers.map(({ status }) => status)).toEqual(isForeign ? [401, 404] : [401]);
    expect(await eventsAfter(owner.server, before)).toEqual([]);
  });
});

describe('What is not audited', () => {
  test.each(named(writing.filter((operation) => declared(operation)['x-not-audited'])))(
    'leaves no event: %s',
    async (id, operation) => {
      const { owner, send } = await prepare(id, operation);
      const before = await newest(owner.server);

      const answer = await send();

      expect(answer.status).toBe(operation.status);
      expect(await eventsAfter(owner.server, before)).toEqual([]);
    },
  );

  test('is a short list', () => {
    const excused = writing.filter((operation) => declared(operation)['x-not-audited']);

    expect(excused.map(({ id }) => id).toSorted()).toEqual([
      'callRunTool',
      'checkDoNotCallNumbers',
      'exchangeRunCode',
      'previewCall',
      'previewRunTransfer',
      'receiveCarrierCallback',
      'receiveInboundCall',
      'receiveRelayCallback',
      'receiveTransferCallback',
      'requestEmailVerification',
      'requestPasswordReset',
      'simulateInboundCall',
      'streamRunSpeech',
      'streamSpeech',
      'submitRunTurn',
      'testWebhookEndpoint',
      'testWorkflow',
      'validateWorkflow',
    ]);
  });

  test('is no export: what leaves the service in bulk leaves an event', () => {
    const exporting = operations.filter(({ id }) =>
      /^export(?!Story|VoiceProfile)|Report$|SourceFile$/.test(id),
    );

    expect(exporting.map(({ id }) => id).toSorted()).toEqual([
      'exportPersonalData',
      'exportRuns',
      'getCampaignReport',
      'getCampaignSourceFile',
    ]);
    expect(exporting.filter(({ isAudited }) => !isAudited)).toEqual([]);
  });

  test('is no action that the contract names and the list lacks', () => {
    const schema = document.components['schemas']?.['AuditAction'] as Schema;
    const known = schema['enum'] as readonly string[];

    const names = operations.flatMap((operation) => declared(operation)['x-audit'] ?? []);

    expect(names.filter((name) => !known.includes(name))).toEqual([]);
  });
});
