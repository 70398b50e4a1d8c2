import type { components } from '../../generated/api.ts';
import type { Fault } from '../errors.ts';
import { nearName } from '../http/near-name-rules.ts';

type Schemas = components['schemas'];
/** The members that an open object has by name. */
type Known<T> = keyof { [K in keyof T as string extends K ? never : K]: true };
type Members<T> = Readonly<Record<Known<T>, true>>;

const settings: Members<Schemas['WorkflowConfigurationsRequest']> = {
  max_call_duration_seconds: true,
  machine_detection: true,
  on_answered_by: true,
  record: true,
  calling_hours: true,
  runtime_url: true,
  voice_profile_id: true,
  relay: true,
  require_prior_consent: true,
  opt_out_dispositions: true,
  run_token_scopes: true,
  transfer_destinations: true,
};
const definition: Members<Schemas['WorkflowDefinition']> = {
  nodes: true,
  edges: true,
  tools: true,
};
const node: Members<Schemas['WorkflowNode']> = { id: true, type: true, position: true, data: true };
const position: Members<Schemas['WorkflowNodePosition']> = { x: true, y: true };
const nodeData: Members<Schemas['WorkflowNodeData']> = {
  name: true,
  prompt: true,
  enabled: true,
  trigger_path: true,
  endpoint_url: true,
  http_method: true,
  headers: true,
  payload_template: true,
  min_duration_seconds: true,
  tools: true,
};
const edge: Members<Schemas['WorkflowEdge']> = { id: true, source: true, target: true, data: true };
const edgeData: Members<Schemas['WorkflowEdgeData']> = { label: true, condition: true };

/**
 * The members of configurations that are likely misspelled settings: kept as they are, they would leave calls without the
 * hours, consent or recording that they were meant to set.
 */
export function misspelledSettings(configurations: object | undefined): Fault[] {
  const known = Object.keys(settings);
  return Object.keys(configurations ?? {}).flatMap((name): Fault[] => {
    const meant = nearName(name, known);
    if (meant === undefined) return [];
    return [
      {
        loc: ['body', 'workflow_configurations', name],
        msg: `Unknown setting. Did you mean ${meant}? Other members are kept, unless they are as similar to a setting.`,
        type: 'setting_misspelled',
        input: null,
        ctx: { known: meant },
      },
    ];
  });
}

const maxWarnings = 1000;

interface Checked {
  readonly workflow_configurations: object;
  readonly workflow_definition: Schemas['WorkflowDefinition'];
}

/** Every member of a workflow that this service does not know, up to a thousand. It keeps them for the agent runtime. */
export function unknownMembers(workflow: Checked): Fault[] {
  return Iterator.from(unknownIn(workflow)).take(maxWarnings).toArray();
}

function* unknownIn({ workflow_configurations, workflow_definition }: Checked) {
  yield* unknownOf(workflow_configurations, settings, ['workflow_configurations']);
  const at = ['workflow_definition'];
  yield* unknownOf(workflow_definition, definition, at);
  for (const [index, each] of (workflow_definition.nodes ?? []).entries()) {
    const place = [...at, 'nodes', String(index)];
    yield* unknownOf(each, node, place);
    yield* unknownOf(each.position, position, [...place, 'position']);
    yield* unknownOf(each.data, nodeData, [...place, 'data']);
  }
  for (const [index, each] of (workflow_definition.edges ?? []).entries()) {
    const place = [...at, 'edges', String(index)];
    yield* unknownOf(each, edge, place);
    yield* unknownOf(each.data, edgeData, [...place, 'data']);
  }
}

function* unknownOf(
  object: object | undefined,
  members: Readonly<Record<string, true>>,
  at: readonly string[],
): Generator<Fault, undefined> {
  const known = Object.keys(members);
  for (const name of Object.keys(object ?? {})) {
    if (Object.hasOwn(members, name)) continue;
    const meant = nearName(name, known);
    const hint = meant === undefined ? '' : ` Did you mean ${meant}?`;
    yield {
      loc: [...at, name],
      msg: `This service does not know this member; it is kept for the agent runtime and has no other effect.${hint}`,
      type: 'member_unknown',
      input: null,
      ctx: meant === undefined ? {} : { known: meant },
    };
  }
}
