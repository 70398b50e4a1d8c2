import { globSync, readFileSync } from 'node:fs';
import { explained } from '../src/system/variable-texts.ts';

const root = new URL('../src/', import.meta.url).pathname;
const sources = globSync('{config,system/*variables}.ts', { cwd: root }).map((name) =>
  readFileSync(`${root}${name}`, 'utf8'),
);

/** `scripts/configuration.md`. Throws if a variable is read that is not explained, or the other way round. */
export function configurationPage(notice: string): string {
  const code = sources.join('\n');
  const read = new Set(
    [...code.matchAll(/[('"]([A-Z]+(?:_[A-Z]+)*)['"][,)\]]/g)].map(([, name = '']) => name),
  );
  const names = explained.flatMap((row) => row.names);
  const wrong = [...read].filter((name) => !names.includes(name));
  wrong.push(...names.filter((name) => !read.has(name)));
  if (wrong.length > 0)
    throw new Error(
      `src/system/variable-texts.ts and src/config.ts differ in ${wrong.join(', ')}.`,
    );
  const literals = new Map(
    [
      ...code.matchAll(/integer\('(\w+)', ([\d_]+),/g),
      ...code.matchAll(/text\('(\w+)'\) \?\? '([^']+)'/g),
      ...code.matchAll(/oneOf\('(\w+)', \w+, '(\w+)'\)/g),
      ...[...code.matchAll(/flag\('(\w+)'\)/g)].map(([, name]) => ['', name, '0']),
    ].map(([, name = '', value = '']) => [name, `\`${value.replaceAll('_', '')}\``]),
  );
  const rows = explained.map(({ names, defaults = {}, meaning }) => {
    const values = names.map((name) => {
      const value = defaults[name] ?? literals.get(name);
      if (value === undefined)
        throw new Error(`src/system/variable-texts.ts: ${name} has no default.`);
      return value;
    });
    const shown = new Set(values).size === 1 ? values[0] : values.join(', ');
    return `| ${names.map((name) => `\`${name}\``).join(', ')} | ${shown} | ${meaning} |`;
  });
  return `# Configuration

<!-- ${notice} The texts are in src/system/variable-texts.ts. -->

All of it is read from the environment, in \`src/config.ts\`. A value that makes no sense stops the start with a sentence that names it.

| variable | default | meaning |
|---|---|---|
${rows.join('\n')}
`;
}
