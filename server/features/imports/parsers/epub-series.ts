import { limits } from '#contract/core/limits';
import type { SeriesInFile } from '#contract/series/series-in-file';
import type { ParsedProblem } from './parsed.ts';
import { type Markup, attributeOf, elementsNamed, textOf } from './markup.ts';
import { refinements } from './epub-refinements.ts';
import { seriesOf } from './series-position.ts';

/** Returns the series of an EPUB: the collections of EPUB 3, else the series of calibre. A position that is too long is a problem. */
export function readSeries(metadata: Markup): {
  readonly series: readonly SeriesInFile[];
  readonly problems: readonly ParsedProblem[];
} {
  const elements = elementsNamed(metadata, 'meta');
  const collections = elements
    .filter((element) => element.attributes['property'] === 'belongs-to-collection')
    .filter((element) => !refinements(metadata, element, 'collection-type').includes('set'))
    .flatMap((element) => {
      const [position = ''] = refinements(metadata, element, 'group-position');
      const title = textOf(element).slice(0, limits.maxNameLength).toWellFormed().trim();
      const isTooLong = position.length > limits.maxSeriesPositionLength;
      return title === '' ? [] : [{ title, position: isTooLong ? '' : position, isTooLong }];
    });
  const problems = collections
    .filter(({ isTooLong }) => isTooLong)
    .map(
      ({ title }): ParsedProblem => ({
        kind: 'limit',
        message: `The position in the series “${title}” is too long. It was skipped.`,
      }),
    );
  const calibreValue = (name: string) => {
    const element = elements.find((meta) => attributeOf(meta, 'name') === `calibre:${name}`);
    return (element && attributeOf(element, 'content')) ?? '';
  };
  const calibreSeries = seriesOf(calibreValue('series'), calibreValue('series_index'));
  const series = collections.map(({ title, position }) => ({ title, position }));
  return { series: series.length > 0 || !calibreSeries ? series : [calibreSeries], problems };
}
