import type { components } from '../../../generated/api.ts';
import type { Timestamp } from '../../timestamp.ts';
import { maxRings } from '../../workflows/destination-rules.ts';
import { numberInSip, sipFault } from '../../workflows/sip-rules.ts';
import { type Closing, closingOf, hoursOfWorkflow } from '../calling-hours/rules.ts';

export type Destination = components['schemas']['TransferDestination'];

/** Whether the carrier tells machines from people before it connects anybody: unless it is switched off. */
export const detects = ({ has_machine_detection }: Destination): boolean =>
  has_machine_detection ?? true;

export const destinationName = /^[A-Za-z0-9_-]{1,64}$/;
const number = /^[+][1-9][0-9]{6,14}$/;

/** The destinations of a workflow's configurations, which may have been stored before they were checked. */
export const destinationsOf = (configurations: Readonly<Record<string, unknown>>): Destination[] =>
  destinationsIn(configurations['transfer_destinations']);

export const destinationsIn = (said: unknown): Destination[] =>
  Array.isArray(said) ? said.filter((each) => isDestination(each)) : [];

const isDestination = (value: unknown): value is Destination =>
  typeof value === 'object' &&
  value !== null &&
  'name' in value &&
  destinationName.test(String(value.name)) &&
  hasAddress(value) &&
  (!('has_machine_detection' in value) || typeof value.has_machine_detection === 'boolean') &&
  ['timezone', 'fallback'].every(
    (member) => !(member in value) || typeof Reflect.get(value, member) === 'string',
  );

const hasAddress = (value: object): boolean => {
  if ('phone_number' in value)
    return number.test(String(value.phone_number)) && !('sip_uri' in value);
  return (
    'sip_uri' in value && typeof value.sip_uri === 'string' && sipFault(value.sip_uri) === undefined
  );
};

/** The phone number of a destination, or the one in its SIP URI. */
export const numberOf = ({ phone_number, sip_uri }: Destination): string | undefined =>
  sip_uri === undefined ? phone_number : numberInSip(sip_uri);

interface Address {
  readonly phone_number: string | null;
  readonly sip_uri: string | null;
}

/** Whether a destination still has the address that a transfer rings. */
export const isAt = (destination: Destination, { phone_number, sip_uri }: Address): boolean =>
  (destination.sip_uri ?? null) === sip_uri && (numberOf(destination) ?? null) === phone_number;

/** Why nobody is at a destination now; undefined if somebody is. Hours that cannot be read are closed. */
export const closedAt = ({ hours }: Destination, now: Timestamp): Closing | undefined =>
  closingOf(
    { organization: null, workflow: hoursOfWorkflow(hours, 'transfer_destinations') },
    null,
    now,
  );

interface Ring {
  readonly destination: Destination;
  /** Which in the row of destinations that ring one after another, from 1 on. */
  readonly ring_number: number;
}

/** Whom the carrier rings: the destination, or the first of its fallbacks that is open; undefined if none is. */
export function openRing(
  destinations: readonly Destination[],
  { destination, ring_number }: Ring,
  now: Timestamp,
): Ring | undefined {
  if (!closedAt(destination, now)) return { destination, ring_number };
  const next = destinations.find(({ name: other }) => other === destination.fallback);
  // The settings may have changed between two rings.
  if (!next || ring_number >= maxRings) return undefined;
  return openRing(destinations, { destination: next, ring_number: ring_number + 1 }, now);
}
