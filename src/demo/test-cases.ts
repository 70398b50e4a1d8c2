import type { ExpectedCall, Turn } from '../workflows/test-cases/rules.ts';
import type { ToolAnswer } from '../workflows/tool-answer-rules.ts';

const turn = (text: string | null, expected: Partial<Turn>): Turn => ({
  text,
  expected_node_id: null,
  expected_text: null,
  expected_ended: null,
  ...expected,
});

/** Conversations that the published version of the reminder follows; its draft asks for consent before. */
export const reminderCases: readonly (readonly [name: string, turns: readonly Turn[]])[] = [
  [
    'Ada confirms',
    [
      turn(null, { expected_node_id: 'start', expected_text: 'Ada' }),
      turn('Yes, the right person.', { expected_node_id: 'confirm', expected_text: '15 June' }),
      turn('Confirmed!', { expected_node_id: 'goodbye', expected_ended: true }),
    ],
  ],
  [
    'Another date',
    [
      turn('Right person', { expected_node_id: 'confirm' }),
      turn('No, it does not suit.', { expected_node_id: 'reschedule' }),
      turn('Agreed', { expected_node_id: 'goodbye', expected_ended: true }),
    ],
  ],
];

/** What a tool answers in them, and that nobody is transferred. */
export const reminderTools: {
  readonly tool_answers: readonly ToolAnswer[];
  readonly expected_tool_calls: readonly ExpectedCall[];
} = {
  tool_answers: [
    { tool_name: 'find_appointments', result: { appointment_on: '15 June' }, error_code: null },
  ],
  expected_tool_calls: [{ tool_name: 'transfer', is_call_expected: false }],
};
