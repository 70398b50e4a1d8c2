import { expect, test } from 'vitest';
import { welcome, welcomeOnNetwork } from '../../src/demo/welcome.ts';

test.each([welcome, welcomeOnNetwork])(
  'A start with demo data prints the address of the console first, if there is one',
  (print) => {
    const firstOf = (hasConsole: boolean): string | undefined =>
      print('http://127.0.0.1:3000', hasConsole)
        .split('\n')
        .find((line) => line.includes('http'));

    expect(firstOf(true)).toBe('  Console   http://127.0.0.1:3000/console');
    expect(firstOf(false)).toBe('  API       http://127.0.0.1:3000/api/v1');
    expect(print('http://127.0.0.1:3000', false)).not.toContain('onsole');
  },
);
