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

/** What a `User-Agent` says, for people: `Firefox on Windows`. Good for recognising, not for deciding anything. */
export function browserInWords(userAgent: string): string {
  const program = nameIn(userAgent, programs);
  const system = nameIn(userAgent, systems);
  if (program && system) return `${program} on ${system}`;
  return program ?? system ?? 'Unknown client';
}
