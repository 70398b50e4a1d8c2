import { existsSync } from 'node:fs';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { seedDemo } from '../../src/demo/seed.ts';
import { sharedServer, startServer, type TestServer } from '../support/server.ts';

const path = [process.env['CHROMIUM'], '/usr/bin/chromium', '/usr/bin/chromium-browser'].find(
  (each) => each !== undefined && existsSync(each),
);
const patience = 120_000;

if (path === undefined)
  console.warn('Chromium is not installed: the reference is not tested in a browser.');

describe.skipIf(path === undefined)('The reference in a browser', { timeout: patience }, () => {
  let demo: TestServer;
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  const faults: string[] = [];

  beforeAll(async () => {
    demo = await startServer({ demo: true });
    await seedDemo(demo.app);
    browser = await chromium.launch({ executablePath: path ?? '', args: ['--no-sandbox'] });
  }, patience);
  afterAll(async () => {
    await browser?.close();
    await demo?.close();
  });
  beforeEach(async () => {
    faults.length = 0;
    context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
    page = await context.newPage();
    page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
    page.on('pageerror', (error) => faults.push(error.message));
    page.on('request', (request) => {
      if (!/^(?:data|blob):/.test(request.url()) && !request.url().startsWith(`${demo.url}/`))
        faults.push(request.url());
    });
    return async () => {
      await context.close();
      if (faults.length > 0) throw new Error(faults.join('\n'));
    };
  });

  const open = async (address: string): Promise<void> => {
    await page.goto(demo.url + address);
    await page.locator('#open-search').waitFor();
  };
  const send = async (): Promise<string> => {
    await expect.poll(() => page.inputValue('#credential'), { timeout: 10_000 }).not.toBe('');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.locator('#outcome.good, #outcome.bad').waitFor();
    return (await page.textContent('#outcome')) ?? '';
  };
  const find = async (words: string, title: string): Promise<void> => {
    await page.keyboard.press('/');
    await page.keyboard.type(words);
    await page.getByRole('option', { name: title }).first().waitFor();
    await page.getByRole('option', { name: title }).first().click();
    await page.getByRole('heading', { level: 1, name: title }).waitFor();
  };

  test('finds three operations and tries them with the credential of the demo', async () => {
    await open('/docs');
    await find('list campaigns', 'List campaigns');
    expect(await send()).toMatch(/^200 /);
    await expect.poll(() => page.textContent('#answer')).toContain('"items"');

    await find('create api key', 'Create an API key');
    expect(await send()).toMatch(/^201 /);
    await expect.poll(() => page.textContent('#answer')).toContain('"key": "vap_');

    await find('getWorkflow', 'Get a workflow');
    await page.fill('[name=workflow_id]', '3');
    expect(await send()).toMatch(/^200 /);
    await expect.poll(() => page.textContent('#answer')).toContain('"id": 3');
    expect(await page.textContent('[data-sample=curl] code')).toContain(
      `${demo.url}/api/v1/workflow/3`,
    );
  });

  test('sends a file in place of the text, and marks the code of samples and answers', async () => {
    await open('/docs/operations/createCampaignSource');
    await page.setInputFiles('fieldset:not([hidden]) [data-file]', {
      name: 'people.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from('phone_number,first_name\n+12025550143,Ada\n'),
    });

    expect(await page.textContent('[data-sample=curl] code')).toContain("'@people.csv'");
    expect(await page.locator('fieldset:not([hidden]) textarea').isDisabled()).toBe(true);
    expect(await send()).toMatch(/^201 /);
    await expect.poll(() => page.textContent('#answer')).toContain('"total_rows": 1');
    expect(await page.locator('#answer i.k').count()).toBeGreaterThan(3);
    expect(await page.locator('[data-sample=curl] i.s').count()).toBeGreaterThan(1);
  });

  test('logs in as the super admin where nobody else may call', async () => {
    await open('/docs/operations/listAuditEventsAsAdmin');

    expect(await send()).toMatch(/^200 /);
  });

  test('explains a refusal by a link to its problem', async () => {
    await open('/docs/operations/getCampaign');
    await page.fill('[name=campaign_id]', '999999');

    expect(await send()).toMatch(/^404 /);
    await page.getByRole('link', { name: 'What not_found means' }).click();
    await page.getByRole('heading', { level: 1, name: 'Not found' }).waitFor();
    // The browser itself logs every answer of 404.
    expect(faults.splice(0)).toEqual([expect.stringContaining('404')]);
  });

  test('is used by keyboard alone: skip link, search, operation, sending', async () => {
    await open('/docs');
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.textContent')).toContain('Skip');
    await page.keyboard.press('Enter');
    expect(await page.evaluate('document.activeElement.id')).toBe('main');

    await page.keyboard.press('Control+k');
    await page.keyboard.type('current user');
    await page.getByRole('option', { name: 'Get the current user' }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Get the current user' }).waitFor();
    await expect.poll(() => page.inputValue('#credential')).not.toBe('');
    const seen: string[] = [];
    while (seen.length < 400 && !seen.includes('Send')) {
      await page.keyboard.press('Tab');
      seen.push(
        await page.evaluate<string>(`(() => {
          const focused = document.activeElement;
          const visible = getComputedStyle(focused).outlineStyle !== 'none';
          return visible || focused.closest('.samples') ? focused.textContent : 'no outline';
        })()`),
      );
    }
    await page.keyboard.press('Enter');
    await page.locator('#outcome.good').waitFor();

    expect(seen).toContain('Send');
    expect(seen).not.toContain('no outline');
  });

  test('shows why each result of the search is one, and all of them', async () => {
    await open('/docs');
    await page.keyboard.press('/');
    await page.keyboard.type('voicemail');
    await page.locator('dialog mark').first().waitFor();
    const results = page.getByRole('option');
    const count = Number.parseInt((await page.textContent('dialog [role=status]')) ?? '', 10);
    const first = await results.count();
    await page.getByRole('button', { name: /^Show \d+ more/ }).click();
    for (let at = first; at < count; at += 1) await page.keyboard.press('ArrowDown');

    expect(first).toBeLessThan(count);
    expect(await results.count()).toBe(count);
    expect(await page.locator('[role=option]:not(:has(mark))').count()).toBe(0);
    expect(await results.last().textContent()).toContain('deprecated');
    expect(await page.getByRole('button', { name: /^Show/ }).count()).toBe(0);
  });

  test('closes the search with Escape and types "/" into fields', async () => {
    await open('/docs/operations/createWorkflow');
    await page.focus('textarea');
    await page.keyboard.type('/');
    expect(await page.locator('dialog[open]').count()).toBe(0);

    await page.keyboard.press('Control+k');
    await page.locator('dialog[open]').waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => page.locator('dialog[open]').count()).toBe(0);
  });

  test.each([
    '/docs',
    '/docs/tags/voice-profiles',
    '/docs/operations/createCampaign',
    '/docs/operations/updateWorkflow',
    '/docs/guides/errors',
    '/docs/diagrams',
    '/docs/events/call_ended',
    '/problems',
  ])('does not scroll sideways at 390 pixels: %s', async (address) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await open(address);
    for (const details of await page.locator('main details:not([open]) > summary').all())
      if (await details.isVisible()) await details.click();
    const width = await page.evaluate('document.documentElement.scrollWidth');

    expect(width).toBe(390);
  });

  test.each([1280, 390])('has buttons that cover no code at %i pixels', async (width) => {
    await page.setViewportSize({ width, height: 844 });
    await open('/docs/operations/createWorkflow');
    const covered = await page.evaluate<number>(`[...document.querySelectorAll('.copyable')]
      .map((each) => [each.querySelector('.copy'), each.querySelector('pre')].map((part) => part.getBoundingClientRect()))
      .filter(([button, code]) => button.bottom > code.top && button.top < code.bottom && button.height > 0).length`);

    expect(await page.locator('.copy').filter({ visible: true }).count()).toBeGreaterThan(1);
    expect(covered).toBe(0);
  });

  test('has a menu at 390 pixels', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await open('/docs');
    expect(await page.locator('#nav').isVisible()).toBe(false);
    await page.getByRole('link', { name: 'Menu' }).click();
    await page
      .locator('#nav')
      .getByRole('link', { name: /^Campaigns/ })
      .click();

    await page.getByRole('heading', { level: 1, name: 'Campaigns' }).waitFor();
    expect(await page.locator('#nav').isVisible()).toBe(false);
  });

  test('opens all that is folded by one button, and for paper', async () => {
    await open('/docs/operations/createCampaign');
    const closed = page.locator('main details:not([open])');
    const folded = await closed.count();
    await page.getByRole('button', { name: 'Expand all' }).click();
    const expanded = await closed.count();
    await page.getByRole('button', { name: 'Collapse all' }).click();
    const all = await closed.count();
    await page.evaluate("dispatchEvent(new Event('beforeprint'))");
    const printed = await closed.count();
    await page.evaluate("dispatchEvent(new Event('afterprint'))");
    await page.emulateMedia({ media: 'print' });

    const cut = await page
      .locator('pre')
      .evaluateAll((all) => all.filter((each) => each.scrollHeight > each.clientHeight + 1).length);

    expect(cut).toBe(0);
    expect(folded).toBeGreaterThan(3);
    expect([expanded, printed, await closed.count()]).toEqual([0, 0, all]);
    expect(await page.locator('#nav, .top, .try, .folds').filter({ visible: true }).count()).toBe(
      0,
    );
  });

  test('remembers theme and language', async () => {
    await open('/docs/operations/listRuns');
    const background = () => page.evaluate('getComputedStyle(document.body).backgroundColor');
    const light = await background();
    await page.locator('#theme').click();
    await page.getByText('Python', { exact: true }).click();
    await open('/docs/operations/listCampaigns');

    expect(await background()).not.toBe(light);
    expect(await page.locator('[data-sample=python]').isVisible()).toBe(true);
    expect(await page.locator('[data-sample=curl]').isVisible()).toBe(false);
  });

  test('shows a stream as it comes, until it is stopped', async () => {
    await open('/docs/operations/streamCampaignProgress');
    await page.fill('[name=campaign_id]', '6');
    expect(await send()).toMatch(/^200 /);
    await expect.poll(() => page.textContent('#answer')).toContain('event: progress');
    if (await page.locator('#stop').isVisible()) await page.locator('#stop').click();

    await expect.poll(() => page.locator('#stop').isVisible()).toBe(false);
  });

  test("keeps a credential of one's own in the demo, and none of the demo's users as that", async () => {
    await open('/docs/operations/getCurrentUser');
    await expect.poll(() => page.inputValue('#credential')).not.toBe('');
    await page.fill('#credential', 'vap_of_mine');
    await open('/docs/operations/listAuditEventsAsAdmin');
    await expect.poll(() => page.inputValue('#credential')).not.toBe('vap_of_mine');
    await open('/docs/operations/getWorkflow');

    expect([await page.inputValue('#user'), await page.inputValue('#credential')]).toEqual([
      '',
      'vap_of_mine',
    ]);
  });

  test('keeps a credential for the tab where there is no demo', async () => {
    const { url } = await sharedServer();
    await page.goto(`${url}/docs/operations/getCurrentUser`);
    expect(await page.locator('#user').count()).toBe(0);
    await page.fill('#credential', 'vap_of_mine');
    expect(await page.textContent('[data-sample=curl] code')).toContain('X-API-Key: $API_KEY');
    await page.reload();

    expect(await page.inputValue('#credential')).toBe('vap_of_mine');
    expect(faults.splice(0).every((fault) => fault.startsWith(`${url}/`))).toBe(true);
  });
});
