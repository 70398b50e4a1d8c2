import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

const read = (path: string): string => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');
const readme = read('README.md');

describe('The README', () => {
  test('shows the receiver as it is', () => {
    expect(readme).toContain(`\`\`\`js\n${read('scripts/example/receiver.mjs')}\`\`\``);
  });

  test('lists every variable that the configuration reads', () => {
    const names = [...read('src/config.ts').matchAll(/[('"]([A-Z]+(?:_[A-Z]+)*)['"][,)\]]/g)].map(
      ([, name]) => `\`${name}\``,
    );

    expect(names.length).toBeGreaterThan(30);
    expect(names.filter((name) => !readme.includes(name))).toEqual([]);
  });

  test('lists every command of the Makefile that is for people', () => {
    const commands = [...read('Makefile').matchAll(/^([a-z-]+):.*## /gm)].map(([, name]) => name);
    const unlisted = commands.filter((name) => !readme.includes(`\`make ${name}\``));

    expect(unlisted).toEqual(['help', 'install', 'lint', 'format', 'clean']);
  });

  test('gives a reason for every dependency', () => {
    const { dependencies } = JSON.parse(read('package.json'));
    const reasons = readme.slice(readme.indexOf('**Dependencies.**'));

    const unexplained = Object.keys(dependencies).filter((name) => !reasons.includes(name));
    expect(unexplained).toEqual([]);
  });
});
