import { chromium, type Browser, type Page } from 'playwright-core';
import { browserFlags, findBrowser } from '../scripts/browser.mjs';
import { percentile, round } from './load.ts';
import { credentials } from './server-process.ts';

const ROUNDS = 20;
const phone = { width: 390, height: 844 };
const desk = { width: 1280, height: 900 };

const isListed = (page: Page): Promise<void> => page.locator('tbody tr').first().waitFor();

/** Runs work on a new page with the session of a user and an empty cache. */
async function withPage<Result>(
  browser: Browser,
  options: Parameters<Browser['newContext']>[0],
  work: (page: Page) => Promise<Result>,
): Promise<Result> {
  const context = await browser.newContext(options);
  try {
    return await work(await context.newPage());
  } finally {
    await context.close();
  }
}

const signInPage = (browser: Browser, origin: string) =>
  withPage(browser, {}, async (page) => {
    await page.goto(`${origin}/login`);
    await page.locator('input[type=email]').fill(credentials.email);
    await page.locator('input[type=password]').fill(credentials.password);
    await page.getByRole('button', { name: 'Login', exact: true }).click();
    await page.waitForURL(/dashboard/);
    return page.context().storageState();
  });

/** Opens the Books screen, and counts requests and the size of bodies and headers. */
async function visitCold(page: Page, address: string) {
  const network = await page.context().newCDPSession(page);
  await network.send('Network.enable');
  let bytes = 0;
  let requests = 0;
  network.on('Network.requestWillBeSent', ({ request }) => {
    if (!/^(data|blob):/.test(request.url)) requests += 1;
  });
  network.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength;
  });
  await page.addInitScript(() => {
    const counter = globalThis as unknown as { shift: number };
    counter.shift = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[])
        counter.shift += entry.value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  const startedAt = performance.now();
  await page.goto(address);
  await isListed(page);
  const firstRowMs = performance.now() - startedAt;
  await page.waitForLoadState('networkidle');
  const cls = await page.evaluate(() => (globalThis as unknown as { shift: number }).shift);
  return { kib: bytes / 1024, requests, cls, firstRowMs };
}

/** Returns the main-thread time in milliseconds for each change of the page, from the click to the new rows. */
async function changePages(page: Page, address: string): Promise<number[]> {
  const session = await page.context().newCDPSession(page);
  // Other work on the machine affects the CPU time of the thread less than the wall-clock time.
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const busyMs = async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0);
  };
  const button = (name: string) => page.getByRole('button', { name, exact: true }).first();
  await page.goto(address);
  await isListed(page);
  const costs: number[] = [];
  for (let iteration = 0; iteration < ROUNDS; iteration += 1) {
    const before = await busyMs();
    const firstRows = await page.locator('tbody').first().textContent();
    await button((await button('Next').isEnabled()) ? 'Next' : 'Previous').click();
    await page.waitForFunction((text) => document.querySelector('tbody')?.textContent !== text, firstRows);
    await page.waitForLoadState('networkidle');
    costs.push((await busyMs()) - before);
  }
  return costs;
}

/** Measures the cost of the Books screen in a browser for the catalogue at `origin`. */
export async function measureBrowser(origin: string) {
  const { executablePath, env } = await findBrowser();
  const browser = await chromium.launch({
    executablePath,
    args: browserFlags,
    env: { ...process.env, ...env },
  });
  try {
    const storageState = await signInPage(browser, origin);
    const address = `${origin}/books`;
    const visit = (viewport: typeof desk) =>
      withPage(browser, { storageState, viewport }, (page) => visitCold(page, address));
    const wide = await visit(desk);
    const narrow = await visit(phone);
    const pageChanges = await withPage(browser, { storageState, viewport: desk }, (page) =>
      changePages(page, address),
    );
    return {
      'KiB on the wire': round(wide.kib, 0),
      requests: wide.requests,
      'first row ms': round(wide.firstRowMs, 0),
      CLS: round(wide.cls, 3),
      'CLS at 390 px': round(narrow.cls, 3),
      'main-thread ms a page turn': round(percentile(pageChanges, 0.5), 0),
    };
  } finally {
    await browser.close();
  }
}
