const steps = [
  { unit: 'day', ms: 86_400_000 },
  { unit: 'hour', ms: 3_600_000 },
  { unit: 'minute', ms: 60_000 },
] as const;

/** How long ago a time is, in words: "3 hours ago". */
export function ageOf(time: string, now: number, language: string): string {
  const gone = Math.max(0, now - Date.parse(time));
  const format = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
  const step = steps.find(({ ms }) => gone >= ms);
  return step ? format.format(-Math.floor(gone / step.ms), step.unit) : format.format(0, 'minute');
}
