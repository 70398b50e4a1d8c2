import { describe, expect, onTestFinished, test } from 'vitest';
import { sharedServer, startServer } from '../support/server.ts';

describe('/console', () => {
  test.each(['', '/', '/live', '/live/12'])('is one page at /console%s', async (rest) => {
    const { url } = await sharedServer();
    const response = await fetch(`${url}/console${rest}`);

    expect(response.status).toBe(200);
    expect(response.headers.get('content-security-policy')).toMatch(
      /default-src 'none';script-src 'self';style-src 'self';connect-src 'self'/,
    );
    expect(await response.text()).toContain('data-users="[]"');
  });

  test('keeps its files for ever, has none of another name and takes no other method', async () => {
    const { url } = await sharedServer();
    const page = await (await fetch(`${url}/console`)).text();
    const [script = ''] = /\/console\/assets\/[\w.-]+js/.exec(page) ?? [];
    const answers = await Promise.all([
      fetch(url + script),
      fetch(`${url}/console/assets/main.tsx`),
      fetch(`${url}/console/assets/index.html`),
      fetch(`${url}/console`, { method: 'POST' }),
    ]);

    expect(answers.map(({ status }) => status)).toEqual([200, 404, 404, 405]);
    expect(answers[0]?.headers.get('cache-control')).toContain('immutable');
  });

  test('has the user of the demo, and none of a demo that others can reach', async () => {
    for (const [onNetwork, isShown] of [
      [false, true],
      [true, false],
    ] as const) {
      const demo = await startServer({ demo: true, onNetwork });
      onTestFinished(() => demo.close());
      const page = await (await fetch(`${demo.url}/console`)).text();

      expect(page.includes('demo-password')).toBe(isShown);
      expect(page).not.toContain('admin-password');
    }
  });

  test('is not there with CONSOLE=0', async () => {
    const without = await startServer({ console: false });
    onTestFinished(() => without.close());

    expect((await fetch(`${without.url}/console`)).status).toBe(404);
    expect((await fetch(`${without.url}/docs`)).status).toBe(200);
  });
});
