import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createSecrets } from '../../src/db/secrets.ts';
import { fingerprintOf, isFingerprintOf } from '../../src/http/fingerprints.ts';
import { parseJson } from '../../src/http/json.ts';
import { startServer } from '../support/server.ts';
import { givenScheduled } from '../telephony/scheduled-calls/given.ts';

type Request = Parameters<typeof fingerprintOf>[1];

const app = { secrets: createSecrets([Buffer.alloc(32, 7)]) };
const request = (json: string, url = '/api/v1/workflow'): Request =>
  ({
    operation: { id: 'createWorkflow' },
    path: url.split('?')[0],
    req: { url, headers: {} },
    body: parseJson(Buffer.from(json)),
    caller: { kind: 'api_key' },
  }) as unknown as Request;
const of = (json: string, url?: string) => fingerprintOf(app, request(json, url)).toString('hex');
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

/** JSON text of a value, with the members of each object in another order and white space between all tokens. */
function scrambled(value: unknown, order: number): string {
  const blank = [' ', '\n', '\t\r\n', ''][order % 4] ?? '';
  const list = (parts: string[]) => parts.join(`${blank},${blank}`);
  if (Array.isArray(value))
    return `[${blank}${list(value.map((item) => scrambled(item, order + 1)))}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(
    ([name, member]) => `${JSON.stringify(name)}${blank}:${scrambled(member, order + 1)}`,
  );
  const turned = order % 2 === 0 ? members.toReversed() : members;
  return `{${list([...turned.slice(order % 3), ...turned.slice(0, order % 3)])}}`;
}

describe('The fingerprint of a request', () => {
  // The examples of RFC 8785, sections 3.2.2 to 3.2.4, and of its reference implementation.
  test.each([
    [
      String.raw`{"numbers":[1E30,4.50,2e-3,0.000000000000000000000000001],"string":"\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/","literals":[null,true,false]}`,
      String.raw`{"literals":[null,true,false],"numbers":[1e+30,4.5,0.002,1e-27],"string":"€$\u000f\nA'B\"\\\\\"/"}`,
    ],
    [
      String.raw`{"\u20ac":"Euro Sign","\r":"Carriage Return","\ufb33":"Hebrew Letter Dalet With Dagesh","1":"One","\ud83d\ude00":"Emoji: Grinning Face","\u0080":"Control","\u00f6":"Latin Small Letter O With Diaeresis"}`,
      `{"\\r":"Carriage Return","1":"One","\u0080":"Control","ö":"Latin Small Letter O With Diaeresis","€":"Euro Sign","😀":"Emoji: Grinning Face","\ufb33":"Hebrew Letter Dalet With Dagesh"}`,
    ],
    [
      String.raw`{"1":{"f":{"f":"hi","F":5},"\n":56.0},"10":{},"":"empty","a":{},"111":[{"e":"yes","E":"no"}],"A":{}}`,
      String.raw`{"":"empty","1":{"\n":56,"f":{"F":5,"f":"hi"}},"10":{},"111":[{"E":"no","e":"yes"}],"A":{},"a":{}}`,
    ],
    [
      String.raw`{"peach":"This sorting order","péché":"is wrong according to French","pêche":"but canonicalization MUST","sin":"ignore locale"}`,
      String.raw`{"peach":"This sorting order","péché":"is wrong according to French","pêche":"but canonicalization MUST","sin":"ignore locale"}`,
    ],
    [String.raw`{"Unnormalized Unicode":"A\u030a"}`, '{"Unnormalized Unicode":"A\u030a"}'],
    ['{"a":[56,{"d":true,"10":null,"1":[]}]}', '{"a":[56,{"1":[],"10":null,"d":true}]}'],
    ['{"a":[-0,-0.0,1e0,1E+2,9007199254740991]}', '{"a":[0,0,1,100,9007199254740991]}'],
  ])('is that of its canonical form: %s', (sent, canonical) => {
    expect(of(sent)).toBe(sha256(`["createWorkflow","/api/v1/workflow",{},${canonical}]`));
  });

  test('depends neither on the order of members nor on white space', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.string(), fc.jsonValue(), { minKeys: 2 }),
        fc.nat(11),
        (body, order) => {
          const text = JSON.stringify(body);
          fc.pre(!text.includes('\\u0000') && !text.includes('\\ud'));

          expect(of(scrambled(body, order))).toBe(of(text));
          expect(of(JSON.stringify({ ...body, more: 1 }))).not.toBe(of(text));
        },
      ),
    );
  });

  test('depends on the order of items, on every value, on the path and on the query', () => {
    const texts = [
      '{"a":[1,2]}',
      '{"a":[2,1]}',
      '{"a":["1",2]}',
      '{"a":[1,2,null]}',
      '{"A":[1,2]}',
    ];
    const urls = ['/a', '/a?b=1', '/a?b=1&b=2', '/a?b=2&b=1', '/a?b=1&c=2', '/b'];

    const all = texts.flatMap((text) => urls.map((url) => of(text, url)));

    expect(new Set(all).size).toBe(all.length);
    expect(of('{}', '/a?c=%32&b=1')).toBe(of('{}', '/a?b=1&c=2'));
  });

  test('is recognised if a former release has kept it', () => {
    const sent = request('{"b":1,"a":2}', '/api/v1/workflow?c=1');
    const kept = (text: string) => createHash('sha256').update(text).digest();

    expect(
      isFingerprintOf(app, sent, kept('["createWorkflow","/api/v1/workflow?c=1",{"b":1,"a":2}]')),
    ).toBe(true);
    expect(
      isFingerprintOf(app, sent, kept('["createWorkflow","/api/v1/workflow?c=1",{"a":2,"b":1}]')),
    ).toBe(false);
  });
});

describe('createScheduledCall with an Idempotency-Key', () => {
  test('schedules once for the same members in another order, and refuses other values', async () => {
    const { member, workflow_id, answer } = await givenScheduled(await startServer());
    const { scheduled_at } = answer.body;
    const to_number = '+12025550133';
    const send = (raw: string) =>
      member.send('POST', '/api/v1/telephony/scheduled-calls', {
        raw,
        headers: { 'content-type': 'application/json', 'idempotency-key': 'once' },
      });

    const first = await send(JSON.stringify({ workflow_id, to_number, scheduled_at }));
    const second = await send(
      `{\n  "scheduled_at": "${scheduled_at}", "to_number":"${to_number}", "workflow_id": ${workflow_id}.0 }`,
    );
    const other = await send(
      JSON.stringify({ workflow_id, to_number: '+12025550134', scheduled_at }),
    );

    expect([first.status, second.status, other.status]).toEqual([201, 201, 409]);
    expect(second.headers.get('idempotent-replayed')).toBe('true');
    expect(second.body).toEqual(first.body);
  });
});
