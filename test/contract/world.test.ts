import { describe, expect, test } from 'vitest';
import { loadContract } from '../../src/http/operations.ts';
import { exampleAnswer, exampleRequest } from '../support/examples.ts';
import { examplesIn } from '../support/example-faults.ts';
import { isNode, type Node } from '../support/node.ts';
import { isOfKind, kindOfThing, strangers, strangersInText, textsIn } from '../support/world.ts';

const { document, operations } = loadContract();
const examples = examplesIn(document);

/** The parameters of an API path, as a template of the contract names them. */
function parametersOf(path: string): Record<string, string> {
  const segments = path.split('?')[0]?.split('/') ?? [];
  for (const template of Object.keys(document.paths)) {
    const names = template.split('/');
    const fits = (name: string, index: number) => name.startsWith('{') || name === segments[index];
    if (names.length !== segments.length || !names.every(fits)) continue;
    return Object.fromEntries(
      names.flatMap((name, index) =>
        /^\{.*_id\}$/.test(name) ? [[name.slice(1, -1), segments[index] ?? '']] : [],
      ),
    );
  }
  throw new Error(`The contract has no path ${path}.`);
}

describe('The examples of the contract', () => {
  test('use ids and names of the one world', () => {
    const found = examples.flatMap(({ place, value, member }) =>
      strangers(value, member).map((stranger) => `${place}: ${stranger}`),
    );

    expect(found).toEqual([]);
  });

  test('use phone numbers and UUIDs of the one world in every text', () => {
    const found = examples.flatMap(({ place, value, member }) =>
      [...textsIn(value, member)]
        .flatMap(strangersInText)
        .map((stranger) => `${place}: ${stranger}`),
    );

    expect(found).toEqual([]);
  });

  test('use paths of objects of the one world', () => {
    const paths = examples.flatMap(({ place, value, member }) =>
      [...textsIn(value, member)]
        .filter((text) => text.startsWith('/api/v1/'))
        .map((path) => ({ place, path })),
    );
    const found = paths.flatMap(({ place, path }) =>
      strangers(parametersOf(path)).map((stranger) => `${place}: ${stranger}`),
    );

    expect(paths.length).toBeGreaterThan(operations.length);
    expect(found).toEqual([]);
  });

  test('give each object one creation time', () => {
    const times = new Map<string, Set<unknown>>();
    for (const { value } of examples)
      for (const object of objectsIn(value)) {
        if (!('id' in object && 'created_at' in object)) continue;
        const key = `${kindOfThing(object)} ${String(object['id'])}`;
        times.set(key, (times.get(key) ?? new Set()).add(object['created_at']));
      }

    expect(times.size).toBeGreaterThan(20);
    expect([...times].filter(([, each]) => each.size > 1)).toEqual([]);
  });

  test('have times in the order of events', () => {
    const found = examples.flatMap(({ place, value }) =>
      [...objectsIn(value)].flatMap((object) =>
        disorders(object).map((disorder) => `${place}: ${disorder}`),
      ),
    );

    expect(found).toEqual([]);
  });
});

/** Pairs of members, of which the first is never later. */
const orders = [
  ...[
    'updated_at',
    'published_at',
    'started_at',
    'ended_at',
    'completed_at',
    'settled_at',
    'archived_at',
    'last_used_at',
    'revoked_at',
    'disabled_at',
    'next_attempt_at',
    'consent_ts',
  ].map((later) => ['created_at', later] as const),
  ['started_at', 'ended_at'],
  ['started_at', 'completed_at'],
  ['started_at', 'consent_ts'],
  ['consent_ts', 'ended_at'],
  ['not_before', 'expires_at'],
  ['created_at', 'expires_at'],
  ['created_after', 'created_before'],
  ['at', 'next_call_at'],
] as const;

const disorders = (object: Node): string[] =>
  orders.flatMap(([earlier, later]) => {
    const [first, second] = [object[earlier], object[later]];
    const isWrong = typeof first === 'string' && typeof second === 'string' && first > second;
    return isWrong ? [`${earlier} ${first} is after ${later} ${second}`] : [];
  });

function* objectsIn(value: unknown): Generator<Node> {
  if (Array.isArray(value)) for (const part of value) yield* objectsIn(part);
  if (!isNode(value)) return;
  yield value;
  for (const part of Object.values(value)) yield* objectsIn(part);
}

describe('The example response', () => {
  /** Members of a request with another name, or another meaning, in the answer. */
  const renamed: Readonly<Record<string, readonly string[]>> = {
    // The restored version becomes a new one.
    revertWorkflow: ['version_number'],
    // It becomes `declined_reason`, beside the reason of the request.
    declineApprovalRequest: ['reason'],
  };
  const answers = operations.map(({ id }) => {
    const { status, bodies } = exampleAnswer(id);
    return { id, status, answer: bodies[0] };
  });

  test.each(answers.filter(({ id, answer }) => isNode(answer) && isNode(exampleRequest(id).body)))(
    'of $id shows what its request sent',
    ({ id, answer }) => {
      const { body } = exampleRequest(id);

      const others = renamed[id] ?? [];
      expect(differences(body, answer).filter(({ member }) => !others.includes(member))).toEqual(
        [],
      );
    },
  );

  test.each(answers.filter(({ answer }) => isNode(answer)))(
    'of $id is about the object that its path names',
    ({ id, answer, status }) => {
      const named = parametersOf(exampleRequest(id).path);

      const others = thingsOf(answer).flatMap((object) =>
        Object.entries(named).flatMap(([name, value]) => {
          // An object created from another one has an id of its own.
          const isIt = status !== 201 && 'id' in object && isOfKind(object, name);
          const shown = isIt ? object['id'] : object[name];
          return shown === undefined || shown === value || shown === Number(value)
            ? []
            : [{ name, value, shown }];
        }),
      );

      expect(others).toEqual([]);
    },
  );

  test.each(answers.filter(({ answer }) => isNode(answer) && 'items' in answer))(
    'of $id has items that match the filters',
    ({ id, answer }) => {
      const { path } = exampleRequest(id, { optional: true });
      const { created_after, created_before, ...filters } = Object.fromEntries(
        new URL(path, 'http://127.0.0.1').searchParams,
      );

      const others = thingsOf(answer).filter(
        (item) =>
          Object.entries(filters).some(
            ([name, value]) => name in item && String(item[name]) !== value,
          ) ||
          (created_after && String(item['created_at']) < created_after) ||
          (created_before && String(item['created_at']) >= created_before),
      );

      expect(others).toEqual([]);
    },
  );
});

/** The object itself, or the objects in a list. */
const thingsOf = (answer: unknown): Node[] =>
  isNode(answer)
    ? Array.isArray(answer['items'])
      ? answer['items'].filter(isNode)
      : [answer]
    : [];

/** A response shows phone numbers without punctuation and masks secrets. */
const sameText = (sent: unknown, shown: unknown): boolean =>
  sent === shown ||
  String(sent).replace(/[ ()-]/g, '') === shown ||
  String(shown).startsWith('****');

interface Difference {
  readonly member: string;
  readonly sent: unknown;
  readonly shown: unknown;
}

/** The members of a request that its response has with another value. */
function differences(sent: unknown, shown: unknown, member = ''): Difference[] {
  if (isNode(sent) && isNode(shown))
    return Object.entries(sent).flatMap(([name, value]) =>
      name in shown ? differences(value, shown[name], name) : [],
    );
  if (Array.isArray(sent) && Array.isArray(shown) && sent.length === shown.length)
    return sent.flatMap((value, index) => differences(value, shown[index], member));
  return sameText(sent, shown) ? [] : [{ member, sent, shown }];
}

describe('strangers', () => {
  test.each([
    [{ workflow_id: 3, campaign_ids: [2, 9] }, ['campaigns has no 9']],
    [
      {
        items: [
          { id: 12, mode: 'campaign' },
          { id: 99, mode: 'test' },
        ],
      },
      ['runs has no 99'],
    ],
    [{ destination: { contact_id: 6 } }, ['campaign_contacts has no 6']],
    [
      { subject_type: 'workflow_run', subject_id: 1, id: 9 },
      ['audit_events has no 9', 'runs has no 1'],
    ],
    [
      { workflow_id: 3, workflow_name: 'Other' },
      ['workflows 3 is called "Other", not "Appointment reminder"'],
    ],
    [{ parent_campaign_id: null, node_id: 'x', id: 'start', data: {} }, []],
  ])('finds those of %j', (value, found) => {
    expect(strangers(value)).toEqual(found);
  });

  test('refuses an id whose object is unclear', () => {
    expect(() => strangers({ invoice_id: 1 })).toThrow('invoice_id');
    expect(() => strangers({ id: 1, name: 'x' })).toThrow('id 1');
  });

  test.each([
    ['12,+12025550185,Ada', []],
    ['Call to +1 (202) 555-0199', []],
    ['Call to +1 202-555-0100', ['+12025550100']],
    ['Call to +41446681800', ['+41446681800', '+41446681800']],
    ['avatars/0198c2f0-5e3a-7c41-9d52-3f1b8a6e4c10.png', ['0198c2f0-5e3a-7c41-9d52-3f1b8a6e4c10']],
  ])('finds those of the text %s', (text, found) => {
    expect(strangersInText(text)).toEqual(found);
  });
});
