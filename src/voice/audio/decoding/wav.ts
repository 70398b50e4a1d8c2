import { checkShape, type Source } from '../recording.ts';
import { layoutBlocks, wavLayout } from '../wav.ts';
import type { Bytes } from './bytes.ts';

export function openWav(bytes: Bytes): Source {
  const layout = wavLayout(bytes.file, bytes.length);
  checkShape(layout);
  const { sample_rate, channels } = layout;
  return {
    format: 'wav',
    shape: () => ({ sample_rate, channels }),
    blocks: () => layoutBlocks(bytes.file, layout),
  };
}
