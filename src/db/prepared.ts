import type { Compilable, CompiledQuery } from 'kysely';
import type { Db } from './connect.ts';

/**
 * A query that is built and compiled once, at its first use; later uses only fill in its values. For the queries of
 * the most frequent requests: building and compiling one takes longer than all else the server does with it.
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

/** Stands in a compiled query where a value will be. */
class Place {
  readonly name: string | symbol;
  constructor(name: string | symbol) {
    this.name = name;
  }
  valueIn(values: object): unknown {
    return Reflect.get(values, this.name);
  }
}

/** Whatever value a query asks for, it gets the place of it. */
const places = new Proxy({}, { get: (_, name) => new Place(name) });
