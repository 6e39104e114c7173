import { addDays, toDay } from '#contract/analytics/periods';

export const ranges = { days7: 7, days30: 30, days90: 90, months12: 365, years5: 1826 } as const;
export type RangeName = keyof typeof ranges;
export const defaultRange: RangeName = 'days30';

/** The filters of the screen, by parameter of the address. */
export interface View {
  readonly range: RangeName | 'own';
  readonly from: string;
  readonly to: string;
  readonly language: string;
  readonly category_code: string;
  readonly is_backup: string;
}

const dayPattern = /^2\d{3}-\d{2}-\d{2}$/;
const isRange = (text: string | null): text is RangeName => text !== null && Object.hasOwn(ranges, text);

/** Reads the filters of an address. Missing and invalid ones have their defaults. */
export function viewOf(parameters: URLSearchParams, now: Date): View {
  const today = toDay(now);
  const dayIn = (name: string) => {
    const text = parameters.get(name) ?? '';
    return dayPattern.test(text) && !Number.isNaN(Date.parse(text)) ? text : undefined;
  };
  const [from, to] = [dayIn('from'), dayIn('to')];
  const rangeName = parameters.get('range');
  const range = isRange(rangeName) ? rangeName : defaultRange;
  const filters = {
    language: parameters.get('language') ?? '',
    category_code: parameters.get('category') ?? '',
    is_backup: parameters.get('service') ?? '',
  };
  if (from !== undefined && to !== undefined) return { range: 'own', from, to, ...filters };
  return { range, from: addDays(today, 1 - ranges[range]), to: today, ...filters };
}

/** Returns the address parameters of the filters, without defaults. */
export function toParameters({ range, from, to, language, category_code, is_backup }: View): URLSearchParams {
  return new URLSearchParams({
    ...(range === 'own' ? { from, to } : range !== defaultRange && { range }),
    ...(language !== '' && { language }),
    ...(category_code !== '' && { category: category_code }),
    ...(is_backup !== '' && { service: is_backup }),
  });
}
