import { commandFor } from '../system/packaged.ts';
import { demoAdmin, demoUser } from './accounts.ts';

/** The new passwords, which are printed only once. */
export const newPasswords = (users: readonly (typeof demoUser)[]): string => `
  The demo can be reached from the network, so its users have random passwords. They are not shown again:

${users.map(({ email, password }) => `  ${email} / ${password}\n`).join('')}
`;

/** Printed by a start whose demo can be reached from the network. */
export const welcomeOnNetwork = (url: string, hasConsole: boolean): string => `
${hasConsole ? `  Console   ${url}/console\n` : ''}  API       ${url}/api/v1
  Docs      ${url}/docs

  The demo's users log in with the passwords that were shown once. A start on 127.0.0.1 gives them back the known ones,
  and the next one that can be reached from the network makes new ones.

`;

/** Printed by a start with demo data: the URLs, and commands to try that work when pasted. */
export const welcome = (url: string, hasConsole: boolean): string => `
${
  hasConsole
    ? `  Console   ${url}/console
`
    : ''
}  API       ${url}/api/v1
  Docs      ${url}/docs
  Contract  ${url}/api/v1/openapi.json
  Mock      ${commandFor('mock')}  (then http://127.0.0.1:4010)

  User         ${demoUser.email} / ${demoUser.password}
  Super admin  ${demoAdmin.email} / ${demoAdmin.password}

  No real calls are placed: the numbers are fictitious and the telephone network is simulated.
  Try, in another terminal:

  # Create a workflow, call a number with it, and print the two events of the call
  API=${url}/api/v1 ${commandFor('first-call')}

  # Watch a campaign that is calling right now
  API=${url}/api/v1 ${commandFor('watch')}

  TOKEN=$(API=${url}/api/v1 ${commandFor('token')})

  # Let one call on that its circuit breaker has paused, and read the results of its calls
  curl -s -X POST ${url}/api/v1/campaign/5/resume -H "authorization: Bearer $TOKEN"
  curl -s ${url}/api/v1/campaign/5/report -H "authorization: Bearer $TOKEN"

`;
