import { useTranslation } from 'react-i18next';
import type { Right } from '#contract/books/rights';
import { dateFormat, listFormat } from '#web/core/lib/formats.ts';
import { territoryName } from '#web/core/lib/territory-names.ts';

/** Returns a function that describes a right: “Germany and Austria · until 31 Dec 2027 · All services”. */
export function useRightText(): (right: Right) => string {
  const { t, i18n } = useTranslation();
  const locale = i18n.language;
  const names = (codes: readonly string[]) =>
    listFormat(locale).format(codes.map((code) => territoryName(code, locale)));
  // Rights have days without a time zone.
  const dayOf = (day: string) => dateFormat(locale).format(new Date(`${day}T12:00:00`));
  const period = ({ from, to }: Right) => {
    if (from && to) return [t('books.rights.between', { from: dayOf(from), to: dayOf(to) })];
    if (from) return [t('books.rights.from', { from: dayOf(from) })];
    return to ? [t('books.rights.until', { to: dayOf(to) })] : [];
  };
  return (right) => {
    const territories = names(right.territories);
    const where = right.except
      ? t('books.rights.except', { territories, countries: names(right.except) })
      : territories;
    const services = { main: t('books.mainService'), backup: t('books.backupService') };
    const service = right.service ? services[right.service] : t('books.allServices');
    return [where, ...period(right), service].join(' · ');
  };
}
