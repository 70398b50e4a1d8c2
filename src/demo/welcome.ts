import { demoAdmin, demoUser } from './accounts.ts';

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

  TOKEN=$(curl -s ${url}/api/v1/auth/login -H 'content-type: application/json' -d '{"email":"${demoUser.email}","password":"${demoUser.password}"}' | sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/')

  # Watch a campaign that is calling at this moment
  curl -sN ${url}/api/v1/campaign/6/progress/stream -H "authorization: Bearer $TOKEN"

  # Let one call on that its circuit breaker has paused, and read what came of its calls
  curl -s -X POST ${url}/api/v1/campaign/5/resume -H "authorization: Bearer $TOKEN"
  curl -s ${url}/api/v1/campaign/5/report -H "authorization: Bearer $TOKEN"

`;
