import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { programs } from './programs.ts';
import { between, type Report, sectionOf, tableOf } from './support/results.ts';

// Shows what `make bench` measured last, and writes it into scripts/bench/README.md.
// node scripts/bench/show.ts [--json FILE] [--before FILE] [--write]

const { values } = parseArgs({
  options: {
    json: { type: 'string', default: new URL('.results/last.json', import.meta.url).pathname },
    before: { type: 'string' },
    write: { type: 'boolean', default: false },
  },
});
const read = (file: string): Report => JSON.parse(readFileSync(file, 'utf8')) as Report;
const report = read(values.json);

console.log(
  values.before === undefined
    ? sectionOf(programs, report)
    : tableOf(programs, report, read(values.before)),
);
if (values.write) {
  const readme = new URL('README.md', import.meta.url);
  writeFileSync(readme, between(readFileSync(readme, 'utf8'), sectionOf(programs, report)));
}
