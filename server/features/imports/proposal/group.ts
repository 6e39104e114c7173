import { foldForComparison } from './fold.ts';
import { baseNameOf, fileNameOf, folderOf } from './names.ts';
import { inNaturalOrder } from './natural-order.ts';
import type { AudioFile, CueFile, EpubFile, JsonFile, ImageFile, ReadFile } from './read-file.ts';
import { discIn, tidyTitle } from './tidy-names.ts';

/** The files of one book. */
export interface BookFiles {
  /** The folder of the files; empty for files without one. */
  readonly folder: string;
  readonly epub: EpubFile | undefined;
  /** The exported book, which lists its files. */
  readonly json?: JsonFile | undefined;
  /** In playing order. */
  readonly audio: readonly AudioFile[];
  /** Audio files in the EPUB. */
  readonly inner?: readonly AudioFile[];
  readonly cues: readonly CueFile[];
  readonly images: readonly ImageFile[];
  /** Images that are not the cover of a specific book, but can be chosen for this one. */
  readonly otherImages?: readonly ImageFile[];
}

const PART_FOLDER =
  /^(cd|dis[ck]|dvd|part|side|tape|parte|disco|kısım|bölüm|volume|vol)\s*[-_. ]?\s*(\d{1,3}|[ivx]{1,4}|[a-d])$/i;
const PART_SUFFIX = /[\s,:;([-]*\b(cd|dis[ck]|part|side|parte|disco|kısım|vol(ume)?)\.?\s*\d{1,3}\b.*$/iu;

/** Returns the folder of a book: `CD 2` is part of its parent folder, and `Book (CD 2)` is part of `Book`. */
function bookFolder(path: string): string {
  let folder = folderOf(path);
  while (folder.includes('/') && PART_FOLDER.test(fileNameOf(folder))) folder = folderOf(folder);
  const { title, disc, year } = tidyTitle(fileNameOf(folder));
  if (disc === undefined || PART_FOLDER.test(title)) return folder;
  const around = folderOf(folder);
  return `${around}${around === '' ? '' : '/'}${title}${year === undefined ? '' : ` (${year})`}`;
}

const isWholeBook = ({ found, path }: AudioFile): boolean =>
  found.extension === 'm4b' || /\.m4b$/i.test(path);

const albumKey = ({ found }: AudioFile): string =>
  foldForComparison(tidyTitle(found.album).title.replace(PART_SUFFIX, ''));

/** Returns the disc in the tags, else the one in the name of the album, the file or its folders. */
const discOf = ({ found, path }: AudioFile): number =>
  found.disc ??
  discIn(found.album) ??
  path
    .split('/')
    .toReversed()
    .map((segment) => discIn(segment))
    .find(Boolean) ??
  0;

/** Groups files by album when every file has one and there are several; else all files are one book. */
function byAlbum(files: readonly AudioFile[]): AudioFile[][] {
  const albums = Map.groupBy(files, albumKey);
  return albums.size > 1 && !albums.has('') ? [...albums.values()] : files.length > 0 ? [[...files]] : [];
}

/** Returns one book per file that contains a whole book, unless the files are parts of one album. */
function audiosOfFolder(files: readonly AudioFile[]): AudioFile[][] {
  const whole = files.filter(isWholeBook);
  const others = files.filter((file) => !isWholeBook(file));
  const books = [...Map.groupBy(whole, (file) => albumKey(file) || file.path).values()];
  const areSeparateTitles = (group: readonly AudioFile[]) =>
    group.length > 1 && new Set(group.map(({ found }) => foldForComparison(found.title))).size > 1;
  const split = books.flatMap((group) => (areSeparateTitles(group) ? [group] : group.map((file) => [file])));
  return [...split, ...byAlbum(others)];
}

/** Sorts by the tags when every file has a track and no position occurs twice; else by name. */
function inPlayingOrder(files: readonly AudioFile[]): AudioFile[] {
  const byName = files.toSorted((a, b) => inNaturalOrder(a.path, b.path));
  const positions = byName.map((file) =>
    file.found.track === null ? undefined : [discOf(file), file.found.track],
  );
  const keys = positions.map((numbers) => numbers?.join('-'));
  if (keys.includes(undefined) || new Set(keys).size < keys.length) return byName;
  return byName.toSorted((a, b) => discOf(a) - discOf(b) || (a.found.track ?? 0) - (b.found.track ?? 0));
}

const namesOf = (files: readonly (AudioFile | EpubFile)[]): Set<string> =>
  new Set(
    files.flatMap(({ path, found }) => [
      foldForComparison(baseNameOf(path)),
      ...(found.fields.name ?? []).map(({ value }) => foldForComparison(value)),
    ]),
  );

/** Pairs audio with a text of the same folder: the only one with the only one, else by name. */
function pairUp(
  epubs: readonly EpubFile[],
  audios: readonly AudioFile[][],
): [EpubFile | undefined, AudioFile[]][] {
  const [onlyEpub] = epubs;
  const [onlyAudio] = audios;
  if (epubs.length === 1 && audios.length === 1 && onlyAudio) return [[onlyEpub, onlyAudio]];
  const left = new Set(audios);
  const pairs = epubs.map((epub): [EpubFile, AudioFile[]] => {
    const names = namesOf([epub]);
    const audio = [...left].find((files) => [...namesOf(files)].some((name) => names.has(name)));
    if (audio) left.delete(audio);
    return [epub, audio ?? []];
  });
  return [...pairs, ...[...left].map((files): [undefined, AudioFile[]] => [undefined, files])];
}

/** Merges a text with the audio in a folder below it: `Book/book.epub` and `Book/audio/*.mp3`. */
function joinAcross(books: readonly BookFiles[]): BookFiles[] {
  const joinedBooks = new Set<BookFiles>();
  return books
    .map((book) => {
      if (!book.epub || book.audio.length > 0) return book;
      const inFolder = books.filter(({ folder }) => folder === book.folder);
      const below = books.filter(
        ({ folder }) =>
          folder.startsWith(book.folder === '' ? '' : `${book.folder}/`) && folder !== book.folder,
      );
      const [audio] = below;
      if (inFolder.length !== 1 || below.length !== 1 || !audio || audio.epub || book.folder === '')
        return book;
      joinedBooks.add(audio);
      return {
        ...book,
        audio: audio.audio,
        cues: [...book.cues, ...audio.cues],
        images: [...book.images, ...audio.images],
      };
    })
    .filter((book) => !joinedBooks.has(book));
}

/** Groups uploaded files into books: each folder, EPUB and M4B is one. */
export function groupIntoBooks(all: readonly ReadFile[]): BookFiles[] {
  const epubPaths = all.flatMap(({ kind, path }) => (kind === 'epub' ? [`${path}/`] : []));
  const isInner = (path: string) => epubPaths.some((epub) => path.startsWith(epub));
  const inner = all.filter((file): file is AudioFile => file.kind === 'audio' && isInner(file.path));
  const files = all.filter((file) => !(file.kind === 'audio' && isInner(file.path)));
  return withOtherFiles(groupFiles(files), files).map((book) => {
    const own = inner
      .filter(({ path }) => path.startsWith(`${book.epub?.path ?? ''}/`))
      .toSorted((a, b) => inNaturalOrder(a.path, b.path));
    return own.length === 0 ? book : { ...book, inner: own };
  });
}

/** Returns the books in the nearest folder around or below a folder. */
function booksNear(folder: string, books: readonly BookFiles[]): readonly BookFiles[] {
  const isIn = (inner: string, outer: string) =>
    inner === outer || outer === '' || inner.startsWith(`${outer}/`);
  const around = books.filter((book) => isIn(folder, book.folder));
  const nearest = around.toSorted((a, b) => b.folder.length - a.folder.length)[0]?.folder;
  return around.length > 0
    ? around.filter((book) => book.folder === nearest)
    : books.filter((book) => isIn(book.folder, folder));
}

/** Returns the only book near a file, else the one with its name. */
function bookOf(path: string, books: readonly BookFiles[]): BookFiles | undefined {
  const near = booksNear(bookFolder(path), books);
  if (near.length <= 1) return near[0] ?? (books.length === 1 ? books[0] : undefined);
  const name = foldForComparison(baseNameOf(path));
  return near.find(({ epub, json, audio }) =>
    [epub, json, ...audio].some((file) => file && foldForComparison(baseNameOf(file.path)) === name),
  );
}

/** Adds images and cue sheets from folders without a book, and images beside several books. */
function withOtherFiles(books: readonly BookFiles[], files: readonly ReadFile[]): BookFiles[] {
  const listedFiles = new Set(books.flatMap(({ images, cues }) => [...images, ...cues]));
  const images = files.filter((file) => file.kind === 'image').filter((file) => !listedFiles.has(file));
  const cues = files.filter((file) => file.kind === 'cue').filter((file) => !listedFiles.has(file));
  const imageHomes = Map.groupBy(images, ({ path }) => bookOf(path, books));
  const cueHomes = Map.groupBy(cues, ({ path }) => bookOf(path, books));
  const homeless = Map.groupBy(
    imageHomes.get(undefined) ?? [],
    ({ path }) => booksNear(bookFolder(path), books)[0] ?? books[0],
  );
  return books.map((book) => ({
    ...book,
    images: [...book.images, ...(imageHomes.get(book) ?? [])],
    cues: [...book.cues, ...(cueHomes.get(book) ?? [])],
    otherImages: homeless.get(book) ?? [],
  }));
}

function groupFiles(files: readonly ReadFile[]): BookFiles[] {
  const folders = Map.groupBy(files, ({ path }) => bookFolder(path));
  const books = [...folders].flatMap(([folder, bookContent]) => {
    const epubs = bookContent.filter((file) => file.kind === 'epub');
    const audio = bookContent.filter((file) => file.kind === 'audio');
    const cues = bookContent.filter((file) => file.kind === 'cue');
    const images = bookContent.filter((file) => file.kind === 'image');
    const jsons = bookContent.filter((file) => file.kind === 'json');
    const [json] = jsons;
    if (json && jsons.length === 1) {
      const orderedAudio = audio.toSorted((a, b) => inNaturalOrder(a.path, b.path));
      const exportedBook = { folder, epub: undefined, json, audio: orderedAudio, cues, images };
      const others = epubs.map((epub): BookFiles => ({ folder, epub, audio: [], cues: [], images: [] }));
      return [exportedBook, ...others];
    }
    const exportedBooks = jsons.map(
      (item): BookFiles => ({ folder, epub: undefined, json: item, audio: [], cues: [], images: [] }),
    );
    const audios = audiosOfFolder(audio.toSorted((a, b) => inNaturalOrder(a.path, b.path)));
    const pairs = pairUp(
      epubs.toSorted((a, b) => inNaturalOrder(a.path, b.path)),
      audios,
    );
    const groups = pairs.map(
      ([epub, pairedAudio]): BookFiles => ({
        folder,
        epub,
        audio: inPlayingOrder(pairedAudio),
        cues,
        // An image beside several books is not the cover of a specific one.
        images: pairs.length === 1 ? images : [],
      }),
    );
    return [...exportedBooks, ...groups];
  });
  return joinAcross(books).toSorted((a, b) => inNaturalOrder(firstPath(a), firstPath(b)));
}

const firstPath = ({ epub, json, audio, folder }: BookFiles): string =>
  epub?.path ?? json?.path ?? audio[0]?.path ?? folder;
