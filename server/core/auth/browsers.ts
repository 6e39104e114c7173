/** The order matters: the first match counts, and some browsers include the names of others in their user agent. */
const programs: [mark: RegExp, name: string][] = [
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\/|Opera/, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Vivaldi\//, 'Vivaldi'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/HeadlessChrome\/|Chrome\/|CriOS\/|Chromium\//, 'Chrome'],
  [/Safari\//, 'Safari'],
  [/^curl\//, 'curl'],
  [/^(node|undici)/i, 'Node.js'],
  [/python/i, 'Python'],
];

const systems: [mark: RegExp, name: string][] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Macintosh|Mac OS X/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux|X11/, 'Linux'],
];

const nameIn = (text: string, list: [RegExp, string][]): string | undefined =>
  list.find(([mark]) => mark.test(text))?.[1];

/** Returns a display name for a `User-Agent`, for example `Firefox on Windows`. Do not base decisions on it. */
export function browserName(userAgent: string): string {
  const program = nameIn(userAgent, programs);
  const system = nameIn(userAgent, systems);
  if (program && system) return `${program} on ${system}`;
  return program ?? system ?? 'Unknown client';
}
