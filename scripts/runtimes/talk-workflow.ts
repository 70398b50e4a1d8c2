const node = (id: string, prompt: string, data: object = {}, type = 'agentNode') => ({
  id,
  type,
  data: { prompt, ...data },
});
const edge = (source: string, target: string, label: string) => ({
  id: `${source}-${target}-${label}`.replaceAll(' ', '-'),
  source,
  target,
  data: { label },
});

/** A call about an appointment. Without a model the agent says the prompts, and follows the edge whose label it hears. */
export const definition = {
  nodes: [
    node(
      'start',
      'Good morning, this is the practice of Doctor Hopper. I am calling about your next appointment. Am I speaking with {{first_name}}?',
      {},
      'startCall',
    ),
    node('day', 'We have two times left: Monday at nine, or Tuesday at ten. Which one suits you?'),
    node('booked', 'You are expected on Tuesday at ten. Is there anything else?', {
      tools: ['submit_result'],
    }),
    node('price', 'Your insurance pays for it. Is there anything else?', {
      tools: ['submit_result'],
    }),
    node('goodbye', 'Thank you, {{first_name}}. Goodbye.', {}, 'endCall'),
  ],
  edges: [
    edge('start', 'day', 'that is me'),
    edge('start', 'day', 'question'),
    edge('start', 'goodbye', 'no time'),
    edge('day', 'booked', 'tuesday'),
    edge('day', 'goodbye', 'that is all'),
    edge('booked', 'price', 'cost'),
    edge('booked', 'goodbye', 'that is all'),
    edge('price', 'goodbye', 'that is all'),
  ],
};
