export const eventId = (workId: number, number: number): string => `${workId}-${number}`;

/** The number of the last event that a reader received; 0 if its `Last-Event-ID` belongs to other work. */
export function numberSeen(workId: number, lastEventId: string | undefined): number {
  const [, id, number] = /^(\d{1,15})-(\d{1,15})$/.exec(lastEventId ?? '') ?? [];
  return Number(id) === workId ? Number(number) : 0;
}
