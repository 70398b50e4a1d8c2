import { invalid } from '../errors.ts';
import { isTimestamp, type Timestamp, parseTimestamp, timestampRule } from '../timestamp.ts';

/** What a list can be narrowed down to: `created_after` is inclusive, `created_before` exclusive. */
interface Period {
  readonly created_after?: string;
  readonly created_before?: string;
}

/** A list's query with its timestamps as the database compares them. Throws the validation error for one that cannot be kept. */
export function filtersOf<Query extends Period>({
  created_after,
  created_before,
  ...query
}: Query) {
  return {
    ...query,
    ...(created_after !== undefined && {
      created_after: exact('created_after', created_after),
    }),
    ...(created_before !== undefined && {
      created_before: exact('created_before', created_before),
    }),
  };
}

function exact(name: string, text: string): Timestamp {
  if (isTimestamp(text)) return parseTimestamp(text);
  throw invalid(['query', name], timestampRule, text);
}
