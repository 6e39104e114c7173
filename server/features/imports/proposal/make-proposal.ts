import { foldText } from '#contract/core/slug';
import { importLimits } from '#contract/imports/import-limits';
import type { ImportWarning } from '#contract/imports/import-proposal';
import type { SeriesInFile } from '#contract/series/series-in-file';
import type { ParsedImage, ParsedText } from '../parsers/parsed.ts';
import { chaptersOfExport, textsOfExport } from './exported-chapters.ts';
import { proposalChaptersOf, toTextChapter } from './proposal-chapters.ts';
import { duplicateWarnings, duplicatesOf, excludedDuplicate } from './duplicate-audio.ts';
import { contributorsOfBook } from './proposal-contributors.ts';
import { proposalFieldsOf } from './proposal-fields.ts';
import type { BookFiles } from './group.ts';
import { guessLanguage } from './guess-language.ts';
import { chaptersOfOverlays, spokenFile } from './overlay-chapters.ts';
import { excludedInnerFile, excludedFile } from './excluded-files.ts';
import { audioChaptersOf } from './audio-chapters.ts';
import type { StoredProposal } from './stored-proposal.ts';
import type { StoredProposalText } from './text-details.ts';
import { estimateWarnings, tooManyMarks, warningsOf } from './warnings.ts';

export interface CreatedProposal {
  /** The cover and the order of covers are set after the images are decoded. */
  readonly proposal: StoredProposal;
  /** Stored details of each text of the proposal. */
  readonly texts: readonly StoredProposalText[];
  /** Images in the files, with the path of the file. */
  readonly images: readonly (ParsedImage & { readonly path: string })[];
}

interface ProposalExtras {
  readonly problems?: readonly ImportWarning[];
  /** Returns the hash of a file's content; null when it is unknown. */
  hashOf?(path: string): string | null;
}

/** Returns the publication record of an exported book, else the identifiers in the files. */
function recordOf({ json, epub, audio }: BookFiles): Pick<StoredProposal, 'publication_record'> {
  if (json) return { publication_record: json.found.publication_record };
  const other_identifiers = audio.map(({ found }) => found.identifiers).find((text) => text !== '');
  const record = {
    ...(other_identifiers !== undefined && { other_identifiers }),
    ...epub?.found.identifiers,
  };
  return Object.keys(record).length === 0 ? {} : { publication_record: record };
}

/** Returns the series of an exported book, else those of the first file that has any. Titles differ in more than case and accents. */
function seriesOf({ json, epub, audio }: BookFiles): SeriesInFile[] {
  const all = json
    ? (json.found.series ?? [])
    : ([epub, ...audio].map((file) => file?.found.series ?? []).find(({ length }) => length > 0) ?? []);
  const byTitle = Map.groupBy(all, ({ title }) => foldText(title));
  return [...byTitle.values()].flatMap(([first]) => first ?? []).slice(0, importLimits.maxSeries);
}

/** Returns the proposal of a book with these files. `indexOf` returns the position of a file in the proposal. */
export async function makeProposal(
  groupedFiles: BookFiles,
  indexOf: (path: string) => number,
  { problems = [], hashOf = () => null }: ProposalExtras = {},
): Promise<CreatedProposal> {
  const { json, inner = [] } = groupedFiles;
  // Audio beside the EPUB is preferred. The audio in the EPUB is then listed as excluded.
  const isSpoken = !json && groupedFiles.audio.length === 0 && inner.length > 0;
  const book = isSpoken ? { ...groupedFiles, audio: inner } : groupedFiles;
  const texts = json ? textsOfExport(json) : (book.epub?.found.texts ?? []);
  const fileOf = (text: ParsedText) => (isSpoken ? spokenFile(text, book.epub, inner) : undefined);
  const writtenLanguage = guessLanguage(texts);
  // An exported book declares its language.
  const { fields, contributors } = contributorsOfBook(
    book,
    proposalFieldsOf(book, json ? undefined : writtenLanguage),
  );
  const { audios, excluded } = audioChaptersOf(
    { ...book, audio: [...book.audio, ...(isSpoken ? [] : inner)] },
    fields.name.value,
    indexOf,
  );
  const duplicates = json ? [] : duplicatesOf(book.audio, hashOf);
  const duplicateFiles = new Set(duplicates.map(({ file }) => indexOf(file.path)));
  const innerFiles = new Set(isSpoken ? [] : inner.map(({ path }) => indexOf(path)));
  const distinctAudios = audios.filter(({ file }) => !duplicateFiles.has(file) && !innerFiles.has(file));
  const createdProposal = json
    ? { chapters: chaptersOfExport(json, book.audio, indexOf), excluded: [], estimated: 0 }
    : isSpoken && texts.some((text) => fileOf(text))
      ? { ...(await proposalChaptersOf(texts, [])), chapters: chaptersOfOverlays(texts, fileOf, indexOf) }
      : await proposalChaptersOf(texts, distinctAudios);
  const { chapters } = createdProposal;
  const proposal: StoredProposal = {
    fields,
    contributors,
    ...recordOf(book),
    series: seriesOf(book),
    ...(json?.found.custom && { custom: json.found.custom }),
    category_code: json?.found.category_code ?? null,
    sub_category_code: json?.found.sub_category_code ?? null,
    ...(json?.found.sample && { sample: json.found.sample }),
    ...(json?.found.edition_of && { edition_of: json.found.edition_of }),
    cover: null,
    audios,
    texts: texts.map(toTextChapter),
    chapters,
    excluded: [
      ...createdProposal.excluded,
      ...duplicates.map((double) => excludedDuplicate(double, indexOf)),
      ...(book.epub?.found.excluded ?? []).map(excludedFile),
      ...(isSpoken ? [] : inner).map((file) => excludedInnerFile(file, indexOf)),
    ],
    warnings: [
      ...problems,
      ...tooManyMarks(excluded),
      ...estimateWarnings(createdProposal.estimated),
      ...duplicateWarnings(duplicates),
      ...warningsOf(book, { fields, chapters, texts, audios, written: writtenLanguage }),
    ],
  };
  const files = [...(book.epub ? [book.epub] : []), ...book.audio];
  const fileIndexes = texts.map((text) => {
    const file = fileOf(text);
    return file ? indexOf(file.path) : null;
  });
  return {
    proposal,
    texts: texts.map(({ items, details = null }, index) => ({
      items,
      details,
      file: json ? (chapters[index]?.audio?.file ?? null) : (fileIndexes[index] ?? null),
    })),
    images: files.flatMap(({ path, found }) =>
      found.images.map((image) => ({
        ...image,
        path: image.archivePath === undefined ? path : `${path}/${image.archivePath}`,
      })),
    ),
  };
}
