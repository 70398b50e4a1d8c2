import type { components } from '../../../generated/api.ts';
import { audioPath } from './rules.ts';

export type GenerationVersion = components['schemas']['GenerationVersion'];

export const generationVersion = (
  row: Omit<GenerationVersion, 'audio_path'>,
): GenerationVersion => ({
  ...row,
  audio_path: audioPath(row.generation_id, row.id),
});
