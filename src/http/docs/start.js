const users = JSON.parse(document.body.dataset.users);
const chooser = document.querySelector('#user');
const outcome = document.querySelector('#outcome');

const contract = await (await fetch('/api/v1/openapi.json')).json();

const ui = SwaggerUIBundle({
  spec: withoutOptionalExamples(contract),
  dom_id: '#ui',
  deepLinking: true,
  filter: true,
  docExpansion: 'list',
  defaultModelsExpandDepth: 0,
  displayRequestDuration: true,
  // The scope that an API key needs stands in an extension.
  showExtensions: true,
  tryItOutEnabled: true,
  // The demo logs in at every visit; other credentials are kept until the person forgets them.
  persistAuthorization: users.length === 0,
  validatorUrl: null,
  onComplete: offerUsers,
});

/** The page would fill in these examples and send them: a cursor of another list, the ETag of another object. */
function withoutOptionalExamples(node) {
  for (const part of Object.values(node)) {
    if (typeof part === 'object' && part !== null) withoutOptionalExamples(part);
  }
  if (node.in !== undefined && node.schema !== undefined && node.required !== true) {
    delete node.example;
    delete node.examples;
  }
  return node;
}

function offerUsers() {
  if (users.length === 0) return;
  chooser.append(...users.map(({ email, role }) => new Option(`${email} (${role})`, email)));
  chooser.addEventListener('change', () => void logIn());
  document.querySelector('#demo').hidden = false;
  void logIn();
}

/** Every request that is tried out carries the chosen user's token from then on. */
async function logIn() {
  const { email, password } = users[chooser.selectedIndex];
  outcome.textContent = 'Logging in…';
  const answer = await fetch('/api/v1/auth/login', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  }).catch(() => undefined);
  if (answer?.ok) ui.preauthorizeApiKey('session', (await answer.json()).access_token);
  outcome.textContent = answer?.ok ? 'Logged in' : 'Not logged in';
}
