import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What a generator calls something that has no name, or a second thing of one name. */
const ugly =
  /Type\d+(?=$|[A-Z_])|Inner|Inline|LessThan|GreaterThan|(AnyOf|OneOf|AllOf)\d*$|Nested|Anonymous|\d$/;
/** The status that a response's name may end with. */
const status = /(?<!\d)[1-5]\d\d$/;

const declarations: Readonly<Record<string, { readonly file: RegExp; readonly name: RegExp }>> = {
  TypeScript: {
    file: /\.ts$/,
    name: /^export (?:declare )?(?:abstract )?(?:async )?(?:type|interface|enum|class|const|function\*?) (\w+)/gm,
  },
  Python: { file: /\.py$/, name: /^class (\w+)/gm },
  Go: {
    file: /\.go$/,
    name: /^(?:type |func |\t)([A-Z]\w*)(?: +(?:struct|interface|string|=|\[)|\()/gm,
  },
  Java: {
    file: /\.java$/,
    name: /^ *public (?:static |final |abstract )*(?:class|enum|interface|record) (\w+)/gm,
  },
};

/** The names that generated code of a language declares, in a directory and below. */
export function declaredNames(directory: string, language: string): string[] {
  const rule = declarations[language];
  if (!rule) throw new Error(`How does ${language} declare a name? Give the target \`names\`.`);
  const found = new Set<string>();
  for (const file of readdirSync(directory, { recursive: true, encoding: 'utf8' })) {
    if (!rule.file.test(file) || file.includes('node_modules')) continue;
    const text = readFileSync(join(directory, file), 'utf8');
    for (const [, name] of text.matchAll(rule.name)) if (name) found.add(name);
  }
  return [...found];
}

/** Those that a user would not want to write, sorted. A name of the contract is never one of them. */
export const uglyNames = (names: readonly string[], contract: ReadonlySet<string>): string[] =>
  [...new Set(names)]
    .filter((name) => !contract.has(name) && ugly.test(name.replace(status, '')))
    .toSorted();
