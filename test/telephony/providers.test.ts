import { describe, expect, test } from 'vitest';
import { loadContract } from '../../src/http/operations.ts';
import { credentialMembers, providers } from '../../src/telephony/providers.ts';
import { newOrganization } from '../support/organizations.ts';

describe('listTelephonyProviders', () => {
  test('returns each carrier with the schema of its credentials', async () => {
    const member = await newOrganization();

    const { body } = await member.send('GET', '/api/v1/organizations/telephony-providers', {
      key: member.key,
    });

    expect(body.items.map(({ name }: { name: string }) => name)).toEqual([
      'simulated',
      'twilio',
      'telnyx',
    ]);
    expect(body.items[1]).toMatchObject({
      title: 'Twilio',
      credentials_schema: { required: ['account_sid', 'auth_token'] },
      secret_members: ['auth_token'],
    });
  });
});

const { schemas = {} } = loadContract().document.components ?? {};

describe('The description of a provider', () => {
  test.each([
    ['simulated', 'CreateSimulatedCredentials'],
    ['twilio', 'CreateTwilioCredentials'],
    ['telnyx', 'CreateTelnyxCredentials'],
  ] as const)('%s: has the schema of the contract', (name, schema) => {
    const { credentials_schema } = providers[name];

    expect(credentials_schema).toEqual(schemas[schema]);
  });

  test.each(Object.values(providers))('$name: names the members of its schema', (provider) => {
    const { properties, required = [] } = provider.credentials_schema as {
      properties: Record<string, unknown>;
      required?: string[];
    };

    const members = credentialMembers[provider.name];
    expect(Object.keys(members)).toEqual(Object.keys(properties));
    expect(
      Object.entries(members)
        .filter(([, kind]) => kind === 'required')
        .map(([name]) => name),
    ).toEqual(required);
    expect(Object.keys(properties)).toEqual(expect.arrayContaining([...provider.secret_members]));
  });
});
