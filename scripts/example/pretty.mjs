// Prints what a person wants to see of a response: `curl -s ... | node scripts/example/pretty.mjs id status`.
// Of an object it prints the named members, of a list a table of them, and of a refusal the reason, with exit code 1.
import { readFileSync } from 'node:fs';
import { inspect } from 'node:util';

const names = process.argv.slice(2);
const text = readFileSync(0, 'utf8');
const value = parsed();

if (value === undefined) process.stdout.write(text);
else if (Array.isArray(value.detail))
  refuse(value.detail.map(({ loc, msg }) => `${loc.join('.')}: ${msg}`));
else if (typeof value.code === 'string' && value.status >= 400)
  refuse([`${value.status} ${value.code}: ${value.detail}`]);
else show(Array.isArray(value) ? value : value.items);

/** The JSON of the response; nothing if it is something else, such as CSV. */
function parsed() {
  try {
    const read = JSON.parse(text);
    return typeof read === 'object' && read !== null ? read : undefined;
  } catch {
    return undefined;
  }
}

function show(items) {
  if (items === undefined) console.log(inspect(chosen(value), { depth: 4, breakLength: 100 }));
  else if (items.length === 0) console.log('None.');
  else console.table(items.map(chosen));
}

/** The named members, such as `id` or `failure.code`; all if none is named. */
function chosen(object) {
  if (names.length === 0) return object;
  return Object.fromEntries(
    names.map((name) => [name, name.split('.').reduce((part, key) => part?.[key], object)]),
  );
}

function refuse(lines) {
  console.error(lines.join('\n'));
  process.exitCode = 1;
}
