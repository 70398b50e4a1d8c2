import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import { openScreen } from '../../../scripts/watch/terminal.ts';

function given() {
  const modes: boolean[] = [];
  const input = Object.assign(new EventEmitter(), {
    isRaw: false,
    setRawMode(mode: boolean) {
      modes.push(mode);
      return input as never;
    },
    resume: () => input as never,
    pause: () => input as never,
  });
  let written = '';
  const output = { write: (text: string) => ((written += text), true) };
  let quits = 0;
  const screen = openScreen(input as never, output, () => (quits += 1));
  return { input, screen, modes, text: () => written, quits: () => quits };
}

test('The screen draws over itself, and leaves the terminal as it was', () => {
  const { input, screen, modes, text } = given();

  screen.draw(['one', 'two']);
  screen.leave();
  screen.leave();
  screen.draw(['late']);

  expect(text()).toBe(
    '\u001B[?1049h\u001B[?25l\u001B[Hone\u001B[K\r\ntwo\u001B[K\u001B[J\u001B[?25h\u001B[?1049l',
  );
  expect(modes).toEqual([true, false]);
  expect(input.listenerCount('data')).toBe(0);
});

test.each(['q', 'Q', '\u0003', '\u0004'])('The key %j ends it, others do not', (key) => {
  const { input, quits } = given();

  input.emit('data', Buffer.from('x'));
  expect(quits()).toBe(0);
  input.emit('data', Buffer.from(key));
  expect(quits()).toBe(1);
});
