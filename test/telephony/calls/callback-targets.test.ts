import { expect, test } from 'vitest';
import { newOrganization } from '../../support/organizations.ts';
import { givenCall, givenCallable } from './given.ts';

test('Callbacks that come together each get their own configuration and call', async () => {
  const [one, other] = [await newOrganization(), await newOrganization()];
  const [of, ofOther] = [await givenCallable(one), await givenCallable(other)];
  const run = await givenCall(one, of.configuration_id);
  const { callbackTargets } = one.server.app.calls;
  const find = (config_id: number, run_id: number | null) =>
    callbackTargets.add({ provider: 'simulated', config_id, run_id });

  const targets = await Promise.all([
    find(ofOther.configuration_id, run),
    find(of.configuration_id, run),
    find(999_999_999, run),
    find(of.configuration_id, null),
    callbackTargets.add({ provider: 'twilio', config_id: of.configuration_id, run_id: run }),
    find(of.configuration_id, run),
  ]);

  expect(targets.map((target) => target && [target.organization_id, target.run_id])).toEqual([
    [other.organization_id, null],
    [one.organization_id, run],
    undefined,
    [one.organization_id, null],
    undefined,
    [one.organization_id, run],
  ]);
});
