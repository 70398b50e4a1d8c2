import type { Compilable, CompiledQuery } from 'kysely';
import type { Db } from './connect.ts';

/**
 * A query that is built and compiled once, on first use; later uses only fill in values. For the most frequent queries:
 * building and compiling one takes longer than all the rest of the request.
 */
export function prepared<Values extends object, Row>(
  build: (db: Db, values: Values) => Compilable<Row>,
): (db: Db, values: Values) => Promise<Row[]> {
  let compiled: CompiledQuery<Row> | undefined;
  return async (db, values) => {
    compiled ??= build(db, places as Values).compile();
    const parameters = compiled.parameters.map((parameter) =>
      parameter instanceof Place ? parameter.valueIn(values) : parameter,
    );
    const { rows } = await db.executeQuery<Row>({ ...compiled, parameters });
    return rows;
  };
}

/** Placeholder for a value in a compiled query. */
class Place {
  readonly name: string | symbol;
  constructor(name: string | symbol) {
    this.name = name;
  }
  valueIn(values: object): unknown {
    return Reflect.get(values, this.name);
  }
}

/** Returns the placeholder for any value that a query reads. */
const places = new Proxy({}, { get: (_, name) => new Place(name) });
