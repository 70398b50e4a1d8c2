/** A table whose rows belong to organizations. */
export interface Table {
  readonly name: string;
  /** Its partitions; a table without any is its own. */
  readonly parts: readonly string[];
  /** Whether an index finds the rows of an organization. */
  readonly is_indexed: boolean;
}

export interface ForeignKey {
  readonly child: string;
  readonly parent: string;
  /** The columns of the child, each with that of the parent. */
  readonly columns: readonly (readonly [own: string, their: string])[];
  /** Those of the child that can be null. */
  readonly nullable: readonly string[];
  readonly deferrable: boolean;
}

/** Removes an organization's rows of a table. */
export interface Step {
  readonly table: Table;
  /** Rows to which others of the same table refer have to wait for those. */
  readonly itself: ForeignKey | undefined;
  /** A parent that finds the rows without an index on the organization. */
  readonly via: ForeignKey | undefined;
}

interface Plan {
  /** The columns that have to be null first, as the tables refer to each other. */
  readonly release: readonly ForeignKey[];
  /** Each table before those that it refers to. */
  readonly steps: readonly Step[];
}

/** The order in which the rows of an organization can be removed, whatever tables there are. */
export function planOf(tables: readonly Table[], keys: readonly ForeignKey[]): Plan {
  const release = keys.filter(({ deferrable }) => deferrable);
  const others = keys.filter(({ deferrable }) => !deferrable);
  const left = new Map(tables.map((table) => [table.name, table]));
  const steps: Step[] = [];
  while (left.size > 0) {
    const next = [...left.values()].filter(({ name }) =>
      others.every(({ child, parent }) => parent !== name || child === name || !left.has(child)),
    );
    if (next.length === 0) throw new Error(`No order of ${[...left.keys()].join(', ')}.`);
    for (const table of next) {
      left.delete(table.name);
      steps.push(stepOf(table, others));
    }
  }
  return { release, steps };
}

const stepOf = (table: Table, keys: readonly ForeignKey[]): Step => {
  const own = keys.filter(({ child }) => child === table.name);
  return {
    table,
    itself: own.find(({ parent }) => parent === table.name),
    via: table.is_indexed
      ? undefined
      : own.find(
          ({ parent, nullable }) =>
            parent !== table.name && parent !== 'organizations' && nullable.length === 0,
        ),
  };
};
