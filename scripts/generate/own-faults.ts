import type { readOperations, Schema } from '../../src/http/operations.ts';

interface Subject {
  readonly operation: Pick<ReturnType<typeof readOperations>[number], 'parameters'>;
  readonly required: readonly string[];
}

export interface Fault {
  readonly loc: readonly string[];
  readonly msg: string;
  readonly type: string;
  readonly input: unknown;
  readonly ctx: object;
}

/** An example of what `ValidationProblem` reports about a request of this operation. */
export function faultOf({ operation: { parameters }, required: [member] }: Subject): Fault {
  if (member !== undefined)
    return {
      loc: ['body', member],
      msg: 'Field required.',
      type: 'missing',
      input: null,
      ctx: {},
    };
  for (const { in: place, name, schema } of parameters) {
    const fault = place === 'header' ? undefined : faultOfText(schema);
    if (fault) return { loc: [place, name], ...fault };
  }
  const what = parameters.length === 0 ? 'parameter' : 'field';
  return {
    loc: ['query', 'verbose'],
    msg: `Unknown ${what}; check the spelling.`,
    type: 'extra_forbidden',
    input: 'true',
    ctx: {},
  };
}

function faultOfText({ type, format }: Schema): Omit<Fault, 'loc'> | undefined {
  const input = 'first';
  if (type === 'integer')
    return {
      msg: 'Must be of type integer.',
      type: 'int_parsing',
      input,
      ctx: { expected: [type] },
    };
  if (format === 'uuid')
    return { msg: 'Must be a valid uuid.', type: 'format', input, ctx: { format } };
  return undefined;
}
