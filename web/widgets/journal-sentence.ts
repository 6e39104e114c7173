import type { useTranslation } from 'react-i18next';
import type { JournalEntry } from '#contract/journal';

type Say = ReturnType<typeof useTranslation>['t'];

/** `cover_image` as people read it: "Cover image". */
export const fieldName = (field: string): string => {
  const words = field.replace(/_(url|code|id)$/, '').replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};

const listWords = ['came', 'went', 'moved', 'changed'] as const;

/** What an entry tells, as a sentence: "Ayşe moved 3 of the books, changed Description". */
export function sentenceOf(entry: JournalEntry, t: Say, language: string): string {
  const who = entry.actor?.name ?? t('history.server');
  const what = `“${entry.record.name}”`;
  if (entry.action !== 'changed') return t(`history.actions.${entry.action}`, { who, what });
  const values = entry.fields.flatMap(({ field, counts }) => (counts ? [] : [fieldName(field)]));
  const lists = entry.fields.flatMap(({ field, counts }) =>
    counts
      ? listWords.flatMap((word) =>
          counts[word] > 0
            ? [t(`history.counts.${word}`, { count: counts[word], field: fieldName(field).toLowerCase() })]
            : [],
        )
      : [],
  );
  const format = new Intl.ListFormat(language, { type: 'conjunction' });
  const parts = [
    ...(values.length > 0 ? [t('history.actions.changed', { who, fields: format.format(values) })] : []),
    ...(values.length === 0 && lists.length > 0 ? [`${who} ${lists[0] ?? ''}`] : []),
    ...(values.length === 0 ? lists.slice(1) : lists),
  ];
  return parts.length === 0 ? t('history.actions.changedNothing', { who, what }) : parts.join(', ');
}
