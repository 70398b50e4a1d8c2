// What the client in Python calls operations and their parameters: for the package, and for samples.

const snake = (name) =>
  name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replaceAll('-', '_')
    .toLowerCase();

/** Words that Python keeps for itself, and what the methods use. */
const taken = new Set(['from', 'range', 'self', 'body', 'options', 'in', 'is', 'class']);

export const methodName = snake;

export const iteratorName = (operationId) =>
  snake(operationId).replace(/^(list|get|search)_/, 'iter_');

export function argumentName(name) {
  const argument = snake(name);
  return taken.has(argument) ? `${argument}_` : argument;
}
