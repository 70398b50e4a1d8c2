/** The maximum size of what a tool shows, as JSON. */
const maxShownBytes = 24_576;

/** How long strings and how many items are left at each attempt; the next is tried if that is still too large. */
const attempts = [
  { text: 4000, items: 200 },
  { text: 1000, items: 50 },
  { text: 300, items: 20 },
  { text: 100, items: 10 },
  { text: 60, items: 3 },
];

interface Shown {
  readonly value: unknown;
  readonly truncated: boolean;
}

/** The value with long strings and lists cut until its JSON has at most so many bytes. */
export function trimmed(value: unknown, maxBytes: number = maxShownBytes): Shown {
  if (bytesOf(value) <= maxBytes) return { value, truncated: false };
  for (const attempt of attempts) {
    const smaller = cut(value, attempt);
    if (bytesOf(smaller) <= maxBytes) return { value: smaller, truncated: true };
  }
  return { value: namesOf(value), truncated: true };
}

const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value) ?? '');

function cut(value: unknown, to: (typeof attempts)[number]): unknown {
  if (typeof value === 'string')
    return value.length > to.text
      ? `${value.slice(0, to.text)}… (${value.length} characters)`
      : value;
  if (Array.isArray(value)) {
    const shown = value.slice(0, to.items).map((item) => cut(item, to));
    return value.length > to.items ? [...shown, `… (${value.length} items)`] : shown;
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [name, cut(part, to)] as const),
  );
}

/** The last resort: which members there are. */
const namesOf = (value: unknown): unknown =>
  typeof value === 'object' && value !== null
    ? {
        members: Object.keys(value)
          .slice(0, 200)
          .map((name) => name.slice(0, 100)),
      }
    : null;
