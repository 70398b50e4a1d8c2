import { filtersOf } from '../../time/period-filter.ts';
import type { WorkflowsApp } from '../context.ts';

type Query = Parameters<typeof filtersOf>[0] & {
  readonly to_number?: string;
  readonly from_number?: string;
};

/** A list's query as the database compares it. Throws the validation error for a time or a number that is none. */
export function runFiltersOf<Given extends Query>({ lookups }: WorkflowsApp, query: Given) {
  const { to_number, from_number } = query;
  return {
    ...filtersOf(query),
    ...(to_number !== undefined && {
      to_number: lookups.numberIn(['query', 'to_number'], to_number),
    }),
    ...(from_number !== undefined && {
      from_number: lookups.numberIn(['query', 'from_number'], from_number),
    }),
  };
}
