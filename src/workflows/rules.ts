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

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The voice profile that configurations name, as the database reads it; undefined for anything but a UUID. */
export function voiceProfileOf(
  configurations: Readonly<Record<string, unknown>> | undefined,
): string | undefined {
  const id = configurations?.['voice_profile_id'];
  return typeof id === 'string' && uuid.test(id) ? id : undefined;
}

/** The dispositions that mean an opt-out: `opt_out_dispositions` of the workflow's configurations, if valid. */
export function optOutDispositions(configurations: Readonly<Record<string, unknown>>): unknown[] {
  const said = configurations['opt_out_dispositions'];
  return Array.isArray(said) ? said : [];
}
