import type { components } from '../../generated/api.ts';

interface Revised {
  readonly id: number;
  readonly revision: number;
}

/** A tag of a workflow's editable members; new runs do not change it. */
export const etagOf = ({ id, revision }: Revised): string => `"${id}-${revision}"`;

const entityTags = /(W\/)?"[^"]*"/g;

/** Whether an If-Match header allows a change of the state with this strong tag: RFC 9110, section 13.1.1. */
export function ifMatchAllows(ifMatch: string | undefined, etag: string): boolean {
  if (ifMatch === undefined || ifMatch === '*') return true;
  return ifMatch.match(entityTags)?.includes(etag) ?? false;
}

/** New calls use the published version, and an archived workflow places no calls. */
export const canPublish = (status: components['schemas']['WorkflowStatus']): boolean =>
  status === 'active';

/** An archived workflow places no calls, and test runs try calls out. */
export const canTryOut = canPublish;

const copyMark = ' (copy)';
const maxNameLength = 100;

/** The name of a workflow's duplicate, truncated to fit. Counts characters as the contract does. */
export const nameOfCopy = (name: string): string =>
  [...name].slice(0, maxNameLength - copyMark.length).join('') + copyMark;
