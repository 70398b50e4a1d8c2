import type { Page } from 'playwright-core';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startMock } from '../../scripts/mock/server.ts';
import { newOrganization } from '../support/organizations.ts';
import { ownServer } from '../support/own-server.ts';
import {
  deliver,
  deliveriesPath,
  givenEndedRun,
  givenEndpoint,
  startReceiver,
} from '../webhooks/given.ts';
import { chromiumPath, found, logIn, patience, useBrowser } from './browser.ts';

const server = ownServer();

const badge = (page: Page, status: string) =>
  page.locator('.detail .title').getByText(status, { exact: true });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const pathOf = (page: Page): string => new URL(page.url()).pathname;
const replayed = (page: Page) => page.waitForResponse(/\/replay$/);
const markup = '<h1>Down</h1> <a href="https://example.com">https://example.com</a>';

/** An organization with an endpoint of which a receiver on this machine gets the ends of calls. */
async function connected() {
  const member = await newOrganization({ server });
  const receiver = await startReceiver();
  const endpoint = await givenEndpoint(member, receiver.url, { events: ['call_ended'] });
  return { member, receiver, endpoint };
}

describe.skipIf(chromiumPath === undefined)(
  'The events of the console in a browser',
  { timeout: patience },
  () => {
    const open = useBrowser(() => server.url);

    test('show a delivery that fails with its attempts, and send it again until it succeeds', async () => {
      const { member, receiver, endpoint } = await connected();
      receiver.reply = (_, response) => response.writeHead(500).end(markup);
      await givenEndpoint(member, (await startReceiver()).url, { events: ['call_ended'] });
      const run = await givenEndedRun(member);
      await deliver(server);
      const page = await open('/events/deliveries', member);
      await expect.poll(() => page.locator('.row').count()).toBe(2);
      await page.getByLabel('Endpoint').selectOption(receiver.url);
      await expect.poll(() => page.locator('.row').count()).toBe(1);
      await page.getByLabel('Status').selectOption('delivered');
      await page.getByText('There is no such delivery.').waitFor();
      await page.getByLabel('Status').selectOption('pending');
      await page.locator('.row', { hasText: '1 attempt, 500' }).focus();
      await page.keyboard.press('Enter');
      await badge(page, 'pending').waitFor();
      const ofEndpoint = `${deliveriesPath}?endpoint_id=${endpoint.id}`;
      const [{ id }] = (await member.get(ofEndpoint)).body.items;
      expect(pathOf(page)).toBe(`/console/events/deliveries/pending/${endpoint.id}/${id}`);
      const attempts = page.locator('.detail .entry');
      const texts = await attempts.first().textContent();
      expect(texts).toMatch(/^500Attempt 1 .*\d ms.*responded with 500/);
      expect(texts).toContain(markup);
      expect(await page.locator('main a:not([href^="/console/"])').count()).toBe(0);

      await button(page, 'Send again').focus();
      await Promise.all([replayed(page), page.keyboard.press('Enter')]);
      await deliver(server);
      await page.getByText('Attempt 2').waitFor();
      receiver.reply = (_, response) => response.writeHead(200).end('taken');
      await Promise.all([replayed(page), button(page, 'Send again').click()]);
      await deliver(server);
      await badge(page, 'delivered').waitFor();

      expect(await attempts.count()).toBe(3);
      expect(await attempts.first().textContent()).toMatch(/^200Attempt 3 .*taken$/);
      expect(receiver.heard()).toEqual(Array(3).fill(`call_ended ${run}`));
      await page.getByRole('link', { name: 'Event 1' }).click();
      await page.locator('.facts').getByText(`+12025550185, Run ${run}`).waitFor();
      await page.locator('.detail .row', { hasText: '3 attempts, 200' }).waitFor();
    });

    test('come as they happen, and each has an address', async () => {
      const { member } = await connected();
      const page = await open('/events', member);
      // From now on: what happens before the stream has begun is listed later.
      await Promise.all([page.waitForResponse(/\/events\/stream$/), page.reload()]);
      await page.getByText('There is no event').waitFor();
      const run = await givenEndedRun(member);
      await deliver(server);
      // By the stream: the list is loaded again only after a minute.
      const rows = page.locator('.list .row');
      await rows.filter({ hasText: 'Call ended' }).waitFor({ timeout: 20_000 });
      await page.getByLabel('Type').selectOption('call_analyzed');
      await rows.filter({ hasText: 'Call ended' }).waitFor({ state: 'detached' });
      await rows.first().click();
      await page.getByText(`"run_id": ${run}`).waitFor();

      expect(pathOf(page)).toBe('/console/events/stream/call_analyzed/2');
      await page.reload();
      await page.getByText('It was sent to no endpoint.').waitFor();
      expect(await page.getByLabel('Type').inputValue()).toBe('call_analyzed');
      await page.goto(`${server.url}/console/events/stream/all/99`);
      await page.getByText('Event 99 is not kept').waitFor();
    });

    test('that were missed while the stream was away are loaded', async () => {
      const { member } = await connected();
      await givenEndedRun(member);
      await deliver(server);
      const [, first] = (await member.get('/api/v1/events')).body.items;
      const missed = Promise.withResolvers<number>();
      const streamed = [Promise.resolve(1), missed.promise];
      const page = await open('/usage', member);
      await page.route('**/api/v1/events/stream', async (route) => {
        const sequence = await streamed.shift();
        if (sequence === undefined) return;
        const data = JSON.stringify({ ...first, sequence, id: `msg_${sequence}` });
        await route.fulfill({
          contentType: 'text/event-stream',
          body: `id: ${sequence}\nevent: call_ended\ndata: ${data}\n\n`,
        });
      });
      await page.goto(`${server.url}/console/events`);
      await page.locator('.list .row').nth(1).waitFor();
      await expect.poll(() => streamed.length).toBe(0);
      await givenEndedRun(member);
      await deliver(server);
      missed.resolve(5);

      await page.locator('.list .row').nth(4).waitFor({ timeout: 20_000 });
      const numbers = await page.locator('.list .number').allTextContents();
      expect(numbers).toEqual(['5', '4', '3', '2', '1']);
    });

    test('say why an endpoint is disabled, enable it, and send what it has missed', async () => {
      const { member, receiver, endpoint } = await connected();
      receiver.reply = (_, response) => response.writeHead(410).end();
      await givenEndedRun(member);
      await deliver(server);
      const run = await givenEndedRun(member);
      await deliver(server);
      const disabledAt = Date.parse((await member.get(endpoint.path)).body.disabled_at);
      const page = await open(`/events/endpoints/${endpoint.id}`, member);
      await badge(page, 'disabled').waitFor();
      await page.getByText('it answered that it is gone (410)').waitFor();
      await page.getByText('0 delivered, 1 failed, 0 pending').waitFor();
      expect(await button(page, 'Send events again').isDisabled()).toBe(true);
      await button(page, 'Enable').click();
      await badge(page, 'enabled').waitFor();

      receiver.reply = (_, response) => response.writeHead(204).end();
      await button(page, 'Send events again').click();
      const dialog = page.locator('dialog');
      const from = await dialog.getByLabel('From').inputValue();
      expect(new Date(from).getTime()).toBe(disabledAt - (disabledAt % 60_000));
      await dialog.getByRole('button', { name: 'Send events again' }).click();
      await page.getByText(/^[12] events? (is|are) sent again\.$/).waitFor();
      await deliver(server);
      await page.getByText(/^[12] delivered, [01] failed, 0 pending$/).waitFor();
      expect(receiver.heard().at(-1)).toBe(`call_ended ${run}`);
      await button(page, 'Send a test event').click();
      await page.getByText('The test event was received: 204').waitFor();
      await button(page, 'Disable').click();
      await dialog.getByRole('button', { name: 'Disable' }).click();
      await page.getByText('It was disabled by a user').waitFor();
    });

    test('have nothing that a viewer may not do', async () => {
      const { member, endpoint } = await connected();
      await givenEndedRun(member);
      await deliver(server);
      await server.app.db
        .updateTable('users')
        .set({ role: 'viewer' })
        .where('id', '=', member.user_id)
        .execute();
      const page = await open('/events/deliveries', member);
      await page.locator('.row').first().click();
      await badge(page, 'delivered').waitFor();
      expect(await page.locator('.detail button').count()).toBe(0);
      await page.goto(`${server.url}/console/events/endpoints/${endpoint.id}`);
      await badge(page, 'enabled').waitFor();

      expect(await page.locator('.detail button').count()).toBe(0);
    });

    test.each([
      ['/events/stream', '/all/12', ''],
      ['/events/deliveries', '/all/all/7', ''],
      ['/events/endpoints', '/1', ''],
      // Values that somebody could make up.
      ['/events/stream', '/all/12', 'dynamic=true, seed=7'],
      ['/events/deliveries', '/all/all/7', 'dynamic=true, seed=7'],
      ['/events/endpoints', '/1', 'dynamic=true, seed=7'],
    ])(
      'show the mock at 390 pixels, dark, without findings of axe: %s %s %s',
      async (list, one, prefer) => {
        const mock = await startMock(0);
        onTestFinished(() => mock.close());
        const page = await open('/usage', undefined, {
          url: mock.url,
          viewport: { width: 390, height: 844 },
          colorScheme: 'dark',
        });
        await logIn(page, 'somebody@example.com', 'any password');
        await page.getByLabel('Period').waitFor();
        await page.route(/\/api\/v1\/(events|webhooks\/\w+)(\/\d+)?(\?.*)?$/, (route) =>
          route.continue({ headers: { ...route.request().headers(), prefer } }),
        );
        for (const [address, shown] of [
          [list, '.list .row'],
          [list + one, '.detail .title'],
        ]) {
          await page.goto(`${mock.url}/console${address}`);
          await page
            .locator(shown ?? '')
            .first()
            .waitFor();

          expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
          expect(await found(page)).toEqual([]);
          expect(await page.locator('main a:not([href^="/console/"])').count()).toBe(0);
        }
      },
    );
  },
);
