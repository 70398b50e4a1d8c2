import { describe, expect, test } from 'vitest';
import { newOrganization } from '../../support/organizations.ts';
import { givenRun, givenWorkflow } from '../given.ts';

describe('getRunSession', () => {
  test('returns the pinned definition, the variables and the context of the contact', async () => {
    const member = await newOrganization();
    const workflow = await givenWorkflow(member, {
      versions: ['published', 'draft'],
      template_context_variables: JSON.stringify({ first_name: 'there', greeting: 'Hello' }),
      workflow_configurations: JSON.stringify({ voice: 'calm' }),
    });
    const run_id = await givenRun(member, workflow, {
      definition_id: workflow.versions[0]!,
      initial_context: JSON.stringify({ first_name: 'Ada', plan: 'gold' }),
      gathered_context: JSON.stringify({ plan: 'silver' }),
    });

    const { status, body } = await member.get(`/api/v1/runs/${run_id}/session`);

    expect(status).toBe(200);
    const { body: version } = await member.get(`${workflow.path}/versions/1`);
    expect(body).toMatchObject({
      run_id,
      workflow_id: workflow.id,
      workflow_version: 1,
      workflow_definition: version.workflow_definition,
      variables: { first_name: 'Ada', greeting: 'Hello', plan: 'silver' },
      workflow_configurations: { voice: 'calm' },
      initial_context: { first_name: 'Ada', plan: 'gold' },
      consent: { consent_given: null, consent_ts: null },
      transcript_turns: 0,
    });
  });

  test('shows the newest consent and how many turns are stored', async () => {
    const member = await newOrganization();
    const workflow = await givenWorkflow(member);
    const run_id = await givenRun(member, workflow);
    await member.post(`${workflow.path}/runs/${run_id}/mark-consent`, { consent_given: false });
    await member.post(`/api/v1/runs/${run_id}/result`, {
      transcript: [{ role: 'agent', text: 'Hello.', at: '2026-01-05T10:00:04.000Z' }],
    });

    const { body } = await member.get(`/api/v1/runs/${run_id}/session`);

    expect(body.consent).toEqual({
      consent_given: false,
      consent_ts: body.gathered_context.consent_ts,
    });
    expect(body.transcript_turns).toBe(1);
  });
});
