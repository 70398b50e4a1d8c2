import type { components } from '../../generated/api.ts';

interface Revised {
  readonly id: number;
  readonly revision: number;
}

/** Names what can be edited of a workflow; runs that come and go do not change it. */
export const etagOf = ({ id, revision }: Revised): string => `"${id}-${revision}"`;

const entityTags = /(W\/)?"[^"]*"/g;

/** Whether an If-Match header allows a change of the state with this strong tag: RFC 9110, section 13.1.1. */
export function ifMatchAllows(ifMatch: string | undefined, etag: string): boolean {
  if (ifMatch === undefined || ifMatch === '*') return true;
  return ifMatch.match(entityTags)?.includes(etag) ?? false;
}

/** Publishing decides what new calls are placed with, and an archived workflow places none. */
export const canPublish = (status: components['schemas']['WorkflowStatus']): boolean =>
  status === 'active';

/** An archived workflow places no calls, and test runs are calls tried out. */
export const canTryOut = canPublish;

const copyMark = ' (copy)';
const longestName = 100;

/** The name of a workflow's duplicate, with as much of the name as has room. Counts characters as the contract does. */
export const nameOfCopy = (name: string): string =>
  [...name].slice(0, longestName - copyMark.length).join('') + copyMark;
