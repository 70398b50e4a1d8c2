import type { Answer } from '../../support/client.ts';
import { type Member, newOrganization } from '../../support/organizations.ts';
import type { TestServer } from '../../support/server.ts';
import { givenRun, givenWorkflow } from '../../workflows/given.ts';
import { callBack } from '../calls/given.ts';
import { givenConfiguration, givenNumber } from '../given.ts';
import type { Credentials } from '../../../src/telephony/credentials.ts';

export const ours = '+12025550196';
export const caller = '+12025550123';

interface Options {
  readonly server?: TestServer;
  readonly provider?: 'simulated' | 'twilio' | 'telnyx';
  readonly credentials?: Credentials;
  readonly limit?: number;
  /** Whether another call takes the only slot. */
  readonly isFull?: boolean;
  readonly workflow_configurations?: Record<string, unknown>;
}

/** A number whose callers talk with a published workflow. */
export async function givenInbound({
  server,
  isFull = false,
  limit = isFull ? 1 : undefined,
  workflow_configurations = {},
  ...configuration
}: Options = {}) {
  const member = await newOrganization(server && { server });
  const { db } = member.server.app;
  const workflow = await givenWorkflow(member, { versions: ['published'] });
  await db
    .updateTable('workflows')
    .set({ workflow_configurations: JSON.stringify(workflow_configurations) })
    .where('id', '=', workflow.id)
    .execute();
  const config_id = await givenConfiguration(member, {
    credentials: { ring_ms: 1, talk_ms: 1 },
    ...configuration,
  });
  const number_id = await givenNumber(member, config_id, {
    phone_number: ours,
    inbound_workflow_id: workflow.id,
  });
  if (limit !== undefined)
    await db
      .updateTable('organizations')
      .set({ concurrent_call_limit: limit })
      .where('id', '=', member.organization_id)
      .execute();
  if (isFull) {
    const run = { mode: 'ad_hoc', state: 'running', to_number: caller } as const;
    await givenRun(member, workflow, run);
  }
  const numbers = `/api/v1/organizations/telephony-configs/${config_id}/phone-numbers`;
  return {
    member,
    workflow,
    config_id,
    number_id,
    path: inboundPath(config_id, configuration.provider),
    runs: async () => (await member.get('/api/v1/runs?mode=inbound')).body.items,
    number: async () =>
      (await member.get(numbers)).body.items.find((row: { id: number }) => row.id === number_id),
  };
}

export const inboundPath = (configId: number, provider = 'simulated'): string =>
  `/api/v1/telephony/inbound/${provider}/${configId}`;

interface Called {
  readonly member: Member;
  readonly path: string;
}

/** Sends a call as the simulated network does. */
export const ring = (
  { member, path }: Called,
  call_id: string,
  { from = caller, to = ours }: { readonly from?: string; readonly to?: string } = {},
): Promise<Answer> =>
  callBack(member, path, { call_id, status: 'ringing', direction: 'inbound', from, to });

export const report = ({ member, path }: Called, call_id: string, status: string) =>
  callBack(member, path, { call_id, status });

export const busy = '<Response><Reject reason="busy"/></Response>';
export const rejected = '<Response><Reject/></Response>';
