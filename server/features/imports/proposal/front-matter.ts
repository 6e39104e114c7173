import { foldForComparison } from './fold.ts';

/** Longer texts are read aloud, whatever their title. */
const SHORT_TEXT = 600;
const NAMES =
  /^(copyright( page| notice)?|imprint|impressum|credits?|colophon|title page|half ?title( page)?|titelseite|cover( page)?|(table of )?contents|inhalt(sverzeichnis)?|dedication|widmung|also by .*|about the (author|publisher)|creditos|derechos de autor|portada|direitos autorais|telif hakk?i|kunye)$/;

/** Returns true for front matter that recordings usually omit. */
export const isFrontMatter = ({
  title,
  weight,
}: {
  readonly title: string;
  readonly weight: number;
}): boolean => weight < SHORT_TEXT && NAMES.test(foldForComparison(title));
