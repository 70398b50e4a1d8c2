import {
  givenCampaign,
  givenContacts,
  givenRun as givenCampaignRun,
} from '../../campaigns/given.ts';
import { givenConfiguration, givenNumber } from '../../telephony/given.ts';
import { givenTransferable } from '../../telephony/transfers/given.ts';
import { exampleRequest } from '../examples.ts';
import { givenWorkflow } from '../../workflows/given.ts';
import { later } from '../../../src/timestamp.ts';
import type { Member } from '../organizations.ts';
import type { Parameters } from './parameters.ts';

export const scheduledCall = async (owner: Member): Promise<Parameters> => {
  const { app } = owner.server;
  const { id } = await app.db
    .insertInto('scheduled_calls')
    .values({
      organization_id: owner.organization_id,
      workflow_id: (await givenWorkflow(owner)).id,
      to_number: '+12025550100',
      scheduled_at: later(app.now(), 3_600_000),
      due_at: later(app.now(), 3_600_000),
      user_id: owner.user_id,
      created_at: app.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { scheduled_call_id: id };
};

export const configuration = async (owner: Member): Promise<Parameters> => ({
  config_id: await givenConfiguration(owner),
});

export const phoneNumber = async (owner: Member): Promise<Parameters> => {
  const config_id = await givenConfiguration(owner);
  return { config_id, phone_number_id: await givenNumber(owner, config_id) };
};

export const transfer = async (owner: Member): Promise<Parameters> => {
  const { run_id, transfers } = await givenTransferable(owner);
  const { id } = (await owner.post(transfers, exampleRequest('createRunTransfer').body)).body;
  return { run_id, transfer_id: id };
};

export const redialable = async (owner: Member): Promise<Parameters> => {
  const made = await givenCampaign(owner, { state: 'canceled' });
  await givenContacts(owner, made, [{ state: 'done', outcome: 'busy', attempts: 1 }]);
  return { campaign_id: made.id };
};

export const source = async (owner: Member): Promise<Parameters> => ({
  source_id: (await givenCampaign(owner)).source_id,
});

export const sourceWithRows = async (owner: Member): Promise<Parameters> => {
  const raw = 'phone_number\n+12025550185\n';
  const headers = { 'content-type': 'text/csv' };
  const { body } = await owner.send('POST', '/api/v1/campaign-sources', { raw, headers });
  return { source_id: body.id };
};

export const unusedSource = async (owner: Member): Promise<Parameters> => ({
  source_id: (await givenCampaign(owner, { state: 'canceled' })).source_id,
});

export const campaign = async (owner: Member): Promise<Parameters> => ({
  campaign_id: (await givenCampaign(owner)).id,
});

export const overCampaign = async (owner: Member): Promise<Parameters> => {
  const completed_at = owner.server.app.now();
  return { campaign_id: (await givenCampaign(owner, { state: 'completed', completed_at })).id };
};

export const campaignContact = async (owner: Member): Promise<Parameters> => {
  const made = await givenCampaign(owner);
  const [contact_id = 0] = await givenContacts(owner, made, [{}]);
  return { campaign_id: made.id, contact_id };
};

export const calledBack = async (owner: Member): Promise<Parameters> => {
  const made = await givenCampaign(owner, { state: 'paused' });
  const callback_at = later(owner.server.app.now(), 3_600_000);
  const waiting = { state: 'waiting', attempts: 1, retries_queued: 1 } as const;
  const [contact_id = 0] = await givenContacts(owner, made, [
    { ...waiting, due_at: callback_at, callback_at },
  ]);
  const over = {
    state: 'completed',
    outcome: 'completed',
    ended_at: owner.server.app.now(),
  } as const;
  await givenCampaignRun(owner, made, { contact_id, ...over });
  return { campaign_id: made.id, contact_id };
};
