import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { startMock } from '../../scripts/mock/server.ts';
import { type Member, newOrganization } from '../support/organizations.ts';
import { sharedServer, type TestServer } from '../support/server.ts';
import { givenGraph, graphOf, reminder } from '../workflows/conversations/given.ts';
import { chromiumPath, found, logIn, patience, useBrowser } from './browser.ts';

describe.skipIf(chromiumPath === undefined)(
  'The agents of the console in a browser',
  { timeout: patience },
  () => {
    let server: TestServer;
    beforeAll(async () => {
      server = await sharedServer();
    });
    const open = useBrowser(() => server.url);
    const given = async (definition = reminder, role: 'owner' | 'editor' | 'viewer' = 'owner') => {
      const member = await newOrganization({ server });
      const path = await givenGraph(member, definition);
      await server.app.db
        .updateTable('users')
        .set({ role })
        .where('id', '=', member.user_id)
        .execute();
      const id = path.split('/').at(-1)!;
      return { member, path, at: `/agents/${id}` };
    };
    const text = (page: Page) => page.getByLabel('Definition, as JSON');
    const replaced = async (page: Page, from: string, to: string): Promise<void> =>
      text(page).fill((await text(page).inputValue()).replaceAll(from, to));
    const press = (page: Page, name: string): Promise<void> =>
      page.getByRole('button', { name, exact: true }).click();
    const confirmed = (page: Page, name: string): Promise<void> =>
      page.locator('dialog').getByRole('button', { name }).click();
    const node = (page: Page, name: string) => page.locator('.node', { hasText: name });
    const newest = async (member: Member, path: string) => (await member.get(path)).body;

    test('publish a workflow after a mistake was shown', async () => {
      const { member, path, at } = await given();
      const page = await open(at, member);
      await page.getByText('Never published · version 1 is a draft').waitFor();
      await page.getByRole('link', { name: 'Edit and publish' }).click();
      await replaced(page, '"target": "wrong"', '"target": "worng"');
      await press(page, 'Save draft');
      await page.getByText('It cannot be published: 2 mistakes.').waitFor();
      await page.getByText('1 of them not drawn').waitFor();
      // Publishing is refused too, with the same findings, and the draft stays.
      await press(page, 'Publish');
      await confirmed(page, 'Publish');
      await page.locator('dialog').getByText('validation_failed', { exact: true }).waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'The node "wrong" has no edge' }).click();
      await page.getByRole('region', { name: 'Node wrong' }).waitFor();
      expect(await node(page, 'wrong').getAttribute('aria-current')).toBe('true');
      expect(await page.evaluate('String(getSelection())')).toBe('"id": "wrong",');
      await page.getByRole('button', { name: 'The edge "start-wrong" names no node' }).click();
      await page.keyboard.type('"id": "start-wrong",');
      await replaced(page, 'worng', 'wrong');
      await press(page, 'Save draft');
      await page.getByText('It can be published.').waitFor();
      await press(page, 'Publish');
      await confirmed(page, 'Publish');
      await page.getByText('Version 3 is published').waitFor();

      expect(await newest(member, path)).toMatchObject({
        version_number: 3,
        version_status: 'published',
        workflow_definition: reminder,
      });
    });

    test('keep what is typed, whatever is shown meanwhile and however it is no definition', async () => {
      const { member, path, at } = await given();
      const page = await open(`${at}/edit`, member);
      await text(page).fill('{"nodes": [');
      await page.getByText('This is no JSON').waitFor();
      expect(await page.getByRole('button', { name: 'Save draft' }).isDisabled()).toBe(true);
      await text(page).fill('{"nodes": [{"limit": 12345678901234567890}]}');
      await page.getByText('a number is larger than 9007199254740991').waitFor();
      await text(page).fill('[]');
      await page.getByText('A definition is an object').waitFor();
      await text(page).fill('{"nodes": {}}');
      await page.getByRole('link', { name: 'Live' }).click();
      await page.getByText('No call is in progress.').waitFor();
      await page.goBack();
      expect(await text(page).inputValue()).toBe('{"nodes": {}}');
      await press(page, 'Save draft');
      await page.getByRole('alert').getByText('validation_failed', { exact: true }).waitFor();

      expect(await text(page).inputValue()).toBe('{"nodes": {}}');
      expect((await newest(member, path)).version_number).toBe(1);
    });

    test('tell the second of two people who save at once, and keep what both typed', async () => {
      const { member, path, at } = await given();
      const [first, second] = await Promise.all([
        open(`${at}/edit`, member),
        open(`${at}/edit`, member),
      ]);
      await replaced(second, 'Sorry.', 'Pardon.');
      await replaced(first, 'Sorry.', 'So sorry.');
      await press(first, 'Save draft');
      await first.getByText('It can be published.').waitFor();
      await press(second, 'Save draft');
      await second.getByText('precondition_failed').waitFor();
      await second.getByText('its newest version is 2').waitFor();
      expect(await text(second).inputValue()).toContain('Pardon.');
      expect((await newest(member, path)).version_number).toBe(2);
      await second.getByText('What mine would change in it').click();
      expect(await second.locator('tr', { hasText: 'wrong' }).allTextContents()).toEqual([
        'changed Node wrongdata.prompt: So sorry.data.prompt: Pardon.',
      ]);
      await press(second, 'Save mine as version 3');
      await second.getByText('It can be published.').waitFor();
      await first.evaluate("document.dispatchEvent(new Event('visibilitychange'))");
      await first.getByText('Version 3, draft').waitFor();

      expect((await newest(member, path)).version_number).toBe(3);
      expect(await text(first).inputValue()).toContain('Pardon.');
    });

    test('tell of a change that made no version, and go on after it', async () => {
      const { member, path, at } = await given();
      const page = await open(`${at}/edit`, member);
      await replaced(page, 'Sorry.', 'Pardon.');
      await member.put(path, { name: 'Another name' });
      await press(page, 'Save draft');
      await page.getByText('its newest version is 1').waitFor();
      await page.getByRole('heading', { name: 'Another name' }).waitFor();
      await press(page, 'Save mine as version 2');
      await page.getByText('It can be published.').waitFor();

      expect(await newest(member, path)).toMatchObject({ version_number: 2, name: 'Another name' });
    });

    test('keep what is typed while it is being saved', async () => {
      const { member, path, at } = await given();
      const page = await open(`${at}/edit`, member);
      await replaced(page, 'Sorry.', 'Pardon.');
      const held = Promise.withResolvers<void>();
      await page.route(`**${path}`, async (route) => {
        if (route.request().method() === 'PUT') await held.promise;
        return route.continue();
      });
      await press(page, 'Save draft');
      await replaced(page, 'Pardon.', 'Pardon me.');
      held.resolve();
      await page.getByText('Changed since version 2, not saved yet').waitFor();

      expect(await text(page).inputValue()).toContain('Pardon me.');
    });

    test('compare versions, at an address that can be sent', async () => {
      const { member, path, at } = await given();
      const [start, confirm, ...ends] = reminder.nodes ?? [];
      await member.put(path, {
        workflow_definition: {
          nodes: [start, { ...confirm, data: { name: 'confirm', prompt: 'Ok?' } }, ends[1]],
          edges: reminder.edges?.toReversed(),
          tools: ['send_text'],
        },
      });
      const page = await open(`${at}/graph/2/1`, member);
      await page.getByText('3 parts differ').waitFor();

      expect(await page.locator('tbody tr').allTextContents()).toEqual(
        [
          'changed Definition edges: start-confirm, start-wrong, confirm-goodbyetools: ["send_text"]\nedges: confirm-goodbye, start-wrong, start-confirm',
          'changed Node confirmdata.prompt: Does {{day}} suit?data.prompt: Ok?',
          'removed Node wrongid: wrong\ndata.name: wrong\ndata.prompt: Sorry.\ntype: endCall',
        ].toSorted(),
      );
    });

    test('hold a conversation by text, whose node lights up, to its end', async () => {
      const definition = structuredClone(reminder);
      Object.assign(definition.nodes?.[1]?.data ?? {}, { tools: ['find_appointments'] });
      const { member, at } = await given(definition, 'editor');
      const page = await open(`${at}/talk`, member);
      await press(page, 'Start a conversation');
      await page.getByText('Is this there?').waitFor();
      await node(page, 'start').getByText('here').waitFor();
      await page.getByLabel('You say').fill('Yes, <b>speaking</b> https://evil.example/');
      await page.keyboard.press('Enter');
      await page.getByText('→ confirm · Tools: find_appointments').waitFor();
      await node(page, 'confirm').getByText('here').waitFor();
      expect(await page.getByLabel('You say').inputValue()).toBe('');
      await page.getByLabel('You say').fill('It is confirmed.');
      await page.keyboard.press('Enter');
      await node(page, 'goodbye').getByText('here').waitFor();
      await page.locator('.title', { hasText: 'completed' }).waitFor();
      expect(await page.getByLabel('You say').count()).toBe(0);
      // What was said can be sent to somebody.
      await page.reload();
      await page.getByText('Goodbye, there.').waitFor();

      expect(await page.locator('main b, main a[href*="evil"]').count()).toBe(0);
    });

    test.each(['owner', 'editor'] as const)('let a(n) %s end a conversation', async (role) => {
      const { member, at } = await given(reminder, role);
      const page = await open(`${at}/talk`, member);
      await press(page, 'Start a conversation');
      await page.getByText('Is this there?').waitFor();
      await press(page, 'End it');
      await page.getByLabel('You say').waitFor({ state: 'detached' });

      expect(await page.getByRole('alert').count()).toBe(0);
    });

    test('go through a graph by keyboard, and say what a node does', async () => {
      const { member, at } = await given();
      const page = await open(at, member);
      await node(page, 'start').focus();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await page.getByText('Does {{day}} suit?').waitFor();
      expect(new URL(page.url()).pathname).toBe(`/console${at}/graph/1/-/2`);
      await page.getByRole('region', { name: 'Node confirm' }).getByRole('button').focus();
      await page.keyboard.press('Enter');
      await page.getByRole('region', { name: 'Node goodbye' }).waitFor();

      expect(await node(page, 'start').getAttribute('title')).toBe(
        'speaking → confirm\nwrong number → wrong',
      );
    });

    test('have nothing that a viewer may not do', async () => {
      const { member, at } = await given(reminder, 'viewer');
      const page = await open(`${at}/talk/99999`, member);
      await node(page, 'confirm').waitFor();

      expect(await page.locator('main :is(form, textarea, button:not(.node, .link))').count()).toBe(
        0,
      );
      expect(await page.locator('.tabs a').allTextContents()).toEqual(['Graph and versions']);
      expect(await page.getByRole('alert').count()).toBe(0);
    });

    test('show the mock at 390 pixels, dark, without findings of axe', async () => {
      const mock = await startMock(0);
      onTestFinished(() => mock.close());
      const page = await open('/agents/3/graph/2/1', undefined, {
        url: mock.url,
        viewport: { width: 390, height: 844 },
        colorScheme: 'dark',
      });
      await logIn(page, 'somebody@example.com', 'any password');
      const findings: string[] = [];
      for (const [link, shown] of [
        ['Graph and versions', 'Reschedule'],
        ['Edit and publish', 'Consent'],
        ['Talk by text', 'Start a conversation'],
      ] as const) {
        await page.getByRole('link', { name: link }).click();
        await page.getByRole('button', { name: shown }).first().waitFor();
        findings.push(...(await found(page)));
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
      }
      await press(page, 'Start a conversation');
      await page.getByRole('link', { name: 'Another conversation' }).waitFor();
      await page.locator('.entry').first().waitFor();

      expect([...findings, ...(await found(page))]).toEqual([]);
    });

    test('draw odd graphs without a fault, and show labels of any script', async () => {
      const label = 'ווידוא התור 📅'.repeat(20);
      const { member, at } = await given(
        graphOf(
          [
            ['start', 'startCall', '<img src=x onerror=alert(1)>'],
            ['', 'odd', 'https://evil.example/'],
            ['start', 'endCall', ''],
            ['loop', 'agentNode', label],
          ],
          [
            ['loop', 'loop', label],
            ['loop', 'start', label],
            ['start', 'loop', 'again'],
            ['nowhere', 'start', ''],
          ],
        ),
      );
      const page = await open(at, member, { colorScheme: 'light' });
      await node(page, 'loop').click();
      await page.getByText(label).first().waitFor();

      expect(await found(page)).toEqual([]);
      expect(await page.locator('.node').count()).toBe(4);
      expect(await page.locator('main img, main a[href*="evil"]').count()).toBe(0);
    });
  },
);
