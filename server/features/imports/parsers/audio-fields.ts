import type { IAudioMetadata } from 'music-metadata';
import { toIsbn } from '#contract/books/identifiers';
import { contributorNameKey } from '#contract/contributors/contributor-names';
import { splitNames } from '#contract/contributors/name-lists';
import { limits } from '#contract/core/limits';
import { candidates, withoutMarkup } from './epub-metadata.ts';
import { toLanguage } from './language.ts';
import { inOneLine } from './markup.ts';
import { tagTextOf } from './native-tags.ts';
import type { SeriesInFile } from '#contract/series/series-in-file';
import type { ParsedFields } from './parsed.ts';
import { seriesOf, seriesWithPosition } from './series-position.ts';
import type { TagText } from './tag-texts.ts';

const tagNames = {
  artist: ['TPE1', '©ART', 'ARTIST'],
  albumArtist: ['TPE2', 'AART', 'ALBUMARTIST'],
  narrator: ['©NRT', 'NARRATOR', 'NARRATORS', 'NARRATEDBY', 'READBY', 'READER'],
  publisher: ['©PUB', 'PUBLISHER'],
  description: ['LDES', 'DESC', '©DES', 'LONGDESCRIPTION', 'DESCRIPTION', 'SYNOPSIS', 'SUMMARY'],
  date: ['RELEASETIME', 'RELEASEDATE', 'YEAR'],
  language: ['LANGUAGE', 'LANG'],
  isbn: ['ISBN', 'ISBN13', 'ISBN10', 'EISBN', 'BARCODE'],
  // `CDEK` is the ASIN in files of Audible.
  asin: ['AUDIBLEASIN', 'ASIN', 'CDEK'],
  series: ['SERIES', 'SERIESNAME', 'SERIESTITLE', '©MVN', 'MVNM', 'MOVEMENTNAME'],
  position: [
    'SERIESPART',
    'SERIESPOSITION',
    'SERIESINDEX',
    'SERIESNUMBER',
    'PART',
    '©MVI',
    'MVIN',
    'MOVEMENT',
  ],
  grouping: ['©GRP', 'GRP1', 'TIT1', 'GROUPING', 'CONTENTGROUP'],
} as const;

/** Dates of Audible end with the year: 04-MAR-2018. */
const YEAR = /(?<!\d)[1-9]\d{3}(?!\d)/;
const ISBN_IN_TEXT = /\bISBN(?:-?1[03])?[:\s]*((?:97[89][\s-]?)?\d[\d\s-]{7,14}[\dX])/giu;

const keysOf = (text: string): string[] => splitNames(text).map(contributorNameKey);
const areIn = (keys: readonly string[], others: readonly string[]): boolean =>
  keys.every((key) => others.includes(key));

/**
 * Returns the texts of authors and narrators, the most likely first. Programs write the author as artist or album artist, the narrator
 * as composer, artist or with the author, and the author as composer too.
 */
function peopleOf(metadata: IAudioMetadata, text: TagText): { authors: string[]; narrators: string[] } {
  const { artist = '', albumartist = '', composer = [] } = metadata.common;
  const namesIn = (field: 'artist' | 'albumArtist' | 'narrator') =>
    tagTextOf(metadata, tagNames[field], { text, separator: '; ' });
  const [artists = text(artist)] = namesIn('artist');
  const [albumArtists = text(albumartist)] = namesIn('albumArtist');
  const narrators = namesIn('narrator');
  const composers = composer.map(text).join('; ');
  const narratorKeys = keysOf(narrators[0] ?? composers);
  const [artistKeys, albumKeys] = [keysOf(artists), keysOf(albumArtists)];
  const others = artistKeys.filter((key) => !albumKeys.includes(key));
  const isArtistBoth = albumKeys.length > 0 && areIn(albumKeys, artistKeys) && others.length > 0;
  const isArtistNarrator = areIn(artistKeys, narratorKeys) && !areIn(albumKeys, narratorKeys);
  const isAlbumArtistFirst = isArtistBoth ? areIn(others, narratorKeys) : isArtistNarrator;
  const authors = isAlbumArtistFirst ? [albumArtists, artists] : [artists, albumArtists];
  const authorKeys = keysOf(authors.find((names) => names !== '') ?? '');
  const isComposerAuthor = areIn(keysOf(composers), authorKeys);
  return { authors, narrators: [...narrators, ...(isComposerAuthor ? [] : [composers])] };
}

/** Returns the fields of a book in the tags of an audio file. */
export function fieldsOf(metadata: IAudioMetadata, text: TagText): ParsedFields {
  const { common } = metadata;
  const texts = (values: readonly (string | undefined)[], length: number = limits.maxNameLength) =>
    candidates(
      values.filter((value) => value !== undefined),
      'tags',
      length,
    );
  const tagsOf = (field: keyof typeof tagNames) =>
    tagTextOf(metadata, tagNames[field], { text, separator: '/' });
  const comments = (common.comment ?? []).map((comment) => text(comment.text ?? ''));
  const plainTexts = [common.description ?? [], common.longDescription ?? []].flat().map(text);
  const descriptions = [...tagsOf('description'), ...plainTexts, ...comments];
  const years = [
    common.year,
    ...[common.date, ...tagsOf('date'), common.originalyear].map((date) =>
      Number(YEAR.exec(String(date))?.[0]),
    ),
  ];
  const { authors, narrators } = peopleOf(metadata, text);
  return {
    name: texts([common.album, common.title].map((title) => title && inOneLine(text(title)))),
    author: texts(authors),
    narrator: texts(narrators),
    description: texts(descriptions.map(withoutMarkup), limits.maxDescriptionLength),
    year: texts(years.map((year = 0) => (year >= 1000 && year <= 9999 ? String(year) : undefined))),
    isbn: texts(
      [
        ...tagsOf('isbn'),
        ...descriptions.flatMap((description) =>
          [...description.matchAll(ISBN_IN_TEXT)].map(([, isbn = '']) => isbn),
        ),
      ].map(toIsbn),
    ),
    publisher: texts([...tagsOf('publisher'), ...(common.label ?? []).map(text)]),
    language: texts(
      [common.language ?? '', ...tagsOf('language')].map((name) => toLanguage(name)?.toString()),
    ),
  };
}

/** Returns the ASIN in the form of other identifiers; empty without one. */
export function identifiersOf(metadata: IAudioMetadata, text: TagText): string {
  const asin = tagTextOf(metadata, tagNames.asin, { text, separator: '' }).find((value) =>
    /^[A-Z0-9]{10}$/i.test(value.trim()),
  );
  return asin === undefined ? '' : `ASIN: ${asin.trim().toUpperCase()}`;
}

/** Returns the series in the tags. Several series are separated by semicolons. */
export function seriesOfTags(metadata: IAudioMetadata, text: TagText): SeriesInFile[] {
  const [titles = ''] = tagTextOf(metadata, tagNames.series, { text, separator: '; ' });
  const [positions = ''] = tagTextOf(metadata, tagNames.position, { text, separator: '/' });
  const parts = positions.split(';');
  if (titles !== '') return titles.split(';').flatMap((title, index) => seriesOf(title, parts[index]) ?? []);
  const [grouping = ''] = tagTextOf(metadata, tagNames.grouping, { text, separator: '/' });
  return grouping.split(';').flatMap((entry) => seriesWithPosition(entry) ?? []);
}
