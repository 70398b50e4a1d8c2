import type { Client } from './client.ts';

interface Options {
  readonly name: string;
  /** The organization's limit of concurrent calls. */
  readonly limit: number;
  readonly pace: { readonly ring_ms: number; readonly talk_ms: number };
  readonly maxCallSeconds?: number;
  /** The names of tools that its agent may call. */
  readonly tools?: readonly string[];
  /** Other settings of the workflow. */
  readonly configurations?: object;
  /** The super admin, who sets the limit; default: the caller. */
  readonly admin?: Client;
}

/**
 * Creates everything that a call needs: slots, a published workflow, the simulated network as default. Returns the
 * workflow's id.
 */
export async function prepareCalling(
  api: Client,
  { name, limit, pace, maxCallSeconds, tools, configurations, admin = api }: Options,
): Promise<number> {
  const me = await api('GET', '/auth/me');
  await admin('PUT', `/admin/organizations/${me['user'].organization_id}/limits`, {
    concurrent_call_limit: limit,
  });
  const workflow_id = await createPublished(api, {
    name,
    ...(tools && { tools }),
    configurations: {
      ...configurations,
      ...(maxCallSeconds !== undefined && { max_call_duration_seconds: maxCallSeconds }),
    },
  });
  const configuration = await api('POST', '/organizations/telephony-configs', {
    name: 'Simulated',
    provider: 'simulated',
    credentials: pace,
  });
  await api('POST', `/organizations/telephony-configs/${configuration['id']}/set-default-outbound`);
  return workflow_id;
}

interface Workflow extends Pick<Options, 'name' | 'tools'> {
  readonly configurations: object;
}

/** Creates and publishes a workflow, and returns its id. */
export async function createPublished(
  api: Client,
  { name, tools, configurations: workflow_configurations }: Workflow,
): Promise<number> {
  const nodes = [
    { id: 'start', type: 'startCall', position: { x: 0, y: 0 }, data: {} },
    { id: 'end', type: 'endCall', position: { x: 0, y: 1 }, data: {} },
  ];
  const edges = [
    { id: 'e', source: 'start', target: 'end', data: { label: 'done', condition: 'done' } },
  ];
  const workflow_definition = { nodes, edges, ...(tools && { tools }) };
  const { id } = await api('POST', '/workflow', {
    name,
    workflow_definition,
    workflow_configurations,
  });
  await api('POST', `/workflow/${id}/publish`);
  return id;
}
