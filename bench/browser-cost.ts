import { chromium, type Browser, type Page } from 'playwright-core';
import { browserFlags, findBrowser } from '../scripts/browser.mjs';
import { percentile } from './load.ts';
import { credentials } from './server-process.ts';

const ROUNDS = 20;
const phone = { width: 390, height: 844 };
const desk = { width: 1280, height: 900 };

interface ColdVisit {
  /** The transferred size of bodies and headers. */
  readonly kib: number;
  readonly requests: number;
  readonly cls: number;
  /** The time from the navigation to the first row. */
  readonly firstRowMs: number;
}

async function isListed(page: Page): Promise<void> {
  await page.locator('tbody tr').first().waitFor();
}

export type StoredSession = Awaited<ReturnType<Awaited<ReturnType<Browser['newContext']>>['storageState']>>;

export async function signedIn(browser: Browser, origin: string): Promise<StoredSession> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(`${origin}/login`);
  await page.locator('input[type=email]').fill(credentials.email);
  await page.locator('input[type=password]').fill(credentials.password);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await page.waitForURL(/dashboard/);
  const state = await context.storageState();
  await context.close();
  return state;
}

/** Opens the Books screen with a session and an empty browser cache. */
async function visitCold(
  browser: Browser,
  {
    address,
    storageState,
    viewport,
  }: {
    readonly address: string;
    readonly storageState: StoredSession;
    readonly viewport: { readonly width: number; readonly height: number };
  },
): Promise<ColdVisit> {
  const context = await browser.newContext({ storageState, viewport });
  const page = await context.newPage();
  const network = await context.newCDPSession(page);
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
  await context.close();
  return { kib: bytes / 1024, requests, cls, firstRowMs };
}

/** Returns the main-thread time in milliseconds for each change of the page, from the click to the new rows. */
async function changePages(
  browser: Browser,
  address: string,
  storageState: StoredSession,
): Promise<number[]> {
  const context = await browser.newContext({ storageState, viewport: desk });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  // Other work on the machine affects the CPU time of the thread less than the wall-clock time.
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const busyMs = async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0);
  };
  await page.goto(address);
  await isListed(page);
  const costs: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const before = await busyMs();
    const firstRows = await page.locator('tbody').first().textContent();
    const forth = page.getByRole('button', { name: 'Next', exact: true }).first();
    await ((await forth.isEnabled())
      ? forth
      : page.getByRole('button', { name: 'Previous', exact: true }).first()
    ).click();
    await page.waitForFunction((text) => document.querySelector('tbody')?.textContent !== text, firstRows);
    await page.waitForLoadState('networkidle');
    costs.push((await busyMs()) - before);
  }
  await context.close();
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
    const session = await signedIn(browser, origin);
    const address = `${origin}/books`;
    const wide = await visitCold(browser, { address, storageState: session, viewport: desk });
    const narrow = await visitCold(browser, { address, storageState: session, viewport: phone });
    const pageChanges = await changePages(browser, address, session);
    return {
      'KiB on the wire': Math.round(wide.kib),
      requests: wide.requests,
      'first row ms': Math.round(wide.firstRowMs),
      CLS: Number(wide.cls.toFixed(3)),
      'CLS at 390 px': Number(narrow.cls.toFixed(3)),
      'main-thread ms a page turn': Math.round(percentile(pageChanges, 0.5)),
    };
  } finally {
    await browser.close();
  }
}
