import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Scope } from '../../src/caller.ts';
import type { OperationId } from '../../src/http/contract.ts';
import { loadContract, type Operation, resolve, type Schema } from '../../src/http/operations.ts';
import { fitting } from '../support/arbitrary.ts';
import { exampleRequest } from '../support/examples.ts';
import { type Member, newOrganization } from '../support/organizations.ts';
import { givenWorkflow } from '../workflows/given.ts';

const { document, operations } = loadContract();
const { enum: scopes = [] } = resolve<{ enum?: Scope[] }>(document, {
  $ref: '#/components/schemas/ApiKeyScope',
});
const named = (which: (operation: Operation) => boolean) =>
  operations.filter(which).map((operation) => [operation.id as OperationId, operation] as const);
const whole = named(({ protects }) => protects?.whole === true);
const compared = named(({ protects }) => protects?.compares === true);
/** Each member that is refused as soon as it is sent. */
const members = operations
  .filter(({ protects }) => !protects?.whole && !protects?.compares)
  .flatMap((operation) =>
    (operation.protects?.members ?? []).map((path) => ({
      id: operation.id,
      name: path.join('.'),
      path,
      operation,
    })),
  );

/** Keys with all scopes of one organization: of a connector, without the scope of protections, and with it. */
async function givenKeys() {
  const connector = await newOrganization({ connector: 'crm', scopes });
  const without = await newOrganization({
    scopes: scopes.filter((scope) => scope !== 'protections:write'),
  });
  const plain = await newOrganization({ scopes });
  return { connector, without, plain };
}
let keys: ReturnType<typeof givenKeys> | undefined;
const given = () => (keys ??= givenKeys());

const codeOf = async (member: Member, id: OperationId, body?: unknown, token = false) => {
  const { method, path, headers, body: example } = exampleRequest(id);
  const answer = await member.send(method, path, {
    ...(token ? { token: member.token } : { key: member.key }),
    headers,
    body: body ?? example,
  });
  const { code, required_scope, members: refused } = answer.body ?? {};
  return code === 'protected_member' || required_scope === 'protections:write'
    ? [answer.status, code, ...(refused ?? [])]
    : 'allowed';
};

/** The schema of a member, in whichever of the alternatives has it. */
function schemaAt(reference: Schema, [name = '', ...rest]: readonly string[]): Schema | undefined {
  const schema = resolve<Schema>(document, reference);
  const property = (schema['properties'] as Record<string, Schema> | undefined)?.[name];
  if (property) return rest.length === 0 ? property : schemaAt(property, rest);
  const parts = ['allOf', 'anyOf', 'oneOf'].flatMap((each) => (schema[each] ?? []) as Schema[]);
  return parts.map((part) => schemaAt(part, [name, ...rest])).find((found) => found !== undefined);
}

/** A body that has nothing but what is required, and the member. */
function bodyWith({ bodySchema, id }: Operation, path: readonly string[]): object {
  const value = fc
    .sample(
      fitting(schemaAt(bodySchema!, path)!).filter((each) => each !== null),
      { numRuns: 1, seed: 20_261_128 },
    )
    .at(0);
  const { required = [] } = resolve<{ required?: string[] }>(document, bodySchema!);
  const example = exampleRequest(id).body as Record<string, unknown>;
  const body = Object.fromEntries(required.map((name) => [name, example[name]]));
  return path.reduceRight<object>(
    (below, name, index) => ({
      ...(index === 0 ? body : {}),
      [name]: index === path.length - 1 ? value : below,
    }),
    {},
  );
}

describe('What protects people', () => {
  test('is what people rely on', () => {
    expect(whole.map(([id]) => id)).toEqual(
      expect.arrayContaining(['createTool', 'importMcpTools', 'updateCallingHours']),
    );
    expect(members.map(({ id, name }) => `${id} ${name}`)).toEqual(
      expect.arrayContaining([
        'updateTool needs_approval',
        'updateTelephonyConfiguration credentials',
        'updatePhoneNumber inbound_workflow_id',
        'createWorkflow workflow_configurations.transfer_destinations',
        'createWorkflow workflow_configurations.run_token_scopes',
      ]),
    );
    expect(compared.map(([id]) => id)).toEqual(['updateWorkflow']);
  });

  test.each(whole)("is not changed by a connector's key: %s", async (id, { scope }) => {
    const { connector, plain, without } = await given();

    expect(await codeOf(connector, id)).toEqual([403, 'protected_member']);
    expect(await codeOf(plain, id)).toBe('allowed');
    expect(await codeOf(plain, id, undefined, true)).toBe('allowed');
    if (scope === 'protections:write')
      expect(await codeOf(without, id)).toEqual([403, 'insufficient_scope']);
  });

  test.each(members)(
    "is not changed by a connector's key: $name of $id",
    async ({ name, path, operation }) => {
      const id = operation.id as OperationId;
      const body = bodyWith(operation, path);
      const { connector, plain, without } = await given();

      expect(await codeOf(connector, id, body)).toEqual([403, 'protected_member', name]);
      expect(await codeOf(without, id, body)).toEqual([403, 'insufficient_scope', name]);
      expect(await codeOf(plain, id, body)).toBe('allowed');
      expect(await codeOf(without, id, body, true)).toBe('allowed');
    },
  );
});

describe('updateWorkflow by keys', () => {
  const settings = {
    max_call_duration_seconds: 600,
    record: true,
    run_token_scopes: ['run:act'],
    require_prior_consent: 'reminders',
    opt_out_dispositions: ['stop'],
    calling_hours: {
      timezone: 'America/New_York',
      slots: [{ day_of_week: 0, start_time: '09:00', end_time: '17:00' }],
    },
    transfer_destinations: [{ name: 'desk', phone_number: '+12025550172' }],
  };
  const changes = Object.entries({
    record: false,
    run_token_scopes: [],
    require_prior_consent: 'others',
    opt_out_dispositions: [],
    calling_hours: { ...settings.calling_hours, enabled: false },
    transfer_destinations: [{ name: 'desk', phone_number: '+12025550173' }],
    runtime_url: 'https://1.1.1.1/turns',
  });

  test.each(changes)('changes and removes no %s', async (name, value) => {
    const keysOf = await given();
    for (const [member, code] of [
      [keysOf.connector, 'protected_member'],
      [keysOf.without, 'insufficient_scope'],
      [keysOf.plain, 'allowed'],
    ] as const) {
      const { path } = await givenWorkflow(member);
      const put = (workflow_configurations: object, credential: object) =>
        member.send('PUT', path, { body: { workflow_configurations }, ...credential });
      const before = await put(settings, { token: member.token });
      expect(before.status).toBe(200);

      const changed = await put({ ...settings, [name]: value }, { key: member.key });
      const { [name as keyof typeof settings]: _, ...left } = settings;
      const removed = name === 'runtime_url' ? changed : await put(left, { key: member.key });

      const allowed = code === 'allowed';
      expect([changed.status, changed.body.code ?? 'allowed']).toEqual([allowed ? 200 : 403, code]);
      expect([removed.status, removed.body.code ?? 'allowed']).toEqual([allowed ? 200 : 403, code]);
      if (!allowed) {
        expect(changed.body.members).toEqual([`workflow_configurations.${name}`]);
        const { body } = await member.get(path);
        expect(body.workflow_configurations).toEqual(before.body.workflow_configurations);
      }
    }
  });

  test('changes the others, with the protective ones as they were', async () => {
    const { connector } = await given();
    const { path } = await givenWorkflow(connector);
    await connector.put(path, { workflow_configurations: settings });
    const { body } = await connector.get(path);

    const workflow_configurations = {
      ...body.workflow_configurations,
      max_call_duration_seconds: 60,
    };
    const answer = await connector.send('PUT', path, {
      key: connector.key,
      body: { workflow_configurations },
    });

    expect([answer.status, answer.body.workflow_configurations]).toEqual([
      200,
      workflow_configurations,
    ]);
  });
});
