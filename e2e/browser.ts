import { browserFlags, findBrowser } from '../scripts/browser.mjs';

/** The browser that `npm test` has found and tried, else the one that this search finds. */
export async function launchOptions() {
  const browser = process.env['LECTERN_BROWSER'];
  const { executablePath, env } = browser
    ? (JSON.parse(browser) as Awaited<ReturnType<typeof findBrowser>>)
    : await findBrowser();
  // Read again by every worker, which so is spared the search.
  process.env['LECTERN_BROWSER'] = JSON.stringify({ executablePath, env });
  return {
    executablePath,
    args: [...browserFlags, '--autoplay-policy=no-user-gesture-required', '--mute-audio'],
    env: { ...process.env, ...env } as Record<string, string>,
  };
}
