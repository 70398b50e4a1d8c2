import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startMock } from '../../scripts/mock/server.ts';
import {
  type CallableCampaign,
  dialAll,
  dialNow,
  endCall,
  accepted,
  endless,
  givenCallableCampaign,
} from '../campaigns/lifecycle/given.ts';
import { type Member, newOrganization } from '../support/organizations.ts';
import { ownServer } from '../support/own-server.ts';
import { chromiumPath, found, logIn, patience, useBrowser } from './browser.ts';

const server = ownServer();

const given = async (options: Parameters<typeof givenCallableCampaign>[1] = {}) => {
  const member = await newOrganization({ server });
  const campaign = await givenCallableCampaign(member, options);
  return { member, campaign, at: `/campaigns/${campaign.id}` };
};
const stateOf = async (member: Member, { path }: Pick<CallableCampaign, 'path'>) =>
  (await member.get(path)).body.state;
const press = (page: Page, name: string) =>
  page.getByRole('button', { name, exact: true }).first().click();
const confirm = (page: Page, name: string) =>
  page.locator('dialog').getByRole('button', { name, exact: true }).click();
const badge = (page: Page, state: string) =>
  page.locator('.detail .title').getByText(state, { exact: true });

describe.skipIf(chromiumPath === undefined)(
  'The campaigns of the console in a browser',
  { timeout: patience },
  () => {
    const open = useBrowser(() => server.url);

    test('are watched from the upload of their contacts to their end', async () => {
      const { member } = await given();
      const page = await open('/campaigns/new', member);
      const file = join(tmpdir(), `contacts-${member.organization_id}.csv`);
      writeFileSync(
        file,
        'phone_number,first_name\n+12025550100,Ada\nnobody,Bob\n+12025550101,Cy\n',
      );
      await page.getByLabel('Contacts').setInputFiles(file);
      await press(page, 'Upload');
      await page.getByText('2 contacts can be called.').waitFor();
      const rejected = page.locator('tr', { hasText: 'nobody' });
      expect(await rejected.textContent()).toMatch(/^2phone_numbernobody/);
      expect(await page.getByLabel('Name', { exact: true }).inputValue()).toMatch(/^contacts-/);
      await press(page, 'Create the campaign');
      await badge(page, 'created').waitFor();
      const id = Number(new URL(page.url()).pathname.split('/').at(-1));
      const campaign = { id, path: `/api/v1/campaign/${id}` } as CallableCampaign;

      await page.getByRole('button', { name: 'Start' }).focus();
      await page.keyboard.press('Enter');
      await page.locator('dialog').getByText('Call 2 contacts?').waitFor();
      await page.keyboard.press('Tab');
      await confirm(page, 'Start');
      await badge(page, 'running').waitFor();
      await press(page, 'Pause');
      await badge(page, 'paused').waitFor();
      expect(await stateOf(member, campaign)).toBe('paused');
      await press(page, 'Resume');
      await badge(page, 'running').waitFor();
      // From here on the stream alone brings how far it is.
      await page.route(/\/progress$/, () => undefined);
      await dialAll(member, campaign);
      await badge(page, 'completed').waitFor();
      await page.getByText('2 of 2 contacts are finished').waitFor();
      await page.getByRole('link', { name: 'Report' }).click();
      await page.getByRole('link', { name: '+12025550101' }).waitFor();
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        press(page, 'Download the report'),
      ]);

      expect(download.suggestedFilename()).toBe(`campaign-${id}.csv`);
      expect(new URL(page.url()).pathname).toBe(`/console/campaigns/${id}/report`);
    });

    test('keep what was typed when they are refused', async () => {
      const { member } = await given();
      const page = await open('/campaigns/new', member);
      const file = join(tmpdir(), `contacts-${member.organization_id}.csv`);
      writeFileSync(file, 'phone_number\n+12025550100\n');
      await page.getByLabel('Contacts').setInputFiles(file);
      await page.getByLabel('Column of the numbers').fill('mobile');
      await press(page, 'Upload');
      await page.getByRole('alert').waitFor();
      expect(await page.getByLabel('Column of the numbers').inputValue()).toBe('mobile');
      await page.getByLabel('Column of the numbers').fill('');
      await press(page, 'Upload');
      await page.getByLabel('Name', { exact: true }).fill('Spring');
      await page.getByLabel('Most calls at once').fill('0');
      await press(page, 'Create the campaign');
      await page.getByRole('alert').getByText('max_concurrency', { exact: true }).waitFor();

      expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Spring');
    });

    test('say what holds them, and by which rule', async () => {
      const slots = Array.from({ length: 7 }, (_, day_of_week) => ({
        day_of_week,
        start_time: '03:00',
        end_time: '03:01',
      }));
      const { member, campaign, at } = await given({
        schedule_config: { enabled: true, timezone: 'UTC', slots },
      });
      server.setNow('2026-06-15T12:00:00.000Z');
      await member.post(`${campaign.path}/start`);
      const page = await open(at, member);
      await page.getByText('What holds calls').waitFor();
      await page.locator('dt', { hasText: 'Held:' }).first().waitFor();
      await page.locator('dt', { hasText: 'The next contact' }).waitFor();

      expect(await page.locator('.facts').first().textContent()).toMatch(/Held: .*3 contacts/s);
    });

    test('tell that the circuit breaker has tripped, and go on when somebody resumes', async () => {
      const { member, campaign, at } = await given({
        digits: ['097', '197', '297', '397'],
        circuit_breaker: {
          enabled: true,
          failure_threshold: 0.5,
          window_seconds: 600,
          min_calls_in_window: 1,
        },
        limit: 2,
      });
      await member.post(`${campaign.path}/start`);
      await dialNow(member);
      const page = await open(at, member);
      await badge(page, 'running').waitFor();
      for (const run of await accepted(member, campaign)) await endCall(member, run, 'failed');
      // The next round of the dialer sees it.
      await dialNow(member);
      await badge(page, 'paused').waitFor();
      await page.getByText('tripped', { exact: true }).waitFor();
      await press(page, 'Resume');
      await badge(page, 'running').waitFor();

      expect(await stateOf(member, campaign)).toBe('running');
    });

    test('tell the second of two people who pause at once', async () => {
      const { member, campaign, at } = await given({ digits: [endless] });
      await member.post(`${campaign.path}/start`);
      const [first, second] = await Promise.all([
        open(at, member),
        open('/console-of-nothing', member),
      ]);
      // The second does not see in time that the first has paused it.
      let isLate = false;
      await second.route(/\/campaign\/\d+/, (route) => {
        const request = route.request();
        const isHeld = request.url().endsWith('/stream') || (isLate && request.method() === 'GET');
        return isHeld ? undefined : route.continue();
      });
      await second.getByRole('link', { name: 'Campaigns' }).click();
      await second.locator(`.row[href$="${at}"]`).click();
      await Promise.all([badge(first, 'running').waitFor(), badge(second, 'running').waitFor()]);
      isLate = true;
      await press(first, 'Pause');
      await badge(first, 'paused').waitFor();
      await press(second, 'Pause');
      await second.getByRole('alert').locator('code').waitFor();

      expect(await stateOf(member, campaign)).toBe('paused');
    });

    test('have nothing that a viewer may not do', async () => {
      const { member, at } = await given();
      await server.app.db
        .updateTable('users')
        .set({ role: 'viewer' })
        .where('id', '=', member.user_id)
        .execute();
      const page = await open(at, member);
      await badge(page, 'created').waitFor();

      expect(await page.locator('main button').count()).toBe(0);
      expect(await page.getByRole('link', { name: 'New campaign' }).count()).toBe(0);
    });

    test.each(['', '/contacts', '/report'])(
      'show the mock at 390 pixels, dark, without findings of axe: %s',
      async (part) => {
        const mock = await startMock(0);
        onTestFinished(() => mock.close());
        const page = await open(`/campaigns/2${part}`, undefined, {
          url: mock.url,
          viewport: { width: 390, height: 844 },
          colorScheme: 'dark',
        });
        await logIn(page, 'somebody@example.com', 'any password');
        await page.locator('.detail .title').waitFor();
        await page.locator('.detail table').first().waitFor();

        expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
        expect(await found(page)).toEqual([]);
        expect(await page.locator('main a:not([href^="/console/"])').count()).toBe(0);
      },
    );
  },
);
