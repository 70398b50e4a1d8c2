import { demoAdmin, demoUser } from './accounts.ts';

/** Passwords that are said this once. */
export const newPasswords = (users: readonly (typeof demoUser)[]): string => `
  The demo can be reached from the network, so its users have passwords of their own. They are not shown again:

${users.map(({ email, password }) => `  ${email} / ${password}\n`).join('')}
`;

/** What a start says whose demo can be reached from the network. */
export const welcomeOnNetwork = (url: string): string => `
  API       ${url}/api/v1
  Docs      ${url}/docs

  The demo's users log in with the passwords that were shown once. A start on 127.0.0.1 gives them back the known ones,
  and the next one that can be reached from the network makes new ones.

`;

/** What `make start` says: where things are, and what to try, in commands that work when pasted. */
export const welcome = (url: string): string => `
  API       ${url}/api/v1
  Docs      ${url}/docs
  Contract  ${url}/api/v1/openapi.json
  Mock      make mock  (then http://127.0.0.1:4010)

  User         ${demoUser.email} / ${demoUser.password}
  Super admin  ${demoAdmin.email} / ${demoAdmin.password}

  Nobody is really called: the numbers are fictitious and the telephone network is simulated.
  Try, in another terminal:

  # Create a workflow, call a number with it, and print the two events of the call
  make example API=${url}/api/v1

  TOKEN=$(make token API=${url}/api/v1)

  # Watch a campaign that is calling right now
  curl -sN ${url}/api/v1/campaign/6/progress/stream -H "authorization: Bearer $TOKEN"

  # Let one call on that its circuit breaker has paused, and read the results of its calls
  curl -s -X POST ${url}/api/v1/campaign/5/resume -H "authorization: Bearer $TOKEN"
  curl -s ${url}/api/v1/campaign/5/report -H "authorization: Bearer $TOKEN"

`;
