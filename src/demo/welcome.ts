import { demoAdmin, demoUser } from './accounts.ts';

/** What `make start` says: where things are and three commands that work when pasted. */
export const welcome = (url: string): string => `
  API       ${url}/api/v1
  Docs      ${url}/docs
  Contract  ${url}/api/v1/openapi.json
  Mock      make mock  (then http://127.0.0.1:4010)

  User         ${demoUser.email} / ${demoUser.password}
  Super admin  ${demoAdmin.email} / ${demoAdmin.password}

  Try:

  TOKEN=$(curl -s ${url}/api/v1/auth/login -H 'content-type: application/json' -d '{"email":"${demoUser.email}","password":"${demoUser.password}"}' | sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/')

  curl -s ${url}/api/v1/voice/profiles -H "authorization: Bearer $TOKEN"

  curl -s ${url}/api/v1/campaign/1 -H "authorization: Bearer $TOKEN"

`;
