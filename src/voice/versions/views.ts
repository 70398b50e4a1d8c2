import type { components } from '../../../generated/api.ts';
import { audioPath } from './rules.ts';

type GenerationVersion = components['schemas']['GenerationVersion'];

type Row = Omit<GenerationVersion, 'audio_path' | 'duration_seconds'> & {
  readonly duration: number;
};

export const generationVersion = ({ duration, ...row }: Row): GenerationVersion => ({
  ...row,
  duration_seconds: duration,
  audio_path: audioPath(row.generation_id, row.id),
});
