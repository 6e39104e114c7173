import type { ImportWarning } from '#contract/import-draft';
import type { FoundPicture } from '../read/found.ts';
import { chaptersOfExport, textsOfExport } from './exported-chapters.ts';
import { draftChaptersOf, toTextChapter } from './draft-chapters.ts';
import { draftFieldsOf } from './draft-fields.ts';
import type { BookFiles } from './group.ts';
import { guessLanguage } from './guess-language.ts';
import { soundChaptersOf } from './sound-chapters.ts';
import type { StoredDraft } from './stored-draft.ts';
import type { KeptText } from './text-details.ts';
import { tooManyMarks, warningsOf } from './warnings.ts';

export interface MadeDraft {
  /** Its cover and its covers' order follow when the pictures were looked into. */
  readonly draft: StoredDraft;
  /** What is kept of each of the draft's texts. */
  readonly texts: readonly KeptText[];
  /** Pictures inside the files, with the file each was found in. */
  readonly pictures: readonly (FoundPicture & { readonly path: string })[];
}

/** The draft of a book of these files. `indexOf` says where a file stands in the draft's list. */
export async function makeDraft(
  book: BookFiles,
  indexOf: (path: string) => number,
  problems: readonly ImportWarning[] = [],
): Promise<MadeDraft> {
  const { json } = book;
  const texts = json ? textsOfExport(json) : (book.epub?.found.texts ?? []);
  const written = guessLanguage(texts);
  // A book that was exported says its language itself.
  const fields = draftFieldsOf(book, json ? undefined : written);
  const { sounds, leftOut } = soundChaptersOf(book, fields.name.value, indexOf);
  const chapters = json ? chaptersOfExport(json, book.audio, indexOf) : await draftChaptersOf(texts, sounds);
  const draft: StoredDraft = {
    fields,
    category_code: json?.found.category_code ?? null,
    sub_category_code: json?.found.sub_category_code ?? null,
    cover: null,
    sounds,
    texts: texts.map(toTextChapter),
    chapters,
    warnings: [
      ...problems,
      ...tooManyMarks(leftOut),
      ...warningsOf(book, { fields, chapters, texts, sounds, written }),
    ],
  };
  const files = [...(book.epub ? [book.epub] : []), ...book.audio];
  return {
    draft,
    texts: texts.map(({ items, details = null }, index) => ({
      items,
      details,
      file: json ? (chapters[index]?.sound?.file ?? null) : null,
    })),
    pictures: files.flatMap(({ path, found }) => found.pictures.map((picture) => ({ ...picture, path }))),
  };
}
