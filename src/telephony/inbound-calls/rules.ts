import type { components } from '../../../generated/api.ts';
import { type Handling, handlingOf } from '../calls/handling-rules.ts';

export type Rejection = components['schemas']['InboundRejection'];

/** The numbers of carriers may be hidden, and those of their own systems are no phone numbers. */
export const nameOf = (fromNumber: string | null): string =>
  `Call from ${fromNumber ?? 'a hidden number'}`;

/** Nobody looks for a machine at the end that calls; otherwise as the workflow says. */
export function inboundHandling(
  configurations: Readonly<Record<string, unknown>>,
): Handling | null {
  const { record = false } = handlingOf(configurations, null) ?? {};
  return record ? { detection: 'off', record } : null;
}

/** Whether a failure to find the workflow's published version is a reason to reject its calls. */
export const isRejection = (code: string): code is 'workflow_archived' | 'workflow_not_published' =>
  code === 'workflow_archived' || code === 'workflow_not_published';
