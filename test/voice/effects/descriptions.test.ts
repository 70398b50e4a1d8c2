import { expect, test } from 'vitest';
import { loadContract, resolve } from '../../../src/http/operations.ts';
import { defaultParams } from '../../../src/voice/effects/rules.ts';
import { newOrganization } from '../../support/organizations.ts';

interface Schema {
  readonly description: string;
  readonly oneOf: readonly object[];
  readonly const: string;
  readonly properties: Readonly<Record<string, object>>;
}

test('listVoiceEffects shows every effect as the contract and the defaults have it', async () => {
  const member = await newOrganization();
  const { document } = loadContract();
  const schema = (of: unknown) => resolve<Schema>(document, of as Schema);

  const { body } = await member.get('/api/v1/voice/effects');

  const effects = schema(document.components['schemas']?.['Effect']).oneOf.map((each) =>
    schema(each),
  );
  expect(body.items).toEqual(
    effects.map(({ description, properties }) => ({
      type: schema(properties['type']).const,
      description,
      params: Object.entries(schema(properties['params']).properties).map(([name, param]) => {
        const { type: _, ...shown } = param as Record<string, unknown>;
        return { name, ...shown };
      }),
    })),
  );
  const defaults = Object.fromEntries(
    body.items.map((item: { type: string; params: { name: string; default: number }[] }) => [
      item.type,
      Object.fromEntries(item.params.map((param) => [param.name, param.default])),
    ]),
  );
  expect(defaults).toEqual(defaultParams);
});
