import { expect, test } from 'vitest';
import { type Door, DoorFailure } from '../../src/mcp/operation-client.ts';
import { runTool } from '../../src/mcp/tools.ts';

const now = () => '2026-01-05T15:00:00.000Z';
const silent: Door = async () => {
  throw new DoorFailure('The operation did not answer in time.');
};

test('invoke_operation does not advise to repeat what takes no idempotency key', async () => {
  const given = { operation_id: 'testWebhookEndpoint', parameters: { endpoint_id: 1 } };

  const result = await runTool('invoke_operation', given, { door: silent, now });

  expect(result?.structuredContent).toMatchObject({
    code: 'no_answer',
    what_to_do: expect.stringContaining('takes no idempotency_key'),
  });
});

test('preview_call changes nothing, so a missing answer leaves nothing unknown', async () => {
  const call = { workflow_id: 1, to_number: '+12025550155' };

  const result = await runTool('preview_call', call, { door: silent, now });

  expect(result?.structuredContent).toMatchObject({ code: 'no_answer' });
  expect(result?.structuredContent).not.toMatchObject({
    what_to_do: expect.stringContaining('takes no idempotency_key'),
  });
});

test('place_call reports a refusal whose target has no name here', async () => {
  const refused = {
    status: 403,
    code: 'approval_required',
    reason: 'no_matching_policy',
    connector_name: 'assistant',
    action_type: 'call_initiate',
    target_id: 3,
    destination: { kind: 'exact_e164', value: '+12025550155' },
  };
  const door: Door = async (request) =>
    request.method === 'POST'
      ? { status: 403, headers: {}, text: JSON.stringify(refused) }
      : silent(request);
  const call = { workflow_id: 3, to_number: '+12025550155', idempotency_key: 'one' };

  const result = await runTool('place_call', call, { door, now });

  const content = result?.structuredContent as { approval: { policy: object } };
  expect(content).toMatchObject({
    code: 'approval_required',
    approval: { missing: expect.stringContaining('target_name'), policy: { target_id: 3 } },
  });
  expect(content.approval.policy).not.toHaveProperty('target_name');
});
