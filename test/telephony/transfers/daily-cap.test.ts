import { expect, test } from 'vitest';
import { later } from '../../../src/timestamp.ts';
import { newOrganization } from '../../support/organizations.ts';
import { ownServer } from '../../support/own-server.ts';
import { together } from '../../support/together.ts';
import { givenNumber } from '../given.ts';
import { givenTransferable } from './given.ts';

const server = ownServer();

test('Transfers of several calls at once do not exceed the daily_cap of their number', async () => {
  const member = await newOrganization({ server });
  const first = await givenTransferable(member);
  const { configuration_id } = first;
  const from_number = '+12025550299';
  await givenNumber(member, configuration_id, {
    phone_number: from_number,
    daily_cap: 3,
    calls_counted: 2,
    counted_from: later(server.app.now(), -1000),
    counted_until: later(server.app.now(), 3_600_000),
  });
  const calls = [first];
  while (calls.length < 5) calls.push(await givenTransferable(member));
  await server.app.db
    .updateTable('workflow_runs')
    .set({ from_number, telephony_configuration_id: configuration_id })
    .where('organization_id', '=', member.organization_id)
    .execute();

  const answers = await together(
    server,
    calls.map(
      ({ transfer }) =>
        () =>
          transfer(),
    ),
  );

  const codes = answers.map(({ body: { code = 'accepted' } }) => String(code));
  expect(codes.toSorted()).toEqual([
    'accepted',
    ...Array.from({ length: 4 }, () => 'daily_cap_reached'),
  ]);
  const { calls_counted } = await server.app.db
    .selectFrom('phone_numbers')
    .select('calls_counted')
    .where('telephony_configuration_id', '=', configuration_id)
    .where('phone_number', '=', from_number)
    .executeTakeFirstOrThrow();
  expect(calls_counted).toBe(3);
});
