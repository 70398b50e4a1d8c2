import type { components } from '../../generated/api.ts';

type Definition = components['schemas']['WorkflowDefinition'];
type Node = readonly [id: string, type: string, name: string, prompt: string];
type Edge = readonly [source: string, target: string, label: string, condition: string];

/** A definition with its nodes drawn below each other. */
const definition = (nodes: readonly Node[], edges: readonly Edge[]): Definition => ({
  nodes: nodes.map(([id, type, name, prompt], row) => ({
    id,
    type,
    position: { x: type === 'globalNode' ? 480 : 0, y: row * 180 },
    data: { name, prompt },
  })),
  edges: edges.map(([source, target, label, condition]) => ({
    id: `${source}-${target}`,
    source,
    target,
    data: { label, condition },
  })),
});

const guidelines =
  'Be brief and friendly. Never give medical advice. If asked, say that you are an automated assistant.';

export const firstReminder = definition(
  [
    [
      'start',
      'startCall',
      'Greeting',
      'Greet {{first_name}} and remind them of the appointment on {{appointment_on}}.',
    ],
    ['goodbye', 'endCall', 'Goodbye', 'Say goodbye.'],
  ],
  [['start', 'goodbye', 'reminded', 'The reminder was heard.']],
);

const reminderGraph = definition(
  [
    ['start', 'startCall', 'Greeting', 'Ask whether you are speaking with {{first_name}}.'],
    [
      'confirm',
      'agentNode',
      'Confirm',
      'Ask whether the appointment on {{appointment_on}} still suits.',
    ],
    [
      'reschedule',
      'agentNode',
      'Reschedule',
      'Offer the next three free dates and repeat the one chosen.',
    ],
    ['goodbye', 'endCall', 'Goodbye', 'Sum up what was agreed and say goodbye.'],
    ['wrong-number', 'endCall', 'Wrong number', 'Apologise for the disturbance and hang up.'],
    ['manners', 'globalNode', 'Manners', guidelines],
  ],
  [
    ['start', 'confirm', 'right person', 'The customer is on the phone.'],
    ['start', 'wrong-number', 'wrong person', 'Nobody knows the customer at this number.'],
    ['confirm', 'goodbye', 'confirmed', 'The customer will come.'],
    ['confirm', 'reschedule', 'does not suit', 'The customer wants another date.'],
    ['reschedule', 'goodbye', 'agreed', 'A new date was chosen, or none suits.'],
  ],
);

/** It may use the tool that `tools.ts` makes. */
export const reminder: Definition = { ...reminderGraph, tools: ['find_appointments'] };

export const reminderWithConsent = definition(
  [
    ['start', 'startCall', 'Greeting', 'Ask whether you are speaking with {{first_name}}.'],
    ['consent', 'agentNode', 'Consent', 'Ask whether the call may be recorded.'],
    [
      'confirm',
      'agentNode',
      'Confirm',
      'Ask whether the appointment on {{appointment_on}} still suits.',
    ],
    ['goodbye', 'endCall', 'Goodbye', 'Sum up what was agreed and say goodbye.'],
    ['manners', 'globalNode', 'Manners', guidelines],
  ],
  [
    ['start', 'consent', 'right person', 'The customer is on the phone.'],
    ['consent', 'confirm', 'agreed', 'The customer agrees.'],
    ['consent', 'goodbye', 'refused', 'The customer refuses.'],
    ['confirm', 'goodbye', 'settled', 'The customer has confirmed or declined.'],
  ],
);

export const renewal = definition(
  [
    [
      'start',
      'startCall',
      'Greeting',
      'Introduce yourself as calling for {{insurer}} about the policy of {{first_name}}.',
    ],
    [
      'offer',
      'agentNode',
      'Offer',
      'Explain the renewal at {{premium}} a year and ask whether they want it.',
    ],
    ['callback', 'agentNode', 'Callback', 'Ask when a colleague may call back.'],
    ['goodbye', 'endCall', 'Goodbye', 'Thank them and say goodbye.'],
  ],
  [
    ['start', 'offer', 'has time', 'The customer has a minute.'],
    ['start', 'callback', 'no time', 'The customer is busy.'],
    ['offer', 'goodbye', 'decided', 'The customer has accepted or declined.'],
    ['offer', 'callback', 'undecided', 'The customer wants to think about it.'],
    ['callback', 'goodbye', 'arranged', 'A time was agreed, or none is wanted.'],
  ],
);

export const survey = definition(
  [
    ['start', 'startCall', 'Greeting', 'Ask {{first_name}} for two minutes for a survey.'],
    ['questions', 'agentNode', 'Questions', 'Ask how satisfied they are from one to ten, and why.'],
    ['goodbye', 'endCall', 'Goodbye', 'Thank them and say goodbye.'],
  ],
  [
    ['start', 'questions', 'agrees', 'The customer agrees.'],
    ['start', 'goodbye', 'declines', 'The customer declines.'],
    ['questions', 'goodbye', 'answered', 'Both questions were answered.'],
  ],
);
