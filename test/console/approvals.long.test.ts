import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { startMock } from '../../scripts/mock/server.ts';
import { connected, givenRequest, policies, read } from '../approvals/approval-requests/given.ts';
import type { Member } from '../support/organizations.ts';
import { sharedServer, type TestServer } from '../support/server.ts';
import { chromiumPath, found, logIn, patience, useBrowser } from './browser.ts';

const press = (page: Page, name: string) =>
  page.getByRole('button', { name, exact: true }).first().click();
const confirm = (page: Page, name: string) =>
  page.locator('dialog').getByRole('button', { name, exact: true }).click();
const badge = (page: Page, status: string) =>
  page.locator('.detail .title').getByText(status, { exact: true });

describe.skipIf(chromiumPath === undefined)(
  'The approvals and the usage of the console in a browser',
  { timeout: patience },
  () => {
    let server: TestServer;
    beforeAll(async () => {
      server = await sharedServer();
    });
    const open = useBrowser(() => server.url);

    test('accept a request that waits, by keyboard, and show what its policy allows', async () => {
      const { member, id } = await asked();
      const page = await open('/approvals', member);
      await page.locator('.row').first().focus();
      await page.keyboard.press('Enter');
      await badge(page, 'pending').waitFor();
      await page.getByText('The appointment is tomorrow.').waitFor();
      await page.getByRole('button', { name: 'Accept' }).focus();
      await page.keyboard.press('Enter');
      await page.locator('dialog').getByRole('button', { name: 'Accept' }).focus();
      await page.keyboard.press('Enter');
      await badge(page, 'accepted').waitFor();
      await page.getByRole('link', { name: 'The policy' }).click();
      await badge(page, 'active').waitFor();

      expect((await read(member, id)).status).toBe('accepted');
      expect(new URL(page.url()).pathname).toMatch(
        /^\/console\/approvals\/policies\/[\da-f-]{36}$/,
      );
    });

    test('tell the second of two people who answer at once, who keeps what was typed', async () => {
      const { member, id } = await asked();
      const at = `/approvals/requests/${id}`;
      const [first, second] = await Promise.all([open(at, member), open(at, member)]);
      await Promise.all([badge(first, 'pending').waitFor(), badge(second, 'pending').waitFor()]);
      await press(second, 'Decline');
      await second.getByLabel('Reason').fill('Not this week.');
      await second.route(/approval-requests\/[^/]+$/, () => undefined);
      await press(first, 'Accept');
      await confirm(first, 'Accept');
      await badge(first, 'accepted').waitFor();
      await confirm(second, 'Decline');
      await second.getByRole('alert').waitFor();

      expect((await read(member, id)).status).toBe('accepted');
      expect(await second.getByLabel('Reason').inputValue()).toBe('Not this week.');
    });

    test('revoke a policy with a reason, and say what a reason must be', async () => {
      const { member, id } = await asked();
      const { body } = await member.post(`/api/v1/approval-requests/${id}/accept`);
      const policy = body.policy_id ?? (await read(member, id)).policy_id;
      const page = await open(`/approvals/policies/${policy}`, member);
      await badge(page, 'active').waitFor();
      await press(page, 'Disable');
      await badge(page, 'disabled').waitFor();
      await press(page, 'Revoke');
      await page.getByLabel('Reason').fill('No longer!');
      await confirm(page, 'Revoke');
      await page.getByRole('alert').waitFor();
      expect(await page.getByLabel('Reason').inputValue()).toBe('No longer!');
      await page.getByLabel('Reason').fill('no_longer_needed');
      await confirm(page, 'Revoke');
      await badge(page, 'revoked').waitFor();

      expect((await member.get(`${policies}/${policy}`)).body.revoked_reason).toBe(
        'no_longer_needed',
      );
      expect(await page.locator('.detail button').count()).toBe(0);
    });

    test('have nothing that a viewer may not do', async () => {
      const { member, id } = await asked();
      await server.app.db
        .updateTable('users')
        .set({ role: 'viewer' })
        .where('id', '=', member.user_id)
        .execute();
      const page = await open(`/approvals/requests/${id}`, member);
      await badge(page, 'pending').waitFor();

      expect(await page.locator('.detail button').count()).toBe(0);
    });

    test('show the usage of a period at its address, day by day', async () => {
      const { member } = await asked();
      const page = await open('/usage/week', member);
      await page.getByText('Limits').waitFor();
      await page.getByText('As a table').first().click();

      expect(await page.locator('figure').first().locator('tbody tr').count()).toBe(7);
      await page.getByLabel('Period').selectOption('year');
      await expect.poll(() => new URL(page.url()).pathname).toBe('/console/usage/year');
    });

    test.each(['/approvals', '/approvals/policies', '/usage'])(
      'show the mock at 390 pixels, dark, without findings of axe: %s',
      async (address) => {
        const mock = await startMock(0);
        onTestFinished(() => mock.close());
        const page = await open(address, undefined, {
          url: mock.url,
          viewport: { width: 390, height: 844 },
          colorScheme: 'dark',
        });
        await logIn(page, 'somebody@example.com', 'any password');
        if (address === '/usage') await page.locator('figure').first().waitFor();
        else {
          await page.locator('.row').first().click();
          await page.locator('.detail .title').waitFor();
        }

        expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
        expect(await found(page)).toEqual([]);
        expect(await page.locator('main a:not([href^="/console/"])').count()).toBe(0);
      },
    );
  },
);

/** A member whose connector has asked to be allowed something. */
async function asked(): Promise<{ member: Member; id: string }> {
  const member = await connected();
  return { member, id: await givenRequest(member) };
}
