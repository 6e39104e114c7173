import type { CreateOf } from '#contract/core/define-resource';
import type { books } from '#contract/books/books';
import { toBookInput } from '#contract/imports/proposal-fields';
import type { ImportCoverRow, ImportFileRow } from '#server/core/db/tables/imports';
import type { BookContents } from '#server/features/books/books.service';
import type { StoredProposal } from './proposal/stored-proposal.ts';
import type { StoredProposalText } from './proposal/text-details.ts';
import { textsOfChapter, withUniqueCodes } from './timed-texts.ts';

/** Returns the fields of a book from a proposal. */
export function bookFieldsOf({
  fields,
  contributors,
  publication_record,
  custom,
  category_code,
  sub_category_code,
}: StoredProposal): CreateOf<typeof books> {
  return {
    ...publication_record,
    ...(custom && { custom }),
    ...(contributors.length > 0 && {
      contributors: contributors.map((contributor) => ({ ...contributor, id: undefined })),
    }),
    ...toBookInput((name) => fields[name].value),
    ...(category_code !== null && { category_code }),
    ...(sub_category_code !== null && { sub_category_code }),
  };
}

type Audio = NonNullable<StoredProposal['chapters'][number]['audio']>;

/** Returns true when a chapter is the whole of its file, so that no times are stored. */
const isWhole = ({ start, end }: Audio, seconds: number): boolean =>
  start === 0 && Math.abs(end - seconds) < 0.01;

/** Returns the chapters, audio and cover of the book, and the keys of the files that it does not use. */
export function bookContentsOf(
  { chapters, cover }: StoredProposal,
  storedBook: {
    readonly files: readonly ImportFileRow[];
    readonly covers: readonly ImportCoverRow[];
    readonly texts: readonly StoredProposalText[];
  },
): { contents: BookContents; seconds: number; unused: string[] } {
  const { files, covers, texts } = storedBook;
  const usedFiles = new Set(chapters.flatMap(({ audio }) => audio?.file ?? []));
  const [onlyFile] = usedFiles.size === 1 ? [...usedFiles] : [];
  const book = onlyFile === undefined ? undefined : files[onlyFile];
  const chosenCover = cover === null ? undefined : covers[cover];

  const audioOf = (audio: Audio | null) => {
    const file = audio ? files[audio.file] : undefined;
    if (!audio || !file || file.key === null) return {};
    const times = { start: audio.start, end: audio.end };
    // A book with one file plays it; its chapters are parts of that file.
    if (book) return times;
    const ownFile = { audio_key: file.key, duration: Math.round(file.seconds ?? 0), rows: [] };
    return isWhole(audio, file.seconds ?? 0) ? { audio: ownFile } : { audio: ownFile, ...times };
  };

  const contents: BookContents = {
    ...(chosenCover && {
      image: { image_key: chosenCover.image_key, thumbnail_key: chosenCover.thumbnail_key },
    }),
    ...(book?.key && { audio: { audio_key: book.key } }),
    chapters: withUniqueCodes(
      chapters.map((chapter) => ({
        name: chapter.name,
        duration: 0,
        ...audioOf(chapter.audio),
        ...textsOfChapter(chapter, texts),
      })),
    ),
  };
  const seconds = book
    ? (book.seconds ?? 0)
    : chapters.reduce((sum, { audio }) => sum + (audio ? audio.end - audio.start : 0), 0);
  const unusedKeys = [
    ...files.filter(({ key }, index) => key !== null && !usedFiles.has(index)).map(({ key }) => key ?? ''),
    ...covers
      .filter((item) => item !== chosenCover)
      .flatMap(({ image_key, thumbnail_key }) => [image_key, thumbnail_key]),
  ];
  return { contents, seconds: Math.round(seconds), unused: unusedKeys };
}
