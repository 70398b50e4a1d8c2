/** The method of the client in Python that calls an operation. */
export function methodName(operationId: string): string;
/** The method that gives the items of all pages of a list. */
export function iteratorName(operationId: string): string;
/** The argument for a parameter, or for a field of a form. */
export function argumentName(name: string): string;
