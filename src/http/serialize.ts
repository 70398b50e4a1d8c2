/** The JSON text of an operation's success. */
export const textOf = (_operation: string, body: unknown): string => JSON.stringify(body);
