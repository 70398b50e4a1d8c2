/** The conversation of a demo call and its result. */
export interface Conversation {
  readonly disposition: string;
  readonly summary: string;
  readonly successful: boolean;
  readonly gathered: Record<string, unknown>;
  readonly said: readonly (readonly [role: 'agent' | 'caller', text: string, kind?: 'keys'])[];
}

export const confirmed: Conversation = {
  disposition: 'confirmed',
  summary: 'Ada agreed to the recording and confirmed the appointment.',
  successful: true,
  gathered: { confirmed: true },
  said: [
    ['agent', 'Good morning, am I speaking with Ada?'],
    ['caller', 'Yes, speaking.'],
    ['agent', 'May I record this call?'],
    ['caller', 'Sure.'],
    ['agent', 'Does the appointment on 15 June still suit you?'],
    ['caller', 'Yes, I will be there.'],
    ['agent', 'Wonderful. Goodbye.'],
  ],
};

export const rescheduled: Conversation = {
  disposition: 'rescheduled',
  summary: 'Leo could not come on 15 June and took 18 June at nine instead.',
  successful: true,
  gathered: { confirmed: false, new_date: '18 June, 9:00' },
  said: [
    ['agent', 'Hello, am I speaking with Leo?'],
    ['caller', 'Yes. Is it about the fifteenth? I cannot make it.'],
    ['agent', 'I can offer the eighteenth at nine, or the nineteenth at two or at four.'],
    ['caller', 'The eighteenth at nine is fine.'],
    ['agent', 'Noted: 18 June at nine. Goodbye.'],
  ],
};

export const interested: Conversation = {
  disposition: 'callback',
  summary: 'Hugo wants to think about the renewal and be called back on Friday.',
  successful: false,
  gathered: { callback_at: 'Friday afternoon', objection: 'price' },
  said: [
    ['agent', 'Hello Hugo, I am calling for Example Insurance about your policy.'],
    ['caller', 'What does it cost now?'],
    ['agent', 'The renewal is 240 euros a year.'],
    ['caller', 'That is more than last year. Call me again on Friday afternoon.'],
    ['agent', 'A colleague will. Goodbye.'],
  ],
};

export const rated: Conversation = {
  disposition: 'answered',
  summary: 'Grace gave nine of nine points for the quick service.',
  successful: true,
  gathered: { rating: 9, reason: 'quick service' },
  said: [
    ['agent', 'Hello Grace, do you have two minutes for a survey?'],
    ['caller', 'If it really is two minutes.'],
    ['agent', 'How satisfied are you? Press one to nine.'],
    ['caller', '9', 'keys'],
    ['agent', 'And why?'],
    ['caller', 'You were quick.'],
    ['agent', 'Thank you. Goodbye.'],
  ],
};
