type Data = Readonly<Record<string, unknown>>;

const endings = ['complete', 'error', 'stopping'];

/** The name of an event: its data has it as `type`, or as `event` in streams of progress. */
export const nameOf = (data: Data): string => String(data['type'] ?? data['event']);

const eventText = (data: Data, index: number): string =>
  `id: ${index + 1}\nevent: ${nameOf(data)}\ndata: ${JSON.stringify(data)}\n\n`;

/** The text of a stream of all these events. */
export const streamOf = (events: readonly Data[]): string => events.map(eventText).join('');

/** The text of a stream: the events that do not end it, and the one that is named, else the usual end. */
export function streamText(examples: ReadonlyMap<string, unknown>, ending = 'complete'): string {
  const events = [...examples.values()] as Data[];
  const endsIt = (each: Data): boolean => endings.includes(nameOf(each));
  return streamOf([
    ...events.filter((each) => !endsIt(each)),
    ...events.filter((each) => endsIt(each) && nameOf(each) === ending),
  ]);
}
