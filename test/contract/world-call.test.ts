import { describe, expect, test } from 'vitest';
import { loadContract } from '../../src/http/operations.ts';
import { shownValues } from '../support/examples.ts';
import { first, last } from '../support/shown.ts';

/** The body of the event that the contract shows. */
function eventOf(name: 'call_ended' | 'call_analyzed') {
  const { webhooks } = loadContract().document as unknown as {
    webhooks: Record<string, { post: { requestBody: { content: Record<string, object> } } }>;
  };
  const [media] = Object.values(webhooks[name]?.post.requestBody.content ?? {});
  return shownValues(media ?? {})[0] as { event: string; call: Record<string, unknown> };
}

describe('The call of the examples', () => {
  const run = first('getWorkflowRun');
  const { id: run_id, ...ofRun } = run;

  test('is the run that was placed, marked and analyzed', () => {
    const placed = first('initiateCall');
    const marked = first('markRunConsent');

    expect([placed.state, marked.state, run.state]).toEqual([
      'initialized',
      'running',
      'completed',
    ]);
    for (const each of [placed, marked])
      expect(run).toMatchObject({ id: each.id, initial_context: each.initial_context });
    expect(run.gathered_context).toMatchObject(marked.gathered_context);
    expect(first('submitRunResult')).toEqual(run);
  });

  test("is reported to the webhooks with the run's data", () => {
    const ended = eventOf('call_ended').call;
    const { call_analysis, ...analyzed } = eventOf('call_analyzed').call;
    const { consent_given, consent_ts } = run.gathered_context;

    expect(analyzed).toMatchObject({ run_id, consent_given, consent_ts });
    for (const [name, value] of Object.entries(analyzed))
      if (name in ofRun) expect([name, value]).toEqual([name, Object(ofRun)[name]]);
    expect(call_analysis).toEqual(run.analysis);
    // The result is submitted after the call has ended.
    const { call_disposition, gathered_context, transcript, recording_url, ...before } = ended;
    expect(analyzed).toMatchObject(before);
    expect({ call_disposition, gathered_context, transcript, recording_url }).toEqual({
      call_disposition: null,
      gathered_context: { consent_given, consent_ts },
      transcript: null,
      recording_url: null,
    });
  });

  test('is delivered as the event that is shown', () => {
    const { body, ...delivery } = first('getWebhookDelivery');

    expect(JSON.parse(body)).toEqual(eventOf('call_ended'));
    expect(delivery).toMatchObject({ run_id, event_type: 'call_ended' });
    expect(delivery.attempts.length).toBe(delivery.attempt_count);
  });

  test('is the use of the policy', () => {
    const { items } = first('listApprovalPolicyUses');
    const policy = first('getApprovalPolicy');

    expect(items).toMatchObject([{ subject_id: run_id, created_at: run.created_at }]);
    expect(policy.used_count).toBe(items.length);
    expect(policy.destination.value).toBe(run.to_number);
    expect(policy.not_before <= run.created_at && run.created_at < policy.expires_at).toBe(true);
  });
});

describe('The workflow of the examples', () => {
  const workflow = first('getWorkflow');
  const versions = first('listWorkflowVersions').items;
  const published = versions.find(({ version_status }) => version_status === 'published')!;

  test('is its newest version', () => {
    const [newest] = versions;

    expect(workflow).toMatchObject({
      current_definition_id: newest?.id,
      version_number: newest?.version_number,
      version_status: newest?.version_status,
    });
    expect(first('listWorkflows').items).toMatchObject([
      { id: workflow.id, version_number: newest?.version_number, total_runs: workflow.total_runs },
    ]);
    expect(first('getWorkflowVersion')).toMatchObject(published);
  });

  test('is called with the version that was published at the time', () => {
    const calls = [...last('listCampaignRuns').items, first('getWorkflowRun')];

    for (const { definition_id, version_number, created_at } of calls) {
      expect({ id: definition_id, version_number }).toEqual({
        id: published.id,
        version_number: published.version_number,
      });
      expect(published.published_at! <= created_at).toBe(true);
    }
    // And one test run.
    expect(workflow.total_runs).toBe(calls.length + 1);
  });

  test('gets the definition of the version that it is reverted to', () => {
    expect(first('revertWorkflow').workflow_definition).toEqual(
      first('createWorkflow').workflow_definition,
    );
  });
});
