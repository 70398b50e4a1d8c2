import type { components } from '../../../generated/api.ts';
import { destinationName, destinationsOf } from './destination-rules.ts';

type Schemas = components['schemas'];

/** How many handoffs a call has at most. */
export const maxHandoffs = 5;
/** Nothing is expected of the carrier after this time. */
export const handoffMs = 30_000;

/** A destination that is the agent of another workflow. */
export interface HandoffDestination {
  readonly name: string;
  readonly workflow_id: number;
  readonly description?: string;
}

/** The destinations of a workflow's configurations that are workflows. They may have been stored before they were checked. */
export const handoffsOf = (
  configurations: Readonly<Record<string, unknown>>,
): HandoffDestination[] => handoffsIn(configurations['transfer_destinations']);

export const handoffsIn = (said: unknown): HandoffDestination[] =>
  Array.isArray(said) ? said.filter((each) => isHandoff(each)) : [];

const isHandoff = (value: unknown): value is HandoffDestination =>
  typeof value === 'object' &&
  value !== null &&
  'name' in value &&
  'workflow_id' in value &&
  destinationName.test(String(value.name)) &&
  Number.isSafeInteger(value.workflow_id);

/** Everybody and every agent that calls of a workflow with these configurations can be transferred to. */
export const allDestinationsOf = (
  configurations: Readonly<Record<string, unknown>>,
): { readonly name: string; readonly description?: string }[] => [
  ...destinationsOf(configurations),
  ...handoffsOf(configurations),
];

interface KindRequest {
  readonly kind: Schemas['TransferKind'] | undefined;
  readonly briefing?: Schemas['TransferBriefingRequest'] | undefined;
}

interface KindFault {
  readonly loc: string[];
  readonly msg: string;
}

/** What is wrong with the kind of a request for a handoff, or with its briefing. */
export function handoffFault({ kind, briefing }: KindRequest): KindFault | undefined {
  if (kind !== undefined && kind !== 'handoff')
    return { loc: ['body', 'kind'], msg: 'The destination is a workflow: the kind is handoff.' };
  return briefing?.language === undefined
    ? undefined
    : { loc: ['body', 'briefing', 'language'], msg: 'The briefing of a handoff is not spoken.' };
}

export const onlyForWorkflows: KindFault = {
  loc: ['body', 'kind'],
  msg: 'The destination is no workflow: the kind is cold or warm.',
};
