import type { ReadStream, WriteStream } from 'node:tty';

/** A screen of the terminal that is drawn over and over, and gone when it is left. */
export interface Screen {
  draw(lines: readonly string[]): void;
  /** Restores the terminal; once is enough. */
  leave(): void;
}

type Input = Pick<ReadStream, 'on' | 'off' | 'setRawMode' | 'resume' | 'pause'>;
type Output = Pick<WriteStream, 'write'>;

const ctrlC = '\u0003';
const ctrlD = '\u0004';
const enter = '\u001B[?1049h\u001B[?25l';
const restore = '\u001B[?25h\u001B[?1049l';

/** Opens the screen; `onQuit` is called for q, Ctrl-C and Ctrl-D. */
export function openScreen(input: Input, output: Output, onQuit: () => void): Screen {
  const onKey = (key: Buffer | string): void => {
    if (['q', 'Q', ctrlC, ctrlD].includes(String(key))) onQuit();
  };
  input.setRawMode(true);
  input.resume();
  input.on('data', onKey);
  output.write(enter);
  let isOpen = true;
  return {
    draw(lines) {
      if (!isOpen) return;
      // Each line replaces the one before it, so nothing flickers; what is below is cleared.
      const drawn = lines.map((line) => `${line}\u001B[K`).join('\r\n');
      output.write(`\u001B[H${drawn}\u001B[J`);
    },
    leave() {
      if (!isOpen) return;
      isOpen = false;
      input.off('data', onKey);
      input.setRawMode(false);
      input.pause();
      output.write(restore);
    },
  };
}
