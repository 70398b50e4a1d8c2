import type { components } from '../../../generated/api.ts';
import { audioPath } from '../versions/rules.ts';
import type { GenerationRow } from './queries.ts';
import { hasEnded, progressOf } from './rules.ts';

export type Generation = components['schemas']['Generation'];
type GenerationEvent =
  | components['schemas']['GenerationProgressEvent']
  | components['schemas']['GenerationCompleteEvent'];

export function generation(row: GenerationRow): Generation {
  const { parts: _, parts_done: __, revision: ___, default_version_id, duration, ...shown } = row;
  return {
    ...shown,
    progress: progressOf(row),
    duration: row.status === 'completed' ? duration : null,
    default_version_id,
    audio_path: default_version_id && audioPath(row.id, default_version_id),
  };
}

/** How far a generation is, as an event of its stream. */
export const generationEvent = (row: GenerationRow): GenerationEvent => ({
  event: hasEnded(row.status) ? 'complete' : 'progress',
  generation_id: row.id,
  status: row.status,
  progress: progressOf(row),
  parts: row.parts,
  parts_done: row.parts_done,
  error_code: row.error_code,
  error_message: row.error_message,
});
