import { readFileSync, writeFileSync } from 'node:fs';
import { generate, PostgresDialect as PostgresGenerator } from 'kysely-codegen';
import { columnTypes } from './column-types.ts';
import { makeImage } from './database-image.ts';

// Writes the types of the tables, read from a database that it migrates. A process of its own, since it takes as long as
// all else that `make generate` does.
// node scripts/generate/database-types.ts FILE NOTICE

const [file = '', notice = ''] = process.argv.slice(2);

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
