import type { components } from '../../generated/api.ts';

interface SentHours {
  readonly enabled?: boolean;
  readonly timezone: string;
  readonly slots: readonly components['schemas']['ScheduleSlot'][];
}

interface HoursFault {
  readonly loc: string[];
  readonly msg: string;
  readonly input: unknown;
}

export const zoneRule =
  'Must be a time zone of the IANA database, in its upper and lower case, such as America/New_York.';

/** The errors of hours that the schema cannot express. Slots may overlap: calls are placed inside any of them. */
export function hoursFaults(
  { enabled = true, timezone, slots }: SentHours,
  { at, isZone }: { readonly at: readonly string[]; readonly isZone: (name: string) => boolean },
): HoursFault[] {
  const zone = isZone(timezone)
    ? []
    : [{ loc: [...at, 'timezone'], msg: zoneRule, input: timezone }];
  const none =
    enabled && slots.length === 0
      ? [
          {
            loc: [...at, 'slots'],
            msg: 'An enabled schedule needs at least one slot.',
            input: slots,
          },
        ]
      : [];
  const backward = slots.flatMap(({ start_time, end_time }, index) =>
    // Both have two digits each, so they compare as text.
    start_time < end_time
      ? []
      : [
          {
            loc: [...at, 'slots', String(index), 'end_time'],
            msg: `Must be later than start_time, ${start_time}. Split hours across midnight into two slots: one day until 24:00 and the next from 00:00.`,
            input: end_time,
          },
        ],
  );
  return [...zone, ...none, ...backward];
}
