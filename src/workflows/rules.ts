interface Revised {
  readonly id: number;
  readonly revision: number;
}

/** Names what can be edited of a workflow; runs that come and go do not change it. */
export const etagOf = ({ id, revision }: Revised): string => `"${id}-${revision}"`;

const entityTags = /(W\/)?"[^"]*"/g;

/** Whether an If-Match header allows a change of the state with this strong tag: RFC 9110, section 13.1.1. */
export function ifMatchAllows(ifMatch: string | undefined, etag: string): boolean {
  if (ifMatch === undefined || ifMatch === '*') return true;
  return ifMatch.match(entityTags)?.includes(etag) ?? false;
}
