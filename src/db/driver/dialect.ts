import {
  type DatabaseMetadataOptions,
  type Kysely,
  PostgresDialect,
  PostgresIntrospector,
  sql,
  type TableMetadata,
} from 'kysely';

/** PostgreSQL, whose tables the migrator finds at once. */
export class Dialect extends PostgresDialect {
  override createIntrospector(db: Kysely<never>): PostgresIntrospector {
    return new Introspector(db);
  }
}

/**
 * The migrator asks twice for each migration whether its tables are there. For this alone Kysely would read every column of
 * every schema that the role may use: most of the time of a migration, and the more the more schemas there are.
 */
class Introspector extends PostgresIntrospector {
  readonly #db: Kysely<never>;
  constructor(db: Kysely<never>) {
    super(db);
    this.#db = db;
  }

  /** With the migrator's own tables: only the names of tables, in the schema of the installation. */
  override async getTables(options?: DatabaseMetadataOptions): Promise<TableMetadata[]> {
    if (options?.withInternalKyselyTables !== true) return super.getTables(options);
    const { rows } = await sql<{ name: string; schema: string }>`
      select relname as name, current_schema() as schema from pg_class
      where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p')`.execute(
      this.#db,
    );
    return rows.map((table) => ({ ...table, isView: false, isForeign: false, columns: [] }));
  }
}
