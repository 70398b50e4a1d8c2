import { checkShape, type Source } from '../recording.ts';
import { readWav, wavLayout } from '../wav.ts';
import type { Bytes } from './bytes.ts';

const blockFrames = 16_384;

export function openWav(bytes: Bytes): Source {
  const layout = wavLayout(bytes.file, bytes.length);
  checkShape(layout);
  const { sample_rate, channels, frames } = layout;
  return {
    format: 'wav',
    shape: () => ({ sample_rate, channels }),
    *blocks() {
      for (let frame = 0; frame < frames; frame += blockFrames)
        yield readWav(bytes.file, layout, frame, blockFrames);
    },
  };
}
