/** Of each pair the first that the text holds; what pretends to be another stands before it. */
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

/** The name of a browser by its `User-Agent`: `Firefox on Windows`. For display only, never for a decision. */
export function browserInWords(userAgent: string): string {
  const program = nameIn(userAgent, programs);
  const system = nameIn(userAgent, systems);
  if (program && system) return `${program} on ${system}`;
  return program ?? system ?? 'Unknown client';
}
