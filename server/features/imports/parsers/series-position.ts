import { limits } from '#contract/core/limits';
import type { SeriesInFile } from '#contract/series/series-in-file';

const BOOK = String.raw`(?:#|(?:book|bk|volume|vol|band|bd|tome|teil|part|libro|no|nr)\b\.?)\s*#?`;
const TITLE_AND_POSITION = new RegExp(
  String.raw`^(.+?)[\s,;:–—-]+[([]?${BOOK}\s*(\d+(?:[.,]\d+)?)[)\]]?$`,
  'iu',
);

/** Returns a position without leading zeros and without the number of books: "2" for "02/10" and "2.0". */
const plainPosition = (text: string): string =>
  text
    .trim()
    .replace(/\s*(\/|of)\s*\d+$/i, '')
    .replace(',', '.')
    .replace(/^0+(?=\d)/, '')
    .replace(/\.0+$/, '')
    .slice(0, limits.maxSeriesPositionLength);

/** Returns a series and a position in one text, such as "The Lamps, Book 2"; undefined for a text without a position. */
export function seriesWithPosition(text: string): SeriesInFile | undefined {
  const [, title = '', position = ''] = TITLE_AND_POSITION.exec(text.trim()) ?? [];
  return title === '' ? undefined : seriesOf(title, position);
}

/** Returns a series; undefined for a blank title. A position in the title is used if there is no other. */
export function seriesOf(title: string, position = ''): SeriesInFile | undefined {
  const plainTitle = title.trim().slice(0, limits.maxNameLength).toWellFormed().trim();
  if (plainTitle === '') return undefined;
  return (
    (position === '' ? seriesWithPosition(plainTitle) : undefined) ?? {
      title: plainTitle,
      position: plainPosition(position),
    }
  );
}
