import type { components } from '../../generated/api.ts';

/** New calls use the published version, and an archived workflow places no calls. */
export const canPublish = (status: components['schemas']['WorkflowStatus']): boolean =>
  status === 'active';

/** An archived workflow starts no test runs either. */
export const canTest = canPublish;

const copyMark = ' (copy)';
const maxNameLength = 100;

/** The name of a workflow's duplicate, truncated to fit. Counts characters as the contract does. */
export const nameOfCopy = (name: string): string =>
  [...name].slice(0, maxNameLength - copyMark.length).join('') + copyMark;

/** The dispositions that mean an opt-out: `opt_out_dispositions` of the workflow's configurations, if valid. */
export function optOutDispositions(configurations: Readonly<Record<string, unknown>>): unknown[] {
  const said = configurations['opt_out_dispositions'];
  return Array.isArray(said) ? said : [];
}
