import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { startMock } from '../../scripts/mock/server.ts';
import { type Member, newOrganization, password } from '../support/organizations.ts';
import { sharedServer, type TestServer } from '../support/server.ts';
import { givenTransferable } from '../telephony/transfers/given.ts';
import { waitingOn } from '../tools/tool-executions/waiting.ts';
import { chromiumPath, emailOf, found, logIn, patience, useBrowser } from './browser.ts';

describe.skipIf(chromiumPath === undefined)(
  'The console in a browser',
  { timeout: patience },
  () => {
    let server: TestServer;
    beforeAll(async () => {
      server = await sharedServer();
    });
    const open = useBrowser(() => server.url);
    const card = (page: Page) => page.locator('.decision');
    const talking = async (member: Member, texts: readonly string[] = []) => {
      const made = await givenTransferable(member);
      const say = (from: number, said: readonly string[]) =>
        member.post(`/api/v1/runs/${made.run_id}/result`, {
          append: true,
          transcript: said.map((text, at) => ({
            index: from + at,
            role: (from + at) % 2 === 0 ? 'agent' : 'caller',
            text,
            at: server.app.now(),
          })),
        });
      if (texts.length > 0) expect((await say(0, texts)).status).toBe(200);
      return { ...made, say };
    };

    test('logs in, goes on at the address that was sent, and keeps what was typed', async () => {
      const member = await newOrganization({ server });
      const { run_id } = await talking(member);
      const page = await open(`/live/${run_id}`);
      await logIn(page, await emailOf(member), 'not the password');
      await page.getByRole('alert').getByText('wrong_credentials').waitFor();
      expect(await page.getByLabel('Email').inputValue()).toBe(await emailOf(member));
      await logIn(page, await emailOf(member));
      await page.getByRole('heading', { name: '+12025550100' }).waitFor();
      await page.reload();
      await page.getByRole('heading', { name: '+12025550100' }).waitFor();

      expect(new URL(page.url()).pathname).toBe(`/console/live/${run_id}`);
      expect(await page.evaluate('localStorage.length + document.cookie.length')).toBe(0);
      await page.evaluate('void (self.ofThisUser = true)');
      await page.getByRole('button', { name: 'Log out' }).click();
      await page.getByLabel('Email').waitFor();
      expect(await page.evaluate("'ofThisUser' in self")).toBe(false);
      expect(await page.evaluate('sessionStorage.length')).toBe(0);
    });

    test('accepts a call of a tool within its time by keyboard alone', async () => {
      const { member, show, waiting } = await waitingOn(server)();
      const page = await open('/live', member);
      await card(page).waitFor();
      expect(await page.title()).toBe('(1) Live · Console');
      // Nothing is accepted by a key before somebody has gone to it.
      await page.keyboard.press('a');
      await page.keyboard.press('w');
      expect(await page.evaluate('document.activeElement.className')).toBe('decision');
      expect((await show()).status).toBe('waiting_for_approval');
      await page.keyboard.press('a');
      await page.getByText('Accepted by you.').waitFor();

      expect(await show()).toMatchObject({ status: 'accepted', decided_by: member.user_id });
      expect(Date.parse((await show()).decided_at)).toBeLessThan(
        Date.parse(waiting.approval_expires_at),
      );
      expect(await page.title()).toBe('Live · Console');
    });

    test('declines by keyboard with a reason, which the agent reads', async () => {
      const { member, show } = await waitingOn(server)();
      const page = await open('/live', member);
      await card(page).waitFor();
      await page.keyboard.press('w');
      await page.keyboard.press('d');
      await page.keyboard.type('all doctors are away');
      await page.keyboard.press('Enter');
      await page.getByText('Declined by you. “all doctors are away”').waitFor();

      expect(await show()).toMatchObject({
        status: 'failed',
        decision_reason: 'all doctors are away',
      });
    });

    test('tells the second of two people who decide at once', async () => {
      const { member, show } = await waitingOn(server)();
      const [first, second] = await Promise.all([open('/live', member), open('/live', member)]);
      await Promise.all([card(first).waitFor(), card(second).waitFor()]);
      // It does not see in time that the other has decided.
      await second.route(/tool-executions\?/, () => undefined);
      await first.getByRole('button', { name: 'Accept' }).click();
      await first.getByText('Accepted by you.').waitFor();
      await second.getByRole('button', { name: 'Decline' }).click();
      await second.keyboard.type('No.');
      await second.keyboard.press('Enter');
      await second.getByRole('alert').getByText('tool_execution_not_waiting').waitFor();

      expect((await show()).decision).toBe('accepted');
      expect(await second.getByLabel('Reason').inputValue()).toBe('No.');
    });

    test('shows what waits after the run of another is deleted, and why nothing is loaded', async () => {
      const { member, callable, end } = await waitingOn(server)();
      const page = await open('/live', member);
      await card(page).waitFor();
      await end();
      expect((await member.delete(`/api/v1/runs/${callable.run_id}`)).status).toBe(204);
      await waitingOn(server)({ name: 'cancel_order' }, member);
      await card(page).getByText('cancel_order').waitFor();
      await expect.poll(() => card(page).count()).toBe(1);
      await page.route(/tool-executions\?/, (route) =>
        route.fulfill({ status: 500, json: { detail: 'Nothing works.' } }),
      );
      await page.getByRole('alert').waitFor();

      expect(await card(page).count()).toBe(1);
    });

    test('shows what waits on all pages, and what waits though no page has it', async () => {
      const { member, id } = await waitingOn(server)();
      const second = await waitingOn(server)({ name: 'cancel_order' }, member);
      const page = await open('/console-of-nothing', member);
      let [items, isCut] = [[id, second.id], false];
      await page.route(/tool-executions\?/, (route) => {
        const isLast = route.request().url().includes('cursor=');
        const [of, next_cursor] =
          isLast || isCut ? [items.slice(-1), null] : [items.slice(0, 1), 'a'];
        return route.fulfill({ json: { items: of.map((each) => ({ id: each })), next_cursor } });
      });
      await page.getByRole('link', { name: 'Go to Live' }).click();
      await expect.poll(() => card(page).count()).toBe(2);
      [items, isCut] = [[id], true];
      // It is read again after what came of the first time was shown.
      for (let times = 0; times < 2; times += 1)
        await page.waitForResponse((response) => response.url().endsWith(`/${second.id}`));

      expect(await page.locator('.decision:not(.settled)').count()).toBe(2);
    });

    test('reads a page of ended calls, however many there are', async () => {
      const member = await newOrganization({ server });
      await talking(member);
      const page = await open('/console-of-nothing', member);
      const [example] = (await member.get('/api/v1/runs?limit=1')).body.items;
      let requests = 0;
      await page.route(/\/api\/v1\/runs\?.*has_ended=true/, (route) => {
        requests += 1;
        const items = [{ ...example, id: 1_000_000 + requests, phase: 'ended' }];
        return route.fulfill({ json: { items, next_cursor: requests < 9 ? 'more' : null } });
      });
      await page.getByRole('link', { name: 'Go to Live' }).click();
      await page.getByText('1 call').first().waitFor();

      expect(requests).toBe(1);
    });

    test.each(['a session that ended', 'no answer'])('logs out with %s', async (how) => {
      const member = await newOrganization({ server });
      const page = await open('/live');
      await logIn(page, await emailOf(member));
      await page.getByText('No call is in progress.').waitFor();
      if (how === 'a session that ended') {
        await page.route(/(?<!logout)$/, (route) =>
          route.request().resourceType() === 'fetch' ? undefined : route.continue(),
        );
        await member.post('/api/v1/auth/logout-everywhere');
      } else await page.route(/logout$/, () => undefined);
      await page.getByRole('button', { name: 'Log out' }).click();
      await page.getByRole('heading', { name: 'Log in' }).waitFor({ timeout: 20_000 });

      expect(await page.getByText('Your session has ended').count()).toBe(0);
      expect(await page.evaluate('sessionStorage.length')).toBe(0);
    });

    test('gives up a request that is never answered, and sends it again', async () => {
      const page = await open('/console-of-nothing', await newOrganization({ server }));
      await page.getByRole('link', { name: 'Go to Live' }).waitFor();
      await page.evaluate(
        'const { timeout } = AbortSignal; AbortSignal.timeout = (ms) => timeout.call(AbortSignal, ms / 60)',
      );
      let requests = 0;
      await page.route(/tool-executions\?/, () => void (requests += 1));

      await expect.poll(() => requests).toBeGreaterThan(1);
    });

    test('shows what is said as it is said, as text, and what a person tells the agent', async () => {
      const member = await newOrganization({ server });
      const { run_id, say } = await talking(member, ['Good morning.']);
      const page = await open(`/live/${run_id}`, member);
      await page.getByText('Good morning.').waitFor();
      const hostile = '<img src=x onerror=alert(1)> https://evil.example/';
      await say(1, [hostile]);
      await page.getByText(hostile).waitFor();
      await page.getByLabel('Instruct the agent').fill('Offer Tuesday.');
      await page.keyboard.press('Enter');
      await page.locator('.entry.instruction').getByText('Offer Tuesday.').waitFor();

      expect(await page.locator('main img, main a[href*="evil"]').count()).toBe(0);
      expect(await page.getByLabel('Instruct the agent').inputValue()).toBe('');
    });

    test('transfers a call, then hangs it up and tells its story', async () => {
      const member = await newOrganization({ server });
      const { run_id } = await talking(member, ['Good morning.']);
      const page = await open('/live', member);
      // Settings of former versions have what the contract no longer takes.
      await page.route(/\/session$/, async (route) => {
        const response = await route.fetch();
        const session = await response.json();
        const { transfer_destinations: given } = session.workflow_configurations;
        session.workflow_configurations.transfer_destinations = [null, {}, 'x', ...given];
        return route.fulfill({ response, json: session });
      });
      await page.locator('.row').click();
      await page.getByRole('button', { name: 'Transfer' }).click();
      await page.locator('dialog').getByRole('button', { name: 'Transfer' }).click();
      await page.locator('.entry.transfer').getByText('reception').first().waitFor();
      const hangUp = page.getByRole('button', { name: 'Hang up' });
      await hangUp.click();
      await page.locator('dialog[open]').waitFor();
      await page.keyboard.press('Escape');
      await expect.poll(() => page.locator('dialog').count()).toBe(0);
      expect((await member.get(`/api/v1/runs/${run_id}`)).body.hang_up_requested_at).toBeNull();
      await hangUp.click();
      await page.locator('dialog').getByRole('button', { name: 'Hang up' }).click();
      await page.getByText('Being hung up').waitFor();
      await server.app.db
        .updateTable('workflow_runs')
        .set({ state: 'completed', outcome: 'canceled', ended_at: server.app.now() })
        .where('id', '=', run_id)
        .execute();
      await page.getByRole('heading', { name: 'Result' }).waitFor();

      expect(await hangUp.count()).toBe(0);
      expect(await page.locator('.entry').allTextContents()).toContainEqual(
        expect.stringContaining('Ended: canceled'),
      );
    });

    test('asks to log in when the session ends, and goes on with what was typed and sent', async () => {
      const member = await newOrganization({ server });
      const { run_id } = await talking(member);
      const page = await open(`/live/${run_id}`, member);
      await page.getByLabel('Instruct the agent').fill('Offer Tuesday.');
      await member.post('/api/v1/auth/logout-everywhere');
      await page.keyboard.press('Enter');
      await page.getByText('Your session has ended').waitFor();
      expect(await page.getByLabel('Email').inputValue()).toContain('@example.com');
      await page.getByLabel('Password').fill(password);
      await page.keyboard.press('Enter');
      await page.locator('.entry.instruction').getByText('Offer Tuesday.').waitFor();

      expect(new URL(page.url()).pathname).toBe(`/console/live/${run_id}`);
      expect(await page.locator('dialog').count()).toBe(0);
    });

    test.each(['viewer', 'editor'] as const)(
      'has nothing that a(n) %s may not do',
      async (role) => {
        const { member } = await waitingOn(server)({}, await newOrganization({ server }));
        const { run_id } = await talking(member, ['Good morning.']);
        await server.app.db
          .updateTable('users')
          .set({ role })
          .where('id', '=', member.user_id)
          .execute();
        const page = await open(`/live/${run_id}`, member);
        await Promise.all([card(page).waitFor(), page.getByText('Good morning.').waitFor()]);
        await page.keyboard.press('w');
        await page.keyboard.press('a');

        expect(await page.locator('main button, main form').count()).toBe(0);
        expect(await card(page).getByRole('alert').count()).toBe(0);
      },
    );

    test('says that the server does not answer, and goes on when it does', async () => {
      const member = await newOrganization({ server });
      const { run_id, say } = await talking(member, ['Good morning.']);
      const listen = async (port: number): Promise<Server> => {
        const started = createServer(server.listener);
        await new Promise<void>((done) => started.listen(port, '127.0.0.1', done));
        return started;
      };
      const before = await listen(0);
      const { port } = before.address() as AddressInfo;
      const page = await open(`/live/${run_id}`, member, { url: `http://127.0.0.1:${port}` });
      await page.getByText('Good morning.').waitFor();
      before.close();
      before.closeAllConnections();
      await page.getByText('The server does not answer.').first().waitFor();
      expect(await page.getByText('Good morning.').isVisible()).toBe(true);
      const after = await listen(port);
      onTestFinished(() => {
        after.close();
        after.closeAllConnections();
      });
      await say(1, ['Here I am again.']);
      await page.getByText('Here I am again.').waitFor({ timeout: 60_000 });

      await expect.poll(() => page.getByRole('alert').count()).toBe(0);
    });

    test('scrolls 5,000 calls and goes through them by arrow keys', async () => {
      const member = await newOrganization({ server });
      await talking(member);
      const page = await open('/console-of-nothing', member);
      const [example] = (await member.get('/api/v1/runs?limit=1')).body.items;
      await page.route(/\/api\/v1\/runs\?.*has_ended=false/, (route) => {
        const at = Number(new URL(route.request().url()).searchParams.get('cursor') ?? 0);
        const items = Array.from({ length: 200 }, (_, index) => ({
          ...example,
          id: 1_000_000 + at + index,
          to_number: `+1202${String(at + index).padStart(7, '0')}`,
        }));
        return route.fulfill({ json: { items, next_cursor: at < 4800 ? String(at + 200) : null } });
      });
      await page.getByRole('link', { name: 'Go to Live' }).click();
      await page.getByText('5000 calls').waitFor();
      await page.getByText('+12020004999').scrollIntoViewIfNeeded();
      await page.getByLabel('Filter calls').fill('0004321');
      await page.getByText('1 of 5000 calls').waitFor();
      await page.getByLabel('Filter calls').fill('');
      await page.getByText('5000 calls').waitFor();
      await page.locator('.row').first().focus();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');

      await expect.poll(() => new URL(page.url()).pathname).toBe('/console/live/1000001');
    });

    test('shows the odd data of the mock, at 390 pixels, without scrolling sideways', async () => {
      const mock = await startMock(0);
      onTestFinished(() => mock.close());
      const page = await open('/live/10', undefined, {
        url: mock.url,
        viewport: { width: 390, height: 844 },
        colorScheme: 'dark',
      });
      await logIn(page, 'somebody@example.com', 'any password');
      await page.getByText('Ada agreed to the recording and confirmed the appointment.').waitFor();
      await card(page).first().waitFor();

      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
      expect(await found(page)).toEqual([]);
      expect(await page.locator('main a:not([href^="/console/"])').count()).toBe(0);
    });

    test.each(['light', 'dark'] as const)('has nothing that axe finds, %s', async (colorScheme) => {
      const { member } = await waitingOn(server)();
      const { run_id } = await talking(member, ['Good morning.', 'Good morning to you.']);
      const logInPage = await open('/live', undefined, { colorScheme });
      await logInPage.getByLabel('Email').waitFor();
      const page = await open(`/live/${run_id}`, member, { colorScheme });
      await Promise.all([card(page).waitFor(), page.getByText('Good morning.').waitFor()]);
      const ofCall = await found(page);
      await card(page).getByRole('button', { name: 'Decline' }).click();
      await page.getByRole('button', { name: 'Transfer' }).click();
      await page.locator('dialog').getByRole('button', { name: 'Transfer' }).waitFor();

      expect([await found(logInPage), ofCall, await found(page)]).toEqual([[], [], []]);
    });
  },
);
