import type * as api from '#contract/book-content/book-content';
import {
  type Chapter,
  type BookContent,
  newChapter,
  newParagraph,
  type Paragraph,
  type Sentence,
  type Audio,
  type Timed,
} from './book-content.ts';

/** The prefix of file names of audio whose upload is not saved yet. */
const UPLOAD = 'upload:';
export const uploadFile = (id: string): string => `${UPLOAD}${id}`;
export const isUpload = (file: string): boolean => file.startsWith(UPLOAD);

type ApiTimed = Pick<api.BookContentSentence, 'start' | 'end' | 'confidence' | 'state'>;

const toTimed = ({ start, end, confidence, state }: ApiTimed): Timed => ({
  time: start !== null && end !== null && end > start ? { start, end } : undefined,
  confidence: confidence ?? undefined,
  state: state ?? undefined,
});

function toParagraph(item: api.BookContentTextItem): Paragraph {
  const { id, code, text, sentences } = item;
  return {
    key: `t${id}`,
    id,
    code,
    text,
    ...toTimed(item),
    sentences: sentences.map(({ from, to, ...timed }) => ({ from, to, ...toTimed(timed) })),
  };
}

function toAudio(
  { audio_url, start, end, duration }: api.BookContent['chapters'][number],
  bookAudio: string | null,
  lengthOf: (file: string) => number | undefined,
): Audio | undefined {
  const file = audio_url ?? bookAudio;
  if (!file) return undefined;
  if (start !== null && end !== null) return { file, start, end };
  // A chapter uses all of its own file. It uses the file of the book only with a start or end.
  return audio_url ? { file, start: start ?? 0, end: end ?? lengthOf(file) ?? duration } : undefined;
}

/** Converts the content of the server to a document. `lengthOf` returns the duration of a file in seconds, if known. */
export function fromApi(
  { chapters, audio_url: bookAudio }: Pick<api.BookContent, 'chapters' | 'audio_url'>,
  lengthOf: (file: string) => number | undefined,
): BookContent {
  return {
    made: 0,
    chapters: chapters.map(
      (chapter): Chapter => ({
        key: `c${chapter.id}`,
        id: chapter.id,
        code: chapter.code,
        name: chapter.name,
        audio: toAudio(chapter, bookAudio, lengthOf),
        isLocked: chapter.is_locked,
        missingInText: chapter.audio_without_text,
        paragraphs: (chapter.text_items ?? []).map(toParagraph),
      }),
    ),
  };
}

interface InputTimes {
  readonly start?: number | null;
  readonly end?: number | null;
  readonly confidence?: number | null;
  readonly state?: api.TimeState | null;
}
export interface InputSentence extends InputTimes {
  readonly from: number;
  readonly to: number;
}
export interface InputParagraph extends InputTimes {
  readonly id?: number | undefined;
  readonly code?: string | undefined;
  readonly text?: string;
  readonly sentences?: readonly InputSentence[];
}
export interface InputChapter {
  readonly id?: number | undefined;
  readonly code?: string | undefined;
  readonly name?: string;
  readonly start?: number | null;
  readonly end?: number | null;
  readonly audio_url?: string | null;
  readonly upload_id?: string;
  readonly is_locked?: boolean;
  readonly audio_without_text?: readonly { readonly start: number; readonly end: number }[];
  readonly text_items?: readonly InputParagraph[];
}

const inputTimes = ({ time, confidence, state }: Timed): Required<InputTimes> => ({
  start: time?.start ?? null,
  end: time?.end ?? null,
  confidence: confidence ?? null,
  state: state ?? null,
});

const inputSentence = (sentence: Sentence): InputSentence => ({
  from: sentence.from,
  to: sentence.to,
  ...inputTimes(sentence),
});

function inputParagraph(paragraph: Paragraph, before: Paragraph | undefined): InputParagraph {
  const { id, code, text, sentences } = paragraph;
  if (before && id !== undefined) {
    if (before === paragraph) return { id };
    return {
      id,
      ...(before.text !== text && { text }),
      ...inputTimes(paragraph),
      sentences: sentences.map(inputSentence),
    };
  }
  // An entry that the server deleted is created again with its code.
  return {
    ...(code !== undefined && { code }),
    text,
    ...(sentences.length + (paragraph.time ? 1 : 0) > 0 && inputTimes(paragraph)),
    ...(sentences.length > 0 && { sentences: sentences.map(inputSentence) }),
  };
}

function inputAudio(
  audio: Audio | undefined,
  bookAudio: string | null,
  isAutosave: boolean,
): Partial<InputChapter> {
  if (!audio) return { audio_url: null, start: null, end: null };
  const { file, start, end } = audio;
  // The server determines the duration of a new audio file.
  if (isUpload(file)) return { upload_id: file.slice(UPLOAD.length), ...(isAutosave && { start, end }) };
  return { audio_url: file === bookAudio ? null : file, start, end };
}

/**
 * Returns the body of a save: all chapters and paragraphs in order, unchanged ones with only their IDs. Paragraphs without text are
 * omitted. An autosave also contains the duration of newly uploaded audio.
 */
export function toInput(
  savedContent: BookContent,
  {
    bookContent,
    bookAudio,
    isAutosave = false,
  }: {
    readonly bookContent: BookContent;
    readonly bookAudio: string | null;
    readonly isAutosave?: boolean | undefined;
  },
): InputChapter[] {
  const chaptersBefore = new Map(savedContent.chapters.map((chapter) => [chapter.key, chapter]));
  const paragraphsBefore = new Map(
    savedContent.chapters.flatMap(({ paragraphs }) =>
      paragraphs.map((paragraph) => [paragraph.key, paragraph]),
    ),
  );
  return bookContent.chapters.map((chapter): InputChapter => {
    const before = chaptersBefore.get(chapter.key);
    if (before === chapter && chapter.id !== undefined) return { id: chapter.id };
    const isKnown = before !== undefined && chapter.id !== undefined;
    const { name, audio, isLocked, missingInText, paragraphs } = chapter;
    return {
      ...(isKnown ? { id: chapter.id } : chapter.code !== undefined && { code: chapter.code }),
      ...(before?.name !== name && { name }),
      ...((!isKnown || before.audio !== audio) &&
        (audio || isKnown) &&
        inputAudio(audio, bookAudio, isAutosave)),
      ...((before?.isLocked ?? false) !== isLocked && { is_locked: isLocked }),
      ...((before?.missingInText ?? []) !== missingInText &&
        (isKnown || missingInText.length > 0) && { audio_without_text: missingInText }),
      ...((!isKnown || before.paragraphs !== paragraphs) && {
        text_items: paragraphs
          .filter(({ text }) => text.trim() !== '')
          .map((paragraph) => inputParagraph(paragraph, paragraphsBefore.get(paragraph.key))),
      }),
    };
  });
}

/** Returns the document that a save of `sent` would create from the saved one. It restores autosaves. */
export function fromSavedChapters(
  savedContent: BookContent,
  inputChapters: readonly InputChapter[],
  bookAudio: string | null,
): BookContent {
  const chapters = new Map(
    savedContent.chapters.flatMap((chapter) => (chapter.id === undefined ? [] : [[chapter.id, chapter]])),
  );
  const paragraphs = new Map(
    savedContent.chapters.flatMap((chapter) =>
      chapter.paragraphs.flatMap((item) => (item.id === undefined ? [] : [[item.id, item]])),
    ),
  );
  let createdCount = savedContent.made;
  const latest = () => {
    createdCount += 1;
    return `n${createdCount}`;
  };
  const timedItem = (item: InputTimes): Timed =>
    toTimed({
      start: item.start ?? null,
      end: item.end ?? null,
      confidence: item.confidence ?? null,
      state: item.state ?? null,
    });
  const toItem = (item: InputParagraph): Paragraph => {
    const before = item.id === undefined ? undefined : paragraphs.get(item.id);
    const hasTimes = item.start !== undefined || item.sentences !== undefined;
    if (before && item.text === undefined && !hasTimes) return before;
    return {
      ...(before ?? { ...newParagraph(latest(), ''), code: item.code }),
      ...(item.text !== undefined && { text: item.text }),
      ...(hasTimes && timedItem(item)),
      ...(item.sentences && {
        sentences: item.sentences.map(({ from, to, ...times }) => ({ from, to, ...timedItem(times) })),
      }),
    };
  };
  const toChapter = (inputChapter: InputChapter): Chapter => {
    const before = inputChapter.id === undefined ? undefined : chapters.get(inputChapter.id);
    const keys = Object.keys(inputChapter);
    if (before && keys.length === 1) return before;
    const start = before ?? { ...newChapter(latest(), ''), code: inputChapter.code };
    const file =
      inputChapter.upload_id === undefined
        ? (inputChapter.audio_url ?? bookAudio)
        : uploadFile(inputChapter.upload_id);
    const audio =
      file !== null && typeof inputChapter.start === 'number' && typeof inputChapter.end === 'number'
        ? { file, start: inputChapter.start, end: inputChapter.end }
        : undefined;
    return {
      ...start,
      ...(inputChapter.name !== undefined && { name: inputChapter.name }),
      ...(inputChapter.start !== undefined && { audio }),
      ...(inputChapter.is_locked !== undefined && { isLocked: inputChapter.is_locked }),
      ...(inputChapter.audio_without_text && { missingInText: inputChapter.audio_without_text }),
      ...(inputChapter.text_items && { paragraphs: inputChapter.text_items.map(toItem) }),
    };
  };
  const result = inputChapters.map(toChapter);
  return { chapters: result, made: createdCount };
}

export interface SavedKeys {
  /** IDs and codes by the keys of chapters and paragraphs. */
  readonly known: ReadonlyMap<string, { readonly id: number; readonly code: string }>;
  /** The addresses of added files. */
  readonly files: ReadonlyMap<string, string>;
}

/** Returns the keys of the saved entries. The response contains them in the order of the request. */
export function savedKeys(
  bookContent: BookContent,
  response: Pick<api.BookContent, 'chapters' | 'audio_url'>,
): SavedKeys {
  const identities = new Map<string, { id: number; code: string }>();
  const files = new Map<string, string>();
  bookContent.chapters.forEach((chapter, position) => {
    const savedChapter = response.chapters[position];
    if (!savedChapter) return;
    identities.set(chapter.key, { id: savedChapter.id, code: savedChapter.code });
    const file = savedChapter.audio_url ?? response.audio_url;
    if (chapter.audio && isUpload(chapter.audio.file) && file) files.set(chapter.audio.file, file);
    chapter.paragraphs
      .filter(({ text }) => text.trim() !== '')
      .forEach(({ key }, index) => {
        const item = savedChapter.text_items?.[index];
        if (item) identities.set(key, { id: item.id, code: item.code });
      });
  });
  return { known: identities, files };
}

/**
 * Returns a function that writes the IDs and codes of a save into documents. It preserves shared objects, so one function must be used for
 * all documents.
 */
export function createKeyWriter({ known, files }: SavedKeys): (bookContent: BookContent) => BookContent {
  const documents = new Map<BookContent, BookContent>();
  const chapters = new Map<Chapter, Chapter>();
  const isNew = (entry: Chapter | Paragraph) => {
    const savedIds = known.get(entry.key);
    return savedIds !== undefined && (savedIds.id !== entry.id || savedIds.code !== entry.code);
  };
  const write = (chapter: Chapter): Chapter => {
    const file = chapter.audio && files.get(chapter.audio.file);
    const paragraphs = chapter.paragraphs.some(isNew)
      ? chapter.paragraphs.map((paragraph) =>
          isNew(paragraph) ? { ...paragraph, ...known.get(paragraph.key) } : paragraph,
        )
      : chapter.paragraphs;
    if (!isNew(chapter) && !file && paragraphs === chapter.paragraphs) return chapter;
    const audio = chapter.audio && file ? { ...chapter.audio, file } : chapter.audio;
    return { ...chapter, ...known.get(chapter.key), audio, paragraphs };
  };
  return (bookContent) => {
    const writtenContent = documents.get(bookContent);
    if (writtenContent) return writtenContent;
    const newContent = {
      ...bookContent,
      chapters: bookContent.chapters.map((chapter) => {
        const savedChapter = chapters.get(chapter) ?? write(chapter);
        chapters.set(chapter, savedChapter);
        return savedChapter;
      }),
    };
    documents.set(bookContent, newContent);
    return newContent;
  };
}

/** Returns a document of the server with the keys of the same entries in another document. */
export function withKeysOf(bookContent: BookContent, other: BookContent): BookContent {
  const chapters = new Map(other.chapters.map(({ id, key }) => [id, key]));
  const paragraphs = new Map(
    other.chapters.flatMap((chapter) => chapter.paragraphs.map(({ id, key }) => [id, key])),
  );
  const keyOf = (keysById: ReadonlyMap<number | undefined, string>, entry: Chapter | Paragraph) =>
    (entry.id === undefined ? undefined : keysById.get(entry.id)) ?? entry.key;
  return {
    made: Math.max(bookContent.made, other.made),
    chapters: bookContent.chapters.map((chapter) => ({
      ...chapter,
      key: keyOf(chapters, chapter),
      paragraphs: chapter.paragraphs.map((paragraph) => ({
        ...paragraph,
        key: keyOf(paragraphs, paragraph),
      })),
    })),
  };
}

/**
 * Applies the edits since `before` to a newer version of the server. Entries without edits are replaced by those of the server. Texts that
 * were not edited receive the server's times.
 */
export function rebase(editedContent: BookContent, before: BookContent, latest: BookContent): BookContent {
  if (editedContent === before) return latest;
  const old = new Map(before.chapters.map((chapter) => [chapter.key, chapter]));
  const now = new Map(latest.chapters.map((chapter) => [chapter.key, chapter]));
  const texts = new Map(
    latest.chapters.flatMap((chapter) => chapter.paragraphs.map((item) => [item.key, item])),
  );
  const oldTexts = new Map(
    before.chapters.flatMap((chapter) => chapter.paragraphs.map((item) => [item.key, item])),
  );
  return {
    ...editedContent,
    chapters: editedContent.chapters.map((chapter) => {
      const theirs = now.get(chapter.key);
      if (theirs && old.get(chapter.key) === chapter) return theirs;
      const paragraphs = chapter.paragraphs.map((paragraph) => {
        const other = texts.get(paragraph.key);
        if (!other) return paragraph;
        if (oldTexts.get(paragraph.key) === paragraph || other.text === paragraph.text) return other;
        return paragraph;
      });
      return { ...chapter, missingInText: theirs?.missingInText ?? chapter.missingInText, paragraphs };
    }),
  };
}
