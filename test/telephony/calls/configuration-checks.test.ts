import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { createSecrets } from '../../../src/db/secrets.ts';
import { serves } from '../../../src/telephony/number-type-rules.ts';
import { sealCredentials } from '../../../src/telephony/credentials.ts';
import { type Member, newOrganization } from '../../support/organizations.ts';
import { givenCallableCampaign } from '../../campaigns/lifecycle/given.ts';
import { givenWorkflow } from '../../workflows/given.ts';
import { collection, givenConfiguration, givenNumber, telnyx, twilio } from '../given.ts';

const path = '/api/v1/telephony/initiate-call';
const to_number = '+12025550123';

const runsOf = ({ server, organization_id }: Member) =>
  server.app.db
    .selectFrom('workflow_runs')
    .select('id')
    .where('organization_id', '=', organization_id)
    .execute();

/** A published workflow and a configuration that calls can name. */
async function given(options: Parameters<typeof givenConfiguration>[1]) {
  const member = await newOrganization();
  const telephony_configuration_id = await givenConfiguration(member, options);
  const { id: workflow_id } = await givenWorkflow(member, { versions: ['published'] });
  const call = { workflow_id, to_number, telephony_configuration_id };
  return { member, telephony_configuration_id, call };
}

/** Credentials sealed with a key that the server does not have. */
const foreignCredentials = ({ organization_id }: Member): Buffer =>
  sealCredentials(createSecrets([randomBytes(32)]), organization_id, twilio);

const carriers = [
  ['twilio', twilio],
  ['telnyx', telnyx],
] as const;

describe('initiateCall refuses what cannot work', () => {
  test.each(carriers)('on %s without a caller number', async (provider, credentials) => {
    const { member, call, telephony_configuration_id } = await given({ provider, credentials });
    await givenNumber(member, telephony_configuration_id, { phone_number: '+12025550190' });

    const refused = await member.post(path, call);
    const named = await member.post(path, { ...call, from_number: '+12025550190' });

    expect(refused.body).toMatchObject({
      status: 409,
      code: 'no_caller_number',
      telephony_configuration_id,
    });
    expect([named.status, named.body.from_number]).toEqual([202, '+12025550190']);
    expect(await runsOf(member)).toHaveLength(1);
  });

  test('on the simulated network only otherwise', async () => {
    const { member, call } = await given({});

    const answer = await member.post(path, call);

    expect([answer.status, answer.body.from_number]).toEqual([202, null]);
  });

  test('with credentials that cannot be read', async () => {
    const { member, call, telephony_configuration_id } = await given({});
    await member.server.app.db
      .updateTable('telephony_configurations')
      .set({ credentials_encrypted: foreignCredentials(member) })
      .where('id', '=', telephony_configuration_id)
      .execute();

    const answer = await member.post(path, call);

    expect(answer.body).toMatchObject({
      status: 409,
      code: 'credentials_unreadable',
      telephony_configuration_id,
    });
    expect(await runsOf(member)).toEqual([]);
  });

  test('to a calling code that the configuration does not serve', async () => {
    const { member, call } = await given({ calling_codes: ['+44', '+4930'] });

    const answers = await Promise.all(
      [to_number, '+442079460123', '+493023125012', '+498923125012'].map((number) =>
        member.post(path, { ...call, to_number: number }),
      ),
    );

    expect(answers.map(({ status, body }) => [status, body.code ?? null])).toEqual([
      [409, 'destination_not_served'],
      [202, null],
      [202, null],
      [409, 'destination_not_served'],
    ]);
    expect(answers[0]?.body).toMatchObject({
      param: 'to_number',
      calling_codes: ['+44', '+4930'],
      detail: 'The telephony configuration serves +44, +4930; the number begins with none of them.',
    });
  });
});

describe('The calling codes of a configuration', () => {
  const change = (calling_codes: unknown) => ({ provider: 'simulated', calling_codes });

  test('are set, shown, changed and removed', async () => {
    const member = await newOrganization();

    const made = await member.post(collection, {
      name: 'Simulated',
      provider: 'simulated',
      credentials: {},
      calling_codes: ['+1'],
    });
    const item = `${collection}/${made.body.id}`;
    const same = await member.patch(item, change(['+1']));
    const changed = await member.patch(item, change(['+1', '+44']));
    const kept = await member.patch(item, { provider: 'simulated', name: 'Renamed' });
    const removed = await member.patch(item, change(null));

    expect([made, same, changed, kept, removed].map(({ body }) => body.calling_codes)).toEqual([
      ['+1'],
      ['+1'],
      ['+1', '+44'],
      ['+1', '+44'],
      null,
    ]);
    expect(same.body.updated_at).toBe(made.body.updated_at);
  });

  test.each([[[]], [['1']], [['+']], [['+0']], [['+1', '+1']], [['+123456789']]])(
    'cannot be %j',
    async (calling_codes) => {
      const member = await newOrganization();
      const id = await givenConfiguration(member);

      const { status } = await member.patch(`${collection}/${id}`, change(calling_codes));

      expect(status).toBe(422);
    },
  );

  test.each([
    [null, '+12025550123', true],
    [['+1'], '+12025550123', true],
    [['+1'], '+442079460123', false],
    [['+44', '+1'], '+12025550123', true],
    [['+1202'], '+12025550123', true],
    [['+1203'], '+12025550123', false],
  ])('%j serve %s: %s', (codes, number, served) => {
    expect(serves(codes, number)).toBe(served);
  });
});

describe('startCampaign and resumeCampaign refuse a campaign', () => {
  test.each(carriers)('on %s without a caller number', async (provider, credentials) => {
    const member = await newOrganization();
    const campaign = await givenCallableCampaign(member);
    const { db, secrets } = member.server.app;
    await db
      .updateTable('telephony_configurations')
      .set({
        provider,
        credentials_encrypted: sealCredentials(secrets, member.organization_id, credentials),
      })
      .where('id', '=', campaign.configuration_id)
      .execute();

    const started = await member.post(`${campaign.path}/start`);
    await db
      .updateTable('campaigns')
      .set({ state: 'paused' })
      .where('id', '=', campaign.id)
      .execute();
    const resumed = await member.post(`${campaign.path}/resume`);
    const { body } = await member.get(campaign.path);

    expect([started, resumed].map((answer) => [answer.status, answer.body.code])).toEqual([
      [409, 'no_caller_number'],
      [409, 'no_caller_number'],
    ]);
    expect(body).toMatchObject({ state: 'paused', started_at: null });
  });

  test('with credentials that cannot be read', async () => {
    const member = await newOrganization();
    const campaign = await givenCallableCampaign(member);
    await member.server.app.db
      .updateTable('telephony_configurations')
      .set({ credentials_encrypted: foreignCredentials(member) })
      .where('id', '=', campaign.configuration_id)
      .execute();

    const started = await member.post(`${campaign.path}/start`);
    await member.server.app.db
      .updateTable('campaigns')
      .set({ state: 'paused' })
      .where('id', '=', campaign.id)
      .execute();
    const resumed = await member.post(`${campaign.path}/resume`);

    expect([started, resumed].map((answer) => [answer.status, answer.body.code])).toEqual([
      [409, 'credentials_unreadable'],
      [409, 'credentials_unreadable'],
    ]);
  });
});
