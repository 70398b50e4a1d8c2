import { expect, test } from 'vitest';
import { type Consent, writeConsents } from '../../../src/workflows/runs/consent-queries.ts';
import { type Member, newOrganization } from '../../support/organizations.ts';
import { givenRun, type GivenWorkflow, givenWorkflow } from '../../workflows/given.ts';
import { created_at, talked, usageOf } from './given.ts';

type Mark = (
  member: Member,
  workflow: GivenWorkflow,
  run: number,
  given: boolean,
) => Promise<unknown>;

const byUser: Mark = (member, workflow, run, consent_given) =>
  member.post(`${workflow.path}/runs/${run}/mark-consent`, { consent_given });

const byCarrier: Mark = ({ server }, _, run_id, consent_given) => {
  const consents: Consent[] = [{ run_id, consent_given, consent_ts: created_at }];
  return server.app.db
    .transaction()
    .execute((trx) => writeConsents(trx, { consents, now: created_at }));
};

test.each([
  ['user', byUser],
  ['carrier', byCarrier],
])('getUsage counts the consent that a %s reports after the end of the call', async (_, mark) => {
  const member = await newOrganization();
  const workflow = await givenWorkflow(member);
  const run = await givenRun(member, workflow, talked(9));
  const consents = async () => (await usageOf(member)).total.consents;

  await mark(member, workflow, run, true);
  const given = await consents();
  await mark(member, workflow, run, true);
  const again = await consents();
  await mark(member, workflow, run, false);

  expect([given, again, await consents()]).toEqual([1, 1, 0]);
});
