import type { components } from '../../generated/api.ts';
import type { Caller } from '../caller.ts';

type Schemas = components['schemas'];
type RetryConfig = Schemas['CampaignRetryConfig'];
type ScheduleConfig = Schemas['ScheduleConfig'];
type CircuitBreaker = Schemas['CircuitBreaker'];

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

const defaultMachineDetection = {
  enabled: true,
  on_machine: 'continue',
  message_url: null,
} as const;

/** The schedule of a campaign that was created without one: calls are placed at any time. */
export const noSchedule: Required<ScheduleConfig> = { enabled: false, timezone: 'UTC', slots: [] };

/** Whether a campaign in that state may be changed; finished campaigns may not. */
export const canUpdate = (state: Schemas['CampaignState']): boolean =>
  state !== 'completed' && state !== 'canceled';

/** Whether nothing of the campaign is in progress and nothing can begin, so that it can be deleted. */
export const isOver = (campaign: {
  readonly state: Schemas['CampaignState'];
  /** Null for a canceled campaign while some of its contacts are not finished. */
  readonly completed_at: string | null;
}): boolean => !canUpdate(campaign.state) && campaign.completed_at !== null;

/** The actor of a transition, as the details of a log entry show it. */
export const loggedActor = (caller: Caller): { user_id: number } | { api_key_id: number } =>
  caller.kind === 'session' ? { user_id: caller.user_id } : { api_key_id: caller.api_key_id };

/** The settings of a request. An object is replaced as a whole: absent members get their defaults. */
export interface SentSettings {
  readonly retry_config?: Schemas['CampaignRetryConfigRequest'];
  readonly schedule_config?: Schemas['ScheduleConfigRequest'] | null;
  readonly circuit_breaker?: Schemas['CircuitBreakerRequest'];
  readonly machine_detection?: Schemas['MachineDetectionRequest'] | null;
}

export interface Settings {
  readonly retry_config?: RetryConfig;
  /** Null for calls at any time. */
  readonly schedule_config?: ScheduleConfig | null;
  readonly circuit_breaker?: CircuitBreaker;
  /** Null to let the workflow's configurations decide. */
  readonly machine_detection?: Schemas['MachineDetection'] | null;
}

/** The settings that were sent, completed as they are stored; settings that were not sent are absent. */
export const settingsOf = ({
  retry_config,
  schedule_config,
  circuit_breaker,
  machine_detection,
}: SentSettings): Settings => ({
  ...(retry_config && { retry_config: { ...defaultRetryConfig, ...retry_config } }),
  ...(schedule_config !== undefined && {
    schedule_config: schedule_config && { enabled: true, ...schedule_config },
  }),
  ...(circuit_breaker && { circuit_breaker: { ...defaultCircuitBreaker, ...circuit_breaker } }),
  ...(machine_detection !== undefined && {
    machine_detection: machine_detection && { ...defaultMachineDetection, ...machine_detection },
  }),
});
