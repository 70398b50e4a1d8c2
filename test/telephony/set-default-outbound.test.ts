import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { type Member, newOrganization } from '../support/organizations.ts';
import { together } from '../support/together.ts';
import { givenConfiguration } from './given.ts';

const collection = '/api/v1/organizations/telephony-configs';
const setDefault = (member: Member, id: number) =>
  member.post(`${collection}/${id}/set-default-outbound`);

interface Shown {
  readonly id: number;
  readonly is_default_outbound: boolean;
  readonly updated_at: string;
}
const all = async (member: Member): Promise<Shown[]> => (await member.get(collection)).body.items;
const defaults = async (member: Member): Promise<number[]> =>
  (await all(member)).filter((row) => row.is_default_outbound).map((row) => row.id);

describe('setDefaultOutboundTelephonyConfiguration', () => {
  test('creates the configuration the default', async () => {
    const member = await newOrganization();
    const id = await givenConfiguration(member);

    const answer = await setDefault(member, id);

    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      id,
      is_default_outbound: true,
      credentials: {
        ring_ms: 50,
        talk_ms: 200,
        voice_url: null,
        stream_url: null,
        stream_protocol: null,
        relay_url: null,
      },
    });
    expect(Math.abs(Date.parse(answer.body.updated_at) - Date.now())).toBeLessThan(60_000);
    expect((await member.get(`${collection}/${id}`)).body).toEqual(answer.body);
  });

  test('clears the former default, and changes no third configuration', async () => {
    const member = await newOrganization();
    const before = await givenConfiguration(member, { is_default_outbound: true });
    const third = await givenConfiguration(member);
    const chosen = await givenConfiguration(member);
    const rows = new Map((await all(member)).map((row) => [row.id, row]));

    const answer = await setDefault(member, chosen);

    const after = new Map((await all(member)).map((row) => [row.id, row]));
    expect(after.get(before)).toEqual({
      ...rows.get(before),
      is_default_outbound: false,
      updated_at: answer.body.updated_at,
    });
    expect(after.get(third)).toEqual(rows.get(third));
    expect(await defaults(member)).toEqual([chosen]);
  });

  test('changes nothing, not even updated_at, if it is already the default', async () => {
    const member = await newOrganization();
    await givenConfiguration(member);
    const id = await givenConfiguration(member, { is_default_outbound: true });
    const before = await all(member);

    const answer = await setDefault(member, id);

    expect(answer.status).toBe(200);
    expect(answer.body).toEqual(before[0]);
    expect(await all(member)).toEqual(before);
  });

  test("leaves another organization's default unchanged", async () => {
    const [member, other] = await Promise.all([newOrganization(), newOrganization()]);
    const theirs = await givenConfiguration(other, { is_default_outbound: true });
    const id = await givenConfiguration(member);

    await setDefault(member, id);

    expect(await defaults(other)).toEqual([theirs]);
  });

  test.each(['0', 'x', '9007199254740992'])('refuses the id %s', async (id) => {
    const member = await newOrganization();

    expect((await member.post(`${collection}/${id}/set-default-outbound`)).status).toBe(422);
  });

  test('accepts twenty concurrent requests and leaves one default', async () => {
    const member = await newOrganization();
    const ids: number[] = [];
    for (let count = 0; count < 5; count++) ids.push(await givenConfiguration(member));
    const chosen = Array.from({ length: 20 }, (_, turn) => ids[(turn * 3) % 5] ?? 0);

    const answers = await together(
      member.server,
      chosen.map((id) => () => setDefault(member, id)),
    );

    expect(answers.map((answer) => answer.status)).toEqual(chosen.map(() => 200));
    expect(answers.map((answer) => answer.body.id)).toEqual(chosen);
    expect(answers.every((answer) => answer.body.is_default_outbound === true)).toBe(true);
    expect(await defaults(member)).toHaveLength(1);
  });

  test('cannot be bypassed: the database refuses a second default', async () => {
    const member = await newOrganization();
    await givenConfiguration(member, { is_default_outbound: true });
    const id = await givenConfiguration(member);

    const second = sql`update telephony_configurations set is_default_outbound = true where id = ${id}`;

    await expect(second.execute(member.server.app.db)).rejects.toThrow(
      'telephony_configurations_default_key',
    );
  });
});
