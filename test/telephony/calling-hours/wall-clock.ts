interface Schedule {
  readonly slots: readonly {
    readonly day_of_week: number;
    readonly start_time: string;
    readonly end_time: string;
  }[];
}

export const clock = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;

/** Checks the minute against the runtime's own time zone data. */
export function wallAllows(schedule: Schedule, zone: string, ms: number): boolean {
  const wall = partsOf(zone, ms);
  return schedule.slots.some(
    ({ day_of_week, start_time, end_time }) =>
      wall.day === day_of_week && start_time <= wall.time && wall.time < end_time,
  );
}

const formats = new Map<string, Intl.DateTimeFormat>();
const seen = new Map<string, Wall>();
const days = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

interface Wall {
  readonly day: number;
  readonly time: string;
}

/** Cached: the property checks the same minutes repeatedly. */
function partsOf(zone: string, ms: number): Wall {
  const key = `${zone} ${ms}`;
  const known = seen.get(key) ?? readWall(zone, ms);
  seen.set(key, known);
  return known;
}

function readWall(zone: string, ms: number): Wall {
  let format = formats.get(zone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      weekday: 'short',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    });
    formats.set(zone, format);
  }
  const [, day = '', time = ''] = /^(\w+),? (\d\d:\d\d)$/.exec(format.format(ms)) ?? [];
  return { day: days.indexOf(day), time };
}
