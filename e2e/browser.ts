import { browserFlags, findBrowser } from '../scripts/browser.mjs';

/** Returns launch options for the browser that `npm test` has found, else for the one that this search finds. */
export async function launchOptions() {
  const browser = process.env['LECTERN_BROWSER'];
  const { executablePath, env } = browser
    ? (JSON.parse(browser) as Awaited<ReturnType<typeof findBrowser>>)
    : await findBrowser();
  // Every worker reads this variable, so that it does not search again.
  process.env['LECTERN_BROWSER'] = JSON.stringify({ executablePath, env });
  return {
    executablePath,
    args: [...browserFlags, '--autoplay-policy=no-user-gesture-required', '--mute-audio'],
    env: { ...process.env, ...env } as Record<string, string>,
  };
}
