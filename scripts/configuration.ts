import { globSync, readFileSync } from 'node:fs';
import { explained } from '../src/system/variables.ts';

const root = new URL('../src/', import.meta.url).pathname;
const readers = globSync('{config,system/*}.ts', { cwd: root })
  .filter((name) => name !== 'system/variables.ts')
  .map((name) => readFileSync(`${root}${name}`, 'utf8'))
  .join('\n');

/** `scripts/configuration.md`. Throws if there is a variable that nobody reads. */
export function configurationPage(notice: string): string {
  const rows = explained.map(({ variables, meaning }) => {
    const names = Object.keys(variables);
    const unread = names.filter((name) => !readers.includes(`'${name}'`));
    if (unread.length > 0)
      throw new Error(`src/system/variables.ts: nobody reads ${unread.join(', ')}.`);
    const values = Object.values(variables).map(({ shown }) => shown);
    const shown = new Set(values).size === 1 ? values[0] : values.join(', ');
    return `| ${names.map((name) => `\`${name}\``).join(', ')} | ${shown} | ${meaning} |`;
  });
  return `# Configuration

<!-- ${notice} The table is src/system/variables.ts. -->

All of it is read from the environment, in \`src/config.ts\`. A value that makes no sense stops the start with a sentence that names it.

| variable | default | meaning |
|---|---|---|
${rows.join('\n')}
`;
}
