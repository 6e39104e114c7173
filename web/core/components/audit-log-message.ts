import type { useTranslation } from 'react-i18next';
import type { CustomField } from '#contract/custom-fields/custom-fields';
import { customPrefix } from '#contract/custom-fields/custom-values';
import type { AuditLogEntry } from '#contract/audit-log/audit-log';
import { detailLabels } from '#contract/books/book-details';
import { capitalise } from '#contract/core/capitalise';
import type { CreateOf } from '#contract/core/define-resource';
import type { ResourceName } from '#contract/core/record-types';
import type { resources } from '#contract/core/resources';
import { customLabelOf } from './use-custom-fields.ts';
import { isolate } from '#web/core/i18n/isolated.ts';
import { listFormat } from '#web/core/lib/formats.ts';

type Translate = ReturnType<typeof useTranslation>['t'];

/** The texts and names that messages are made of. */
export interface MessageContext {
  readonly t: Translate;
  readonly language: string;
  readonly customFields: readonly CustomField[];
}

type Resources = typeof resources;
/** The fields of all create requests, except uploads. */
type InputField = {
  readonly [Name in ResourceName]: Exclude<keyof CreateOf<Resources[Name]>, `${string}_upload`>;
}[ResourceName];

/** The names of the fields that clients write. */
const labels: Readonly<Record<InputField, string>> = {
  name: 'Name',
  title: 'Title',
  code: 'Code',
  description: 'Description',
  author: 'Author',
  narrator: 'Narrator',
  contributors: 'Contributors',
  publisher: 'Publisher',
  imprint: 'Imprint',
  website: 'Website',
  imprints: 'Imprints',
  year: 'Year',
  language: 'Language',
  is_backup: 'Service Type',
  category_code: 'Category',
  sub_category_code: 'Sub category',
  edition_of: 'First edition',
  sample: 'Audio sample',
  chapter_count: 'Chapter count',
  duration: 'Duration',
  book_codes: 'Book codes',
  story_items: 'Story items',
  is_main_service: 'Main Service',
  config: 'Blocks',
  is_active: 'Active',
  day_count: 'Duration (days)',
  items: 'Books',
  books: 'Books',
  is_ordered: 'Ordered',
  custom: 'Custom fields',
  default_subjects: 'Default subjects',
  ...detailLabels,
};
const names: Readonly<Record<string, string>> = {
  ...labels,
  isni: 'ISNI',
  localized_biographies: 'Biography in other languages',
};

/** Separates a name from its number in the names of repeated rows. */
const REPEATED = '\u001f';

/** Returns the name of a field for users. Those of fields that the server derives are made from their keys: `cover_image` → "Cover image", block field `config:New` → "Blocks: New". */
export function fieldName(field: string, customFields: readonly CustomField[]): string {
  const customLabel = customLabelOf(customFields, field);
  if (customLabel !== undefined) return customLabel;
  const [key = field, ...nameSegments] = field.split(':');
  const fieldLabel = key
    .replace(customPrefix, '')
    .replace(/_(url|code|id)$/, '')
    .replaceAll('_', ' ');
  const name = names[key] ?? capitalise(fieldLabel);
  return nameSegments.length === 0 ? name : `${name}: ${nameSegments.join(':').replace(REPEATED, ' ')}`;
}

const listChangeKinds = ['added', 'removed', 'moved', 'changed'] as const;

const nouns = ['books', 'items', 'story_items', 'config', 'chapters'] as const;

/** Returns a count with its noun: "3 books", "one chapter". */
function countedNoun(field: string, count: number, { t, customFields }: MessageContext): string {
  const noun = nouns.find((candidate) => candidate === field);
  return noun
    ? t(`history.nouns.${noun}`, { count })
    : t('history.nouns.other', { count, field: fieldName(field, customFields) });
}

/** Returns true if the message of an entry contains the name of its record. */
export const namesRecord = ({ action, fields }: AuditLogEntry): boolean =>
  action !== 'changed' ||
  !fields.some(({ counts }) => !counts || listChangeKinds.some((word) => counts[word] > 0));

/** Returns the message of an entry: "Ayşe moved 3 books, changed Description". */
export function messageOf(entry: AuditLogEntry, context: MessageContext): string {
  const { t, language, customFields } = context;
  const actorName = entry.actor?.name ?? t('history.server');
  const recordName = `“${entry.record.name}”`;
  if (entry.action !== 'changed')
    return t(`history.actions.${entry.action}`, { who: actorName, what: recordName });
  const values = entry.fields.flatMap(({ field, counts }) =>
    counts ? [] : [fieldName(field, customFields)],
  );
  const lists = entry.fields.flatMap(({ field, counts }) =>
    counts
      ? listChangeKinds.flatMap((word) =>
          counts[word] > 0
            ? [t(`history.counts.${word}`, { things: countedNoun(field, counts[word], context) })]
            : [],
        )
      : [],
  );
  const format = listFormat(language);
  const texts = [
    ...lists,
    ...(values.length > 0 ? [t('history.counts.changed', { things: format.format(values) })] : []),
  ];
  return texts.length === 0
    ? t('history.actions.changedNothing', { who: actorName, what: recordName })
    : `${isolate(actorName)} ${texts.join(', ')}`;
}
