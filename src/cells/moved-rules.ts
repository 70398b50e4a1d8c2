/** The name of an id whose cell is looked for. */
export const idName = (kind: 'organization' | 'configuration', id: number): string =>
  `${kind} ${id}`;

/** The name of a credential by the hash under which it is stored. */
export const hashName = (hash: Buffer): string => hash.toString('base64');
