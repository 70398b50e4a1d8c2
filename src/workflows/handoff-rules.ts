import type { components } from '../../generated/api.ts';

type Destination = components['schemas']['TransferDestination'];

interface Fault {
  readonly loc: string[];
  readonly msg: string;
  readonly input: unknown;
}

/** What a destination has that is called. */
const ofCalls = ['timezone', 'has_machine_detection', 'hours', 'fallback'] as const;

/** The errors of destinations that are workflows, at a place in the request, which the schema cannot express. */
export function handoffFaults(
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
export const handoffsAmong = (destinations: readonly Destination[] | undefined) =>
  (destinations ?? []).flatMap(({ name, workflow_id }, index) =>
    workflow_id === undefined ? [] : [{ name, workflow_id, index }],
  );
