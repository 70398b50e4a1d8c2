import type { components } from '../../generated/api.ts';
import { hoursFaults, zoneRule } from '../time/hours-rules.ts';
import { isZone } from '../time/zone-rules.ts';
import { sipFault } from './sip-rules.ts';

type Destination = components['schemas']['TransferDestination'];

interface Fault {
  readonly loc: string[];
  readonly msg: string;
  readonly input: unknown;
}

/** How many destinations ring one after another: one, its fallback, and so on. */
export const maxRings = 3;

/** The errors of transfer destinations at a place in the request that the schema cannot express. */
export function destinationFaults(
  destinations: readonly Destination[] | undefined,
  at: readonly string[],
): Fault[] {
  const names = new Set<string>();
  const byName = new Map((destinations ?? []).map((each) => [each.name, each]));
  return (destinations ?? []).flatMap((destination, index): Fault[] => {
    const { name, phone_number, sip_uri, workflow_id, timezone, hours, fallback } = destination;
    const place = (member: string) => [...at, String(index), member];
    const isRepeated = names.has(name);
    names.add(name);
    const sip = sip_uri === undefined ? undefined : sipFault(sip_uri);
    const fallbackFault = faultOfFallback(byName, destination);
    return [
      ...(isRepeated
        ? [{ loc: place('name'), msg: 'Another destination has this name.', input: name }]
        : []),
      ...([phone_number, sip_uri, workflow_id].filter((each) => each !== undefined).length !== 1
        ? [{ loc: [...at, String(index)], msg: oneAddress, input: destination }]
        : []),
      ...(sip === undefined ? [] : [{ loc: place('sip_uri'), msg: sip, input: sip_uri }]),
      ...(timezone !== undefined && !isZone(timezone)
        ? [{ loc: place('timezone'), msg: zoneRule, input: timezone }]
        : []),
      ...(hours ? hoursFaults(hours, { at: place('hours'), isZone }) : []),
      ...(fallbackFault === undefined
        ? []
        : [{ loc: place('fallback'), msg: fallbackFault, input: fallback }]),
    ];
  });
}

const oneAddress = 'Must have exactly one of phone_number, sip_uri and workflow_id.';

function faultOfFallback(
  destinations: ReadonlyMap<string, Destination>,
  { name, fallback }: Destination,
): string | undefined {
  if (fallback !== undefined && !destinations.has(fallback))
    return 'No other destination has this name.';
  const chain = [name];
  for (let next = fallback; next !== undefined; next = destinations.get(next)?.fallback) {
    if (chain.includes(next)) return `Leads back: ${[...chain, next].join(', ')}.`;
    chain.push(next);
  }
  return chain.length > maxRings
    ? `Rings ${chain.length} destinations one after another, ${chain.join(', ')}; at most ${maxRings} are allowed.`
    : undefined;
}
