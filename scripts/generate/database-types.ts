import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { generate, PostgresDialect as PostgresGenerator } from 'kysely-codegen';
import { columnTypes } from './column-types.ts';
import { imageName, images } from '../../src/db/embedded.ts';
import { makeImage } from './database-image.ts';

// Writes the types of the tables, read from a database that it migrates. A process of its own, since it takes as long as
// all else that `make generate` does.
// With --fresh it makes them; otherwise it takes those that it has made of the same migrations.
// node scripts/generate/database-types.ts FILE NOTICE [--fresh]

const [file = '', notice = '', fresh = ''] = process.argv.slice(2);
const image = imageName();
const kept = join(images, `types-${keyOf()}.ts`);

if (fresh === '' && existsSync(join(images, image)) && existsSync(kept)) copyFileSync(kept, file);
else await make();

/** Another one if something differs of which the types are made. */
function keyOf(): string {
  const hash = createHash('sha256').update(`${image} ${notice}`);
  for (const source of ['database-types.ts', 'column-types.ts', '../../package-lock.json'])
    hash.update(readFileSync(new URL(source, import.meta.url)));
  return hash.digest('hex').slice(0, 32);
}

async function make(): Promise<void> {
  await makeImage(async ({ db }) => {
    await generate({
      // kysely-codegen declares the Kysely it was built with; only introspection is used.
      db: db as never,
      dialect: new PostgresGenerator({ numericParser: 'string' } as never),
      outFile: file,
      // Partitions are read and written through their tables.
      excludePattern: '{kysely_*,later_migrations,*_default}',
      typeOnlyImports: true,
      typeMapping: { int8: 'number' },
      overrides: { columns: columnTypes },
      logger: undefined as never,
    });
  });
  // Timestamps are read as the strings that the API sends, see src/db/connect.ts.
  const text = readFileSync(file, 'utf8')
    .replace(/^\/\*\*[\s\S]*?\*\/\n/, '')
    .replace('ColumnType<Date, Date | string, Date | string>', 'ColumnType<string, string, string>')
    .replace('export interface DB {', 'export interface Database {');
  writeFileSync(file, `// ${notice}\n${text}`);
  for (const name of readdirSync(images))
    if (name.startsWith('types-')) rmSync(join(images, name), { force: true });
  // Whoever is killed between leaves no half of it.
  copyFileSync(file, `${kept}.partial`);
  renameSync(`${kept}.partial`, kept);
}
