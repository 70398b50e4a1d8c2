import { createServer } from 'node:http';

export const definition = {
  nodes: [
    {
      id: 'start',
      type: 'startCall',
      data: { prompt: 'Good morning, am I speaking with {{first_name}}?' },
    },
    {
      id: 'menu',
      type: 'agentNode',
      data: { tools: ['send_keys', 'submit_result'], keys: '1', answered_by: 'ivr' },
    },
    {
      id: 'consent',
      type: 'agentNode',
      data: { prompt: 'May I record this call? Press 1 for yes.' },
    },
    {
      id: 'confirm',
      type: 'agentNode',
      data: {
        prompt:
          'Does the appointment on {{appointment_on}} with {{appointment_with}} still suit you?',
        tools: ['find_appointment'],
      },
    },
    {
      id: 'reception',
      type: 'agentNode',
      data: {
        prompt: 'I connect you with the reception.',
        tools: ['transfer'],
        destination: 'reception',
      },
    },
    { id: 'goodbye', type: 'endCall', data: { prompt: 'Thank you, {{first_name}}. Goodbye.' } },
    { id: 'manners', type: 'globalNode', data: { prompt: 'Be brief and friendly.' } },
  ],
  edges: [
    {
      id: 'start-consent',
      source: 'start',
      target: 'consent',
      data: { label: 'right person', condition: 'The customer is on the phone.' },
    },
    {
      id: 'start-menu',
      source: 'start',
      target: 'menu',
      data: { label: 'menu', condition: 'A menu answers.' },
    },
    {
      id: 'menu-consent',
      source: 'menu',
      target: 'consent',
      data: { label: 'right person', condition: 'The customer is on the phone.' },
    },
    {
      id: 'consent-confirm',
      source: 'consent',
      target: 'confirm',
      data: { label: 'agreed', condition: 'The customer agrees.' },
    },
    {
      id: 'consent-confirm-key',
      source: 'consent',
      target: 'confirm',
      data: { label: '1', condition: 'The customer presses 1.' },
    },
    {
      id: 'consent-goodbye',
      source: 'consent',
      target: 'goodbye',
      data: { label: 'refused', condition: 'The customer refuses.' },
    },
    {
      id: 'confirm-reception',
      source: 'confirm',
      target: 'reception',
      data: { label: 'reception', condition: 'The customer has a question to the reception.' },
    },
    {
      id: 'reception-goodbye',
      source: 'reception',
      target: 'goodbye',
      data: { label: 'nobody answered', condition: 'Nobody answers at the reception.' },
    },
    {
      id: 'confirm-goodbye',
      source: 'confirm',
      target: 'goodbye',
      data: { label: 'settled', condition: 'The customer has confirmed or declined.' },
    },
  ],
};

/** What the agent may do to its call, and whom it may connect the customer with. */
export const configurations = {
  run_token_scopes: ['run:act'],
  transfer_destinations: [
    { name: 'reception', phone_number: '+12025550139', description: 'Questions about treatments' },
  ],
};

/** What the calendar asks for; the agent runtime never sees it. */
const calendarKey = 'the-key-of-the-calendar';

/** Knows one appointment. */
export const calendar = createServer((request, response) => {
  const isKnown = request.url === '/customers/C-1042/appointment';
  const status = request.headers['x-api-key'] !== calendarKey ? 401 : isKnown ? 200 : 404;
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(
    JSON.stringify(
      status === 200 ? { appointment_on: '15 June', appointment_with: 'Dr. Hopper' } : {},
    ),
  );
});

export const toolOf = (port: number) => ({
  name: 'find_appointment',
  description: "Finds the customer's next appointment.",
  kind: 'http',
  method: 'GET',
  url_template: `http://127.0.0.1:${port}/customers/{customer_id}/appointment`,
  arguments_schema: {
    type: 'object',
    properties: { customer_id: { type: 'string' } },
    required: ['customer_id'],
    additionalProperties: false,
  },
  is_write: false,
  secret_header: 'X-Api-Key',
  secret: calendarKey,
});
