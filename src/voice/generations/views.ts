import type { components } from '../../../generated/api.ts';
import { audioPath } from '../versions/rules.ts';
import type { GenerationRow } from './queries.ts';
import { hasEnded, progressOf } from './rules.ts';

type Generation = components['schemas']['Generation'];
type GenerationEvent =
  | components['schemas']['GenerationProgressEvent']
  | components['schemas']['GenerationCompleteEvent']
  | components['schemas']['GenerationErrorEvent'];

export function generation(row: GenerationRow): Generation {
  const { parts: _, parts_done: __, revision: ___, ...rest } = row;
  const {
    error_code: _code,
    error_message: _message,
    default_version_id,
    duration,
    ...shown
  } = rest;
  return {
    ...shown,
    failure: failureOf(row),
    progress: progressOf(row),
    duration_seconds: row.status === 'completed' ? duration : null,
    default_version_id,
    audio_path: default_version_id && audioPath(row.id, default_version_id),
  };
}

/** The code that 0.2.0 stored for `limit_reached`. */
const formerLimit: string = 'quota_reached';

const failureOf = ({ error_code: code, error_message: message }: GenerationRow) =>
  code === null || message === null
    ? null
    : { code: code === formerLimit ? ('limit_reached' as const) : code, message };

/** How far a generation is, as an event of its stream. */
export function generationEvent(row: GenerationRow): GenerationEvent {
  const { id, status, parts, parts_done } = row;
  const failure = failureOf(row);
  const state = { generation_id: id, status, progress: progressOf(row), parts, parts_done };
  if (failure) return { event: 'error', ...failure, ...state };
  return { event: hasEnded(status) ? 'complete' : 'progress', ...state };
}
