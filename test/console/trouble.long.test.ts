import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { startConsole } from '../../scripts/console/server.ts';
import { connected, givenRequest } from '../approvals/approval-requests/given.ts';
import { givenCallableCampaign } from '../campaigns/lifecycle/given.ts';
import { newOrganization, password } from '../support/organizations.ts';
import { sharedServer, type TestServer } from '../support/server.ts';
import { givenTransferable } from '../telephony/transfers/given.ts';
import { waitingOn } from '../tools/tool-executions/waiting.ts';
import { givenGraph, reminder } from '../workflows/conversations/given.ts';
import { chromiumPath, emailOf, logIn, patience, useBrowser } from './browser.ts';

const press = (page: Page, name: string) =>
  page.getByRole('button', { name, exact: true }).first().click();
const pathOf = (page: Page): string => new URL(page.url()).pathname;
const active = (page: Page, member: string): Promise<unknown> =>
  page.evaluate(`document.activeElement.${member}`);

/** How many connections the streams of all windows have. */
const streamsIn = (page: Page): Promise<number> =>
  page.evaluate('navigator.locks.query().then(({ held }) => held.length)');

/** Holds the answers to requests of a method until it is let go. */
async function held(page: Page, path: RegExp, method: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(path, async (route) => {
    if (route.request().method() !== method) return route.continue();
    await promise;
    return route.continue();
  });
  return resolve;
}

describe.skipIf(chromiumPath === undefined)(
  'The console in a browser, in trouble',
  { timeout: patience },
  () => {
    let server: TestServer;
    beforeAll(async () => {
      server = await sharedServer();
    });
    const open = useBrowser(() => server.url);

    test('keeps what is typed to the agent while something else is being sent', async () => {
      const member = await newOrganization({ server });
      const { run_id } = await givenTransferable(member);
      const page = await open(`/live/${run_id}`, member);
      const letGo = await held(page, /instructions$/, 'POST');
      const field = page.getByLabel('Instruct the agent');
      await field.fill('Offer Tuesday.');
      await page.keyboard.press('Enter');
      await field.fill('Or Wednesday.');
      letGo();
      await page.locator('.entry.instruction').getByText('Offer Tuesday.').waitFor();

      expect(await field.inputValue()).toBe('Or Wednesday.');
    });

    test('keeps what is typed while the agent speaks first', async () => {
      const member = await newOrganization({ server });
      const path = await givenGraph(member, reminder);
      const page = await open(`/agents/${path.split('/').at(-1)}/talk`, member);
      const letGo = await held(page, /turns$/, 'POST');
      await press(page, 'Start a conversation');
      await page.getByLabel('You say').fill('Yes.');
      letGo();
      await page.getByText('Is this there?').waitFor();

      expect(await page.getByLabel('You say').inputValue()).toBe('Yes.');
    });

    test('stays where somebody has gone while a campaign is created', async () => {
      const member = await newOrganization({ server });
      await givenCallableCampaign(member);
      const page = await open('/campaigns/new', member);
      const file = join(tmpdir(), `contacts-${member.organization_id}.csv`);
      writeFileSync(file, 'phone_number\n+12025550100\n');
      await page.getByLabel('Contacts').setInputFiles(file);
      await press(page, 'Upload');
      await page.getByText('1 contact can be called.').waitFor();
      const letGo = await held(page, /\/campaign$/, 'POST');
      let sent = 0;
      page.on('request', (request) => {
        if (request.method() === 'POST' && request.url().endsWith('/campaign')) sent += 1;
      });
      // A typing mistake is not "as many as there are".
      await page.getByLabel('Most calls at once').fill('1O');
      await press(page, 'Create the campaign');
      expect(await page.locator('input:invalid').count()).toBe(1);
      expect(sent).toBe(0);
      await page.getByLabel('Most calls at once').fill('10');
      await press(page, 'Create the campaign');
      await expect.poll(() => sent).toBe(1);
      await page.getByRole('link', { name: 'Live' }).click();
      const answer = page.waitForResponse((response) => response.request().method() === 'POST');
      letGo();
      expect((await answer).status()).toBe(201);
      await page.getByText('No call is in progress.').waitFor();

      expect(pathOf(page)).toBe('/console/live');
    });

    test('says that it is not known what became of something without an answer', async () => {
      const member = await connected();
      const id = await givenRequest(member);
      const page = await open(`/approvals/requests/${id}`, member);
      await page.route(/accept$/, (route) => route.abort());
      await press(page, 'Accept');
      await page.locator('dialog').getByRole('button', { name: 'Accept' }).click();

      const alert = page.getByRole('alert').first();
      await alert.waitFor();
      expect(await alert.textContent()).toContain('it is not known whether this was done');
    });

    test('has nothing of one request in another', async () => {
      const member = await connected();
      const [first, second] = [await givenRequest(member), await givenRequest(member)];
      const page = await open(`/approvals/requests/${first}`, member);
      await press(page, 'Decline');
      await page.getByLabel('Reason').fill('Not to her.');
      await page.keyboard.press('Escape');
      await page.locator(`.row[href$="${second}"]`).click();
      await page.locator(`.row[href$="${second}"][aria-current]`).waitFor();
      await press(page, 'Decline');

      expect(await page.getByLabel('Reason').inputValue()).toBe('');
    });

    test('says why a session cannot be used, and lets one log out', async () => {
      const member = await newOrganization({ server });
      const page = await open('/console-of-nothing');
      await logIn(page, await emailOf(member));
      await page.getByRole('link', { name: 'Go to Live' }).waitFor();
      await page.route(/auth\/me$/, (route) =>
        route.fulfill({
          status: 403,
          contentType: 'application/problem+json',
          json: { code: 'forbidden', detail: 'The organization is suspended.' },
        }),
      );
      await page.reload();
      await page.getByRole('alert').getByText('The organization is suspended.').waitFor();
      await press(page, 'Log out');

      await page.getByRole('heading', { name: 'Log in' }).waitFor();
      expect(await page.evaluate('sessionStorage.length')).toBe(0);
    });

    test('asks to log in above another dialog, and sends nothing as another user', async () => {
      const [member, other] = [
        await newOrganization({ server }),
        await newOrganization({ server }),
      ];
      const { run_id } = await givenTransferable(member);
      const page = await open(`/live/${run_id}`, member);
      await press(page, 'Hang up');
      await member.post('/api/v1/auth/logout-everywhere');
      await page.locator('dialog').getByRole('button', { name: 'Hang up' }).click();
      const dialog = page.getByRole('dialog', { name: 'Log in' });
      await dialog.waitFor();
      await page.evaluate('void (self.ofThisUser = true)');
      await logIn(page, await emailOf(other));
      await page.getByText((await emailOf(other)).slice(0, 20)).waitFor();
      await page.getByText('No call is in progress.').waitFor();

      expect(await page.evaluate("'ofThisUser' in self")).toBe(false);
      const { body } = await member.send('GET', `/api/v1/runs/${run_id}`, { key: member.key });
      expect(body.hang_up_requested_at).toBeNull();
    });

    test('goes to what waits from any screen by W, and accepts with caps lock on', async () => {
      const { member, show } = await waitingOn(server)();
      const page = await open('/usage', member);
      await page.getByText('1 tool waits for a person').waitFor({ state: 'attached' });
      await page.keyboard.press('w');
      await expect.poll(() => active(page, 'className')).toBe('decision');
      await page.locator('.decision').dispatchEvent('keydown', { key: 'A' });
      await page.getByText('Accepted by you.').waitFor();

      expect((await show()).status).toBe('accepted');
    });

    test('accepts nothing that has come under the finger a moment ago', async () => {
      const first = await waitingOn(server)();
      const second = await waitingOn(server)({ name: 'cancel_order' }, first.member);
      const page = await open('/console-of-nothing', first.member);
      let ids = [second.id];
      await page.route(/tool-executions\?/, (route) =>
        route.fulfill({ json: { items: ids.map((id) => ({ id })), next_cursor: null } }),
      );
      await page.reload();
      await page.getByRole('link', { name: 'Go to Live' }).click();
      const accept = page
        .locator('.decision', { hasText: 'cancel_order' })
        .getByRole('button', { name: 'Accept' });
      await accept.waitFor();
      await page.evaluate(`
        const watch = new MutationObserver(() => {
          const [, button] = document.querySelectorAll('.decision .main');
          if (!button) return;
          watch.disconnect();
          button.dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 1 }));
          self.hasClicked = true;
        });
        watch.observe(document.body, { childList: true, subtree: true });
      `);
      let accepted = 0;
      page.on('request', (request) => void (accepted += request.url().endsWith('/accept') ? 1 : 0));
      ids = [second.id, first.id];
      await page.locator('.decision').nth(1).waitFor();
      await expect.poll(() => page.evaluate('self.hasClicked')).toBe(true);
      expect([accepted, (await second.show()).status]).toEqual([0, 'waiting_for_approval']);
      await expect
        .poll(async () => {
          if (accepted === 0) await accept.click();
          return (await second.show()).status;
        })
        .toBe('accepted');

      expect((await first.show()).status).toBe('waiting_for_approval');
    });

    test('shows what is no time, and texts that would turn others round, as they are', async () => {
      const { member, callable } = await waitingOn(server)();
      await callable.call({ call_id: 'call-2', arguments: { order_id: '\u202E001 DSU' } });
      const page = await open('/live', member);
      await page.getByText('[U+202E]001 DSU').waitFor();
      await page.route(/\/runs\/\d+$/, async (route) => {
        const response = await route.fetch();
        const run = { ...(await response.json()), placed_at: '2026-06-30T23:59:60Z' };
        return route.fulfill({ response, json: run });
      });
      await page
        .getByRole('link', { name: `Run ${callable.run_id}` })
        .first()
        .click();

      await page.getByText('2026-06-30T23:59:60Z').waitFor();
      expect(await page.getByRole('alert').count()).toBe(0);
    });

    test('has a screen at every address', async () => {
      const member = await newOrganization({ server });
      const { id } = await givenCallableCampaign(member);
      const page = await open('/usage/constructor', member);
      await page.getByLabel('Period').waitFor();
      await page.goto(`${server.url}/console/campaigns/${id}/constructor`);
      await page.getByText('What holds calls').waitFor();
      await page.goto(`${server.url}/console/approvals/requests/nothing`);

      await page.getByRole('alert').getByText('The server does not take this:').waitFor();
      expect(await page.getByRole('alert').locator('li').count()).toBe(1);
    });

    test('shows a chosen one from its top at 390 pixels, and goes on there by keyboard', async () => {
      const member = await connected();
      const id = await givenRequest(member);
      const page = await open('/approvals', member, { viewport: { width: 390, height: 300 } });
      const row = page.locator(`.row[href$="${id}"]`);
      await row.waitFor();
      await page.evaluate("document.querySelector('.rows').style.paddingTop = '2000px'");
      // However long what is opened is.
      await page.evaluate("document.querySelector('main').style.minHeight = '3000px'");
      await row.focus();
      expect(await page.evaluate('scrollY')).toBeGreaterThan(500);
      await page.keyboard.press('Enter');
      await page.locator('.detail .title').waitFor();

      expect(await page.evaluate('scrollY')).toBe(0);
      expect(await active(page, 'id')).toBe('main');
      await page.getByRole('link', { name: 'All requests' }).focus();
      await page.keyboard.press('Enter');
      await expect.poll(() => active(page, 'id')).toBe('main');
      await page.goto(`${server.url}/console/usage`);
      await page.getByLabel('Period').waitFor();
      await expect
        .poll(() => page.evaluate("document.querySelector('.top nav').scrollLeft"))
        .toBeGreaterThan(50);
    });

    test('tells what is chosen without colors, and moves nothing for who wants that', async () => {
      const member = await connected();
      const id = await givenRequest(member);
      const page = await open(`/approvals/requests/${id}`, member, {
        forcedColors: 'active',
        reducedMotion: 'reduce',
      });
      const style = (selector: string, name: string) =>
        page.evaluate(`getComputedStyle(document.querySelector('${selector}')).${name}`);
      await page.locator('.row[aria-current]').waitFor();
      expect(await style('.row[aria-current]', 'outlineStyle')).toBe('solid');
      const [chosen, other] = [
        await style('.top [aria-current]', 'borderBottomColor'),
        await style('.top nav a:not([aria-current])', 'borderBottomColor'),
      ];
      expect(chosen).not.toBe(other);
      await page.evaluate(
        "document.querySelector('main').innerHTML = '<figure class=shares><svg><rect/></svg></figure>'",
      );

      expect(await style('.shares rect', 'transitionDuration')).toBe('0s');
    });

    test('leaves connections for requests, however many windows are open', async () => {
      const member = await newOrganization({ server });
      const { run_id } = await givenTransferable(member);
      const first = await open(`/live/${run_id}`, member);
      await first.context().addInitScript(`sessionStorage['console.session'] = '${member.token}'`);
      const pages = [first];
      for (let more = 0; more < 3; more += 1) {
        await expect.poll(() => streamsIn(pages[0]!)).toBe(Math.min(4, pages.length * 2));
        const page = await first.context().newPage();
        await page.goto(`${server.url}/console/live/${run_id}`);
        await page.getByLabel('Instruct the agent').waitFor();
        pages.push(page);
      }
      await pages[3]!.getByLabel('Instruct the agent').fill('Offer Tuesday.');
      await pages[3]!.keyboard.press('Enter');
      await pages[3]!.locator('.entry.instruction').waitFor();
      await Promise.all([first.close(), pages[1]!.close()]);

      // The places of windows that are gone are taken.
      await expect.poll(() => streamsIn(pages[3]!), { timeout: 15_000 }).toBe(4);
    });

    test('does not confirm by the key that asked, however long it is held', async () => {
      const member = await newOrganization({ server });
      const { run_id } = await givenTransferable(member);
      const page = await open(`/live/${run_id}`, member);
      await page.getByRole('button', { name: 'Hang up' }).focus();
      for (let times = 0; times < 5; times += 1) await page.keyboard.down('Enter');
      await page.keyboard.up('Enter');
      const dialog = page.locator('dialog');
      await dialog.waitFor();
      expect((await member.get(`/api/v1/runs/${run_id}`)).body.hang_up_requested_at).toBeNull();
      await page.keyboard.press('Enter');

      await page.getByText('Being hung up').waitFor();
    });

    test('works for a server elsewhere: log-in, stream, file, and a server that goes away', async () => {
      const member = await newOrganization({ server });
      const { run_id } = await givenTransferable(member);
      const say = (index: number, text: string) =>
        member.post(`/api/v1/runs/${run_id}/result`, {
          append: true,
          transcript: [{ index, role: 'agent', text, at: server.app.now() }],
        });
      await say(0, 'Good morning.');
      const elsewhere = await startConsole(new URL(server.url), 0);
      onTestFinished(() => elsewhere.close());
      const page = await open(`/live/${run_id}`, undefined, { url: elsewhere.url });
      await logIn(page, await emailOf(member), password);
      await page.getByText('Good morning.').waitFor();
      // What is asked again and again is not answered: the stream alone brings it.
      await page.route(/\/runs\/\d+$/, () => undefined);
      await say(1, 'Here is the practice.');
      await page.getByText('Here is the practice.').waitFor();
      await page.getByRole('link', { name: 'Campaigns' }).click();
      await page.getByRole('link', { name: 'New campaign' }).click();
      const file = join(tmpdir(), `contacts-${member.organization_id}.csv`);
      writeFileSync(file, `phone_number\n${'+12025550100\n'.repeat(200_000)}`);
      await page.getByLabel('Contacts').setInputFiles(file);
      await press(page, 'Upload');
      await page.getByText('1 contact can be called.').waitFor();
      elsewhere.close();
      await page.getByRole('link', { name: 'Usage' }).click();
      const alert = page.getByRole('alert').first();
      await alert.waitFor();
      expect(await alert.textContent()).toContain('The console keeps trying.');
    });
  },
);
