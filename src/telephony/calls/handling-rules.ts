import { later, type Timestamp } from '../../timestamp.ts';
import type { MachineSettings } from '../../workflows/rules.ts';
import type { MachineDetection } from '../carriers/carrier.ts';

/** What differs from an ordinary call: one whose carrier detects machines and that goes on whoever answers. */
export interface Handling {
  readonly detection: MachineDetection;
  readonly record: boolean;
  readonly on_machine?: 'hang_up' | 'leave_message';
  readonly message_url?: string;
}

/**
 * How a call is handled: as its campaign says, or else its workflow's configurations, of which what is not readable
 * counts as absent. Null: as an ordinary call.
 */
export function handlingOf(
  configurations: Readonly<Record<string, unknown>>,
  ofCampaign: MachineSettings | null,
): Handling | null {
  const settings = ofCampaign ?? readable(configurations['machine_detection']);
  const record = configurations['record'] === true;
  const { enabled = true, on_machine = 'continue', message_url = null } = settings;
  if (!enabled) return { detection: 'off', record };
  if (on_machine === 'leave_message' && message_url !== null)
    return { detection: 'greeting_end', record, on_machine, message_url };
  if (on_machine === 'hang_up') return { detection: 'detect', record, on_machine };
  return record ? { detection: 'detect', record } : null;
}

const readable = (value: unknown): MachineSettings =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};

const defaultMaxCallSeconds = 1800;
const maxSeconds = 14_400;
const marginMs = 60_000;

/**
 * The maximum duration of the workflow's calls: `max_call_duration_seconds` of its configurations if valid, else the
 * default.
 */
export function maxCallSeconds(configurations: Readonly<Record<string, unknown>>): number {
  const said = configurations['max_call_duration_seconds'];
  const isValid =
    typeof said === 'number' && Number.isInteger(said) && said >= 1 && said <= maxSeconds;
  return isValid ? said : defaultMaxCallSeconds;
}

/** When a call that never reports its end is closed as unknown. */
export const deadline = (
  configurations: Readonly<Record<string, unknown>>,
  placing_at: Timestamp,
): Timestamp => later(placing_at, maxCallSeconds(configurations) * 1000 + marginMs);
