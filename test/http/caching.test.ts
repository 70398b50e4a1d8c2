import { expect, test } from 'vitest';
import { sharedServer } from '../support/server.ts';

// The test client checks every response of the contract's operations.
test.each([
  ['/api/v1/auth/me', 'no-store'],
  ['/api/v1/nothing', 'no-store'],
  ['/healthz', 'no-store'],
  ['/readyz', 'no-store'],
  ['/metrics', 'no-store'],
  ['/docs', 'no-cache'],
  ['/api/v1/openapi.json', 'no-cache'],
  ['/api/v1/openapi-client.json', 'no-cache'],
  ['/api/v1/openapi-go.json', 'no-cache'],
])('The response to %s is marked as %s', async (path, control) => {
  const { url } = await sharedServer();

  const answer = await fetch(url + path);

  expect(answer.headers.get('cache-control')).toBe(control);
});
