import type { components } from '../../generated/api.ts';

type RetryConfig = components['schemas']['RetryConfig'];
type ScheduleConfig = components['schemas']['ScheduleConfig'];
type CircuitBreaker = components['schemas']['CircuitBreaker'];

export const defaultRetryConfig: Required<RetryConfig> = {
  enabled: true,
  max_retries: 2,
  retry_delay_seconds: 120,
  retry_on_busy: true,
  retry_on_no_answer: true,
  retry_on_voicemail: true,
};

export const defaultCircuitBreaker: Required<CircuitBreaker> = {
  enabled: true,
  failure_threshold: 0.5,
  window_seconds: 120,
  min_calls_in_window: 5,
};

/** What a campaign shows that was given no schedule: calls are placed at any time. */
export const noSchedule: Required<ScheduleConfig> = { enabled: false, timezone: 'UTC', slots: [] };
