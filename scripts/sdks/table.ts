import type { Result } from './verdict.ts';
import { steps } from './target.ts';

const begin = '<!-- table: written by `make sdks` -->';
const end = '<!-- end of the table -->';
const head = [
  '| target | generator | language | document | compiles, strict | steps | what it cannot do, and limits | ugly names |',
  '|---|---|---|---|---|---|---|---|',
];

function row(result: Result): string {
  const { name, generator, language, document, done, ugly } = result;
  const limits = [
    ...Object.entries(result.cannot).map(([what, why]) => `\`${what}\`: ${why}`),
    ...result.limits,
  ];
  const compiles = [
    result.compiles ? 'yes' : 'no',
    ...result.without.map((option) => `without \`${option}\``),
  ].join(', ');
  const cells = [
    name,
    generator,
    language,
    `\`${document}\``,
    compiles,
    done === undefined ? 'no scenario' : `${done.length} of ${steps.length}`,
    limits.join('; ') || 'nothing',
    String(ugly.length),
  ];
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`;
}

const nameOf = (line: string): string => line.split(' | ')[0]?.replace('| ', '') ?? '';

/** The text with the rows of these results; other rows stay, except for targets that no longer exist. */
export function withTable(
  text: string,
  results: readonly Result[],
  known: readonly string[],
): string {
  const [before, rest] = text.split(`${begin}\n`);
  const [old, after] = rest?.split(end) ?? [];
  if (before === undefined || old === undefined || after === undefined)
    throw new Error(`There are no lines "${begin}" and "${end}".`);
  const rows = new Map<string, string>();
  for (const line of old.trim().split('\n').slice(head.length)) rows.set(nameOf(line), line);
  for (const result of results) rows.set(result.name, row(result));
  const lines = known.flatMap((name) => rows.get(name) ?? []);
  return `${before}${begin}\n${[...head, ...lines].join('\n')}\n${end}${after}`;
}
