import { zoneRule } from '../time/hours-rules.ts';
import { isZone } from '../time/zone-rules.ts';

interface Destination {
  readonly name: string;
  readonly timezone?: string;
}

interface Fault {
  readonly loc: string[];
  readonly msg: string;
  readonly input: unknown;
}

/** The errors of transfer destinations at a place in the request that the schema cannot express. */
export function destinationFaults(
  destinations: readonly Destination[] | undefined,
  at: readonly string[],
): Fault[] {
  const names = new Set<string>();
  return (destinations ?? []).flatMap(({ name, timezone }, index): Fault[] => {
    const place = (member: string) => [...at, String(index), member];
    const isRepeated = names.has(name);
    names.add(name);
    return [
      ...(isRepeated
        ? [{ loc: place('name'), msg: 'Another destination has this name.', input: name }]
        : []),
      ...(timezone !== undefined && !isZone(timezone)
        ? [{ loc: place('timezone'), msg: zoneRule, input: timezone }]
        : []),
    ];
  });
}
