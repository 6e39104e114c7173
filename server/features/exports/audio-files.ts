import { Readable } from 'node:stream';
import { recordForFile } from '#contract/books/book-details';
import { parseIdentifiers } from '#contract/books/identifiers';
import { joinNames } from '#contract/contributors/name-lists';
import type { ExportedBook } from '#contract/exports/exported-book';
import type { BlobStore } from '#server/core/blobs/blob-store';
import type { AudioClip, AudioTags } from '#server/features/audio/clips/cuttable';
import { type Clips, openClips } from '#server/features/audio/clips/open-clips';
import { type ExportContents, extensionOf, toFileName } from './gather.ts';

/** An audio file in an archive. */
export interface AudioFile {
  readonly name: string;
  open(): Promise<Readable>;
}

type ExportedChapter = ExportedBook['chapters'][number];

/** Returns a chapter with times relative to the start of its clip. */
function timesFrom(begin: number, chapter: ExportedChapter): ExportedChapter {
  if (begin === 0) return chapter;
  const shiftSeconds = (seconds: number) => Math.max(0, Math.round((seconds - begin) * 1_000) / 1_000);
  const move = (seconds: number | null) => (seconds === null ? null : shiftSeconds(seconds));
  const { audio_without_text } = chapter;
  return {
    ...chapter,
    ...(audio_without_text && {
      audio_without_text: audio_without_text.map(({ start, end }) => ({
        start: shiftSeconds(start),
        end: shiftSeconds(end),
      })),
    }),
    texts: chapter.texts.map((text) => ({
      ...text,
      ...(text.start !== undefined && { start: move(text.start) }),
      ...(text.end !== undefined && { end: move(text.end) }),
      ...(text.sentences && {
        sentences: text.sentences.map((sentence) => ({
          ...sentence,
          start: move(sentence.start),
          end: move(sentence.end),
        })),
      }),
    })),
  };
}

const WHOLE: AudioClip = { start: 0, end: null };

/** Opens files to cut, one at a time, because the tables of a whole book may need gigabytes. */
function createOpener(blobs: BlobStore, signal: AbortSignal) {
  let last: { readonly key: string; readonly clips: Promise<Clips | undefined> } | undefined;
  const openAfter = async (before: Promise<Clips | undefined> | undefined, key: string) => {
    (await before)?.close();
    return openClips(blobs, key, signal);
  };
  return (key: string): Promise<Clips | undefined> => {
    if (last?.key !== key) last = { key, clips: openAfter(last?.clips, key) };
    return last.clips;
  };
}

/** Returns the series and the ASIN. The names of several series have the order of their positions. */
function otherTagsOf({ series = [], publication_record: record = {} }: ExportedBook): AudioTags['others'] {
  const { other_identifiers = '' } = recordForFile(record);
  return {
    SERIES: series.map(({ title }) => title).join('; '),
    'SERIES-PART': series.some(({ position }) => position !== '')
      ? series.map(({ position }) => position).join('; ')
      : '',
    ASIN: parseIdentifiers(other_identifiers).find(({ type }) => type === 'ASIN')?.value ?? '',
  };
}

/**
 * Returns the audio of a book as one file per chapter with tags, and the book with these file names. A file that cannot be cut is included
 * as a whole, and its chapters have ranges. @throws the signal's reason when it was aborted
 */
export async function audioFilesOf(
  blobs: BlobStore,
  { book, audios }: ExportContents,
  signal: AbortSignal,
): Promise<{ book: ExportedBook; files: AudioFile[] }> {
  const openSource = createOpener(blobs, signal);
  /** The keys of the files that can be cut, by name. */
  const cuttable = new Map<string, string>();
  for (const [name, key] of audios) if (await openSource(key)) cuttable.set(name, key);
  const chaptersWithAudio = book.chapters.filter(({ audio }) => audio !== null);
  const digits = Math.max(3, String(chaptersWithAudio.length).length);
  const files = new Map<string, AudioFile>();

  const add = (fileName: string, open: () => Promise<Readable>): string => {
    let name = fileName;
    for (let count = 2; files.has(name); count += 1) name = fileName.replace(/(?=\.\w+$)/, ` (${count})`);
    files.set(name, { name, open });
    return name;
  };
  const authors = (book.contributors ?? []).flatMap(({ name, role }) => (role === 'author' ? [name] : []));
  const others = otherTagsOf(book);
  const tagsOf = (title: string, track: number): AudioTags => ({
    title,
    album: book.name,
    author: authors.length > 0 ? joinNames(authors) : book.author,
    narrator: book.narrator,
    publisher: book.publisher,
    year: book.year,
    track,
    tracks: Math.max(1, chaptersWithAudio.length),
    others,
  });
  const openClip = (key: string, clip: AudioClip, tags: AudioTags) => async () => {
    const source = await openSource(key);
    if (!source) throw new Error(`The blob ${key} can’t be cut.`);
    return Readable.from(source.cut(clip, tags), { objectMode: false });
  };
  const copyUnchanged = (key: string) => async () => {
    const stream = await blobs.open(key);
    if (!stream) throw new Error(`The blob ${key} is missing.`);
    return stream;
  };

  let track = 0;
  const usedNames = new Set<string>();
  const chapters = book.chapters.map((chapter) => {
    const { name, audio } = chapter;
    if (!audio) return chapter;
    track += 1;
    usedNames.add(audio.file);
    const key = cuttable.get(audio.file);
    if (key === undefined) return chapter;
    const number = String(track).padStart(digits, '0');
    const extension = extensionOf(audio.file);
    const file = add(
      `${number} ${toFileName(name || book.name)}${extension}`,
      openClip(key, { start: audio.start ?? 0, end: audio.end }, tagsOf(name, track)),
    );
    return { ...timesFrom(audio.start ?? 0, chapter), audio: { file, start: null, end: null } };
  });
  for (const [name, key] of audios) {
    if (!cuttable.has(name)) add(name, copyUnchanged(key));
    else if (!usedNames.has(name)) add(name, openClip(key, WHOLE, tagsOf(book.name, 1)));
  }
  return { book: { ...book, chapters }, files: [...files.values()] };
}
