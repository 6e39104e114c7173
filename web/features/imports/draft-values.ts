import type { DraftChapter, ImportDraft } from '#contract/import-draft';
import { type DraftFieldName, draftFieldNames } from '#contract/import-terms';
import type { DraftChanges } from '../../api/imports-api.ts';

/** What of a chapter can be corrected; the rest is said of it by the server. */
export type ChapterValues = Pick<DraftChapter, 'id' | 'name' | 'sound' | 'texts'>;

/** What of a draft can be corrected. */
export interface DraftValues {
  readonly fields: Readonly<Record<DraftFieldName, string>>;
  /** Blank for none. */
  readonly category_code: string;
  readonly sub_category_code: string;
  readonly cover: number | null;
  readonly chapters: readonly ChapterValues[];
}

export function toValues(draft: ImportDraft): DraftValues {
  const fields = Object.fromEntries(
    draftFieldNames.map((name) => [name, draft.fields[name].value]),
  ) as Record<DraftFieldName, string>;
  return {
    fields,
    category_code: draft.category_code ?? '',
    sub_category_code: draft.sub_category_code ?? '',
    cover: draft.cover,
    chapters: draft.chapters.map(({ id, name, sound, texts }) => ({ id, name, sound, texts })),
  };
}

/** Most chapters are the same objects as before. */
const areSame = (one: DraftValues['chapters'], other: DraftValues['chapters']): boolean =>
  one === other ||
  (one.length === other.length &&
    one.every(
      (chapter, index) =>
        chapter === other[index] || JSON.stringify(chapter) === JSON.stringify(other[index]),
    ));

/** What the server has to be told for its draft to be `values` in place of `saved`; undefined when nothing differs. */
export function changesBetween(saved: DraftValues, values: DraftValues): DraftChanges | undefined {
  const fields = Object.fromEntries(
    draftFieldNames.flatMap((name) =>
      values.fields[name] === saved.fields[name] ? [] : [[name, values.fields[name]]],
    ),
  );
  const changes: DraftChanges = {
    ...(Object.keys(fields).length > 0 && { fields }),
    ...(values.category_code !== saved.category_code && { category_code: values.category_code }),
    ...(values.sub_category_code !== saved.sub_category_code && {
      sub_category_code: values.sub_category_code,
    }),
    ...(values.cover !== saved.cover && { cover: values.cover }),
    ...(!areSame(values.chapters, saved.chapters) && {
      chapters: values.chapters.map((chapter) => ({ ...chapter, texts: [...chapter.texts] })),
    }),
  };
  return Object.keys(changes).length > 0 ? changes : undefined;
}
