const steps = [
  { unit: 'day', ms: 86_400_000 },
  { unit: 'hour', ms: 3_600_000 },
  { unit: 'minute', ms: 60_000 },
] as const;

interface Translator {
  readonly language: string;
  readonly t: (key: 'ui.justNow') => string;
}

/** Returns the age of a time in words: "3 hours ago", or "just now" in the first minute. */
export function ageOf(time: string, now: number, { language, t }: Translator): string {
  const elapsedMs = Math.max(0, now - Date.parse(time));
  const format = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
  const step = steps.find(({ ms }) => elapsedMs >= ms);
  return step ? format.format(-Math.floor(elapsedMs / step.ms), step.unit) : t('ui.justNow');
}

/** Returns the time until a later time in words: "in 23 hours". It is at least a minute. */
export function timeUntil(time: string, now: number, language: string): string {
  const left = Date.parse(time) - now;
  const format = new Intl.RelativeTimeFormat(language);
  const step = steps.find(({ unit, ms }) => unit !== 'day' && left >= ms) ?? steps[2];
  return format.format(Math.max(1, Math.round(left / step.ms)), step.unit);
}
