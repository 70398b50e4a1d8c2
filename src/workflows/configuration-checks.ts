import type { Transaction } from 'kysely';
import type { components } from '../../generated/api.ts';
import type { Database } from '../db/connect.ts';
import { invalid, InvalidRequest, valueError } from '../errors.ts';
import { hoursFaults } from '../time/hours-rules.ts';
import { isZone } from '../time/zone-rules.ts';
import type { WorkflowsApp } from './context.ts';
import { destinationFaults } from './destination-rules.ts';
import { misspelledSettings } from './known-members.ts';
import { machineFaults, type MachineSettings } from './rules.ts';
import { answering } from './target-queries.ts';

type Destination = components['schemas']['TransferDestination'];

interface Fault {
  readonly loc: string[];
  readonly msg: string;
  readonly input: unknown;
}

/** What a destination has that is called. */
const ofCalls = ['timezone', 'has_machine_detection', 'hours', 'fallback'] as const;

/** The errors of destinations that are workflows, at a place in the request, which the schema cannot express. */
function handoffFaults(
  destinations: readonly Destination[] | undefined,
  at: readonly string[],
): Fault[] {
  const handoffs = handoffsAmong(destinations);
  const names = new Set(handoffs.map(({ name }) => name));
  return (destinations ?? []).flatMap((destination, index): Fault[] => {
    const { fallback, workflow_id } = destination;
    const place = (member: string) => [...at, String(index), member];
    if (workflow_id !== undefined)
      return ofCalls.flatMap((member) =>
        destination[member] === undefined
          ? []
          : [{ loc: place(member), msg: onlyCalled, input: destination[member] }],
      );
    return fallback !== undefined && names.has(fallback)
      ? [{ loc: place('fallback'), msg: noFallback, input: fallback }]
      : [];
  });
}

const onlyCalled = 'A destination with a workflow_id is not called. Leave it out.';
const noFallback = 'This destination is a workflow, which is nobody to ring.';

/** The destinations that are workflows, each with its place among all. */
const handoffsAmong = (destinations: readonly Destination[] | undefined) =>
  (destinations ?? []).flatMap(({ name, workflow_id }, index) =>
    workflow_id === undefined ? [] : [{ name, workflow_id, index }],
  );

interface SentConfigurations {
  readonly workflow_configurations?: {
    readonly machine_detection?: MachineSettings;
    readonly calling_hours?: components['schemas']['UpdateCallingHoursRequest'];
    readonly runtime_url?: string;
    readonly transfer_destinations?: Parameters<typeof destinationFaults>[0];
  };
}

/** Throws if the settings have errors that the schema cannot express. */
export function checkConfigurations({ workflow_configurations }: SentConfigurations): void {
  const { machine_detection, calling_hours, transfer_destinations } = workflow_configurations ?? {};
  const at = (member: string) => ['body', 'workflow_configurations', member];
  const faults = [
    ...machineFaults(machine_detection, at('machine_detection')),
    ...destinationFaults(transfer_destinations, at('transfer_destinations')),
    ...handoffFaults(transfer_destinations, at('transfer_destinations')),
    ...(calling_hours ? hoursFaults(calling_hours, { at: at('calling_hours'), isZone }) : []),
  ];
  const misspelled = misspelledSettings(workflow_configurations);
  if (faults.length + misspelled.length > 0)
    throw new InvalidRequest([...misspelled, ...faults.map(valueError)]);
}

/** The address of an agent runtime is checked as those of webhook endpoints are: now and at each connection. */
export async function mustBeReachable(
  { workflow_configurations }: SentConfigurations,
  app: WorkflowsApp,
): Promise<void> {
  const url = workflow_configurations?.runtime_url;
  const fault = url === undefined ? undefined : await app.runtimes.urlFault(url);
  if (fault !== undefined)
    throw invalid(['body', 'workflow_configurations', 'runtime_url'], fault, url);
}

/** Throws if calls would go on with workflows that the organization does not have, or that have no agent for them. */
export async function mustHaveHandoffs(
  trx: Transaction<Database>,
  organizationId: number,
  { workflow_configurations }: SentConfigurations,
): Promise<void> {
  const handoffs = handoffsAmong(workflow_configurations?.transfer_destinations);
  if (handoffs.length === 0) return;
  const ids = handoffs.map(({ workflow_id }) => workflow_id);
  const known = await answering(trx, organizationId, ids);
  const at = ['body', 'workflow_configurations', 'transfer_destinations'];
  const faults = handoffs.flatMap(({ workflow_id, index }) =>
    known.has(workflow_id)
      ? []
      : [{ loc: [...at, String(index), 'workflow_id'], msg: noAgent, input: workflow_id }],
  );
  if (faults.length > 0) throw new InvalidRequest(faults.map(valueError));
}

const noAgent =
  'The organization has no active workflow with this ID and a published version. Publish it first.';
