import type { components } from '../../generated/api.ts';
import type { ToolAnswers } from './walker/walker-rules.ts';

type Schemas = components['schemas'];
type Sent = Schemas['ToolAnswerInput'];

/** An answer as it is stored. */
export type ToolAnswer = Schemas['ToolAnswer'];

/** The answers as stored: complete. */
export const toolAnswersOf = (answers: readonly Sent[] = []): ToolAnswer[] =>
  answers.map(({ tool_name, result = null, error_code = null }) => ({
    tool_name,
    result,
    error_code,
  }));

interface Fault {
  readonly loc: string[];
  readonly msg: string;
  readonly input: unknown;
}

/** The errors of answers in a request that the schema cannot express. */
export function toolAnswerFaults(answers: readonly Sent[] = []): Fault[] {
  const names = new Set<string>();
  return answers.flatMap(({ tool_name, result = null, error_code = null }, index): Fault[] => {
    const at = (member: string) => ['body', 'tool_answers', String(index), member];
    const isRepeated = names.has(tool_name);
    names.add(tool_name);
    return [
      ...(isRepeated
        ? [{ loc: at('tool_name'), msg: 'Another answer is that of this tool.', input: tool_name }]
        : []),
      ...(result !== null && error_code !== null
        ? [{ loc: at('result'), msg: 'Must be absent with an `error_code`.', input: result }]
        : []),
    ];
  });
}

/** The results as the walker takes them. A tool that fails has none. */
export const resultsOf = (answers: readonly ToolAnswer[]): ToolAnswers =>
  Object.fromEntries(
    answers.flatMap(({ tool_name, result }) => (result === null ? [] : [[tool_name, result]])),
  );
