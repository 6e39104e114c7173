import { type SeriesInFile, seriesInFile } from '#contract/series/series-in-file';
import { type Markup, attributeOf, elementsNamed, textOf } from './markup.ts';
import { refinements } from './epub-refinements.ts';
import { seriesOf } from './series-position.ts';

/** Returns the series of an EPUB: the collections of EPUB 3, else the series of calibre. */
export function readSeries(metadata: Markup): SeriesInFile[] {
  const elements = elementsNamed(metadata, 'meta');
  const collections = elements
    .filter((element) => element.attributes['property'] === 'belongs-to-collection')
    .filter((element) => !refinements(metadata, element, 'collection-type').includes('set'))
    .flatMap((element) => {
      const [position = ''] = refinements(metadata, element, 'group-position');
      const { success, data } = seriesInFile.safeParse({ title: textOf(element), position });
      return success ? [data] : [];
    });
  const calibreValue = (name: string) => {
    const element = elements.find((meta) => attributeOf(meta, 'name') === `calibre:${name}`);
    return (element && attributeOf(element, 'content')) ?? '';
  };
  const calibreSeries = seriesOf(calibreValue('series'), calibreValue('series_index'));
  return collections.length > 0 || !calibreSeries ? collections : [calibreSeries];
}
