import { foldForComparison } from '../proposal/fold.ts';

/* Contents and metadata pages. They are excluded, with a reason, until a user includes them. */

const CONTENTS = new Set(
  [
    'contents',
    'table of contents',
    'list of contents',
    'toc',
    'inhalt',
    'inhaltsverzeichnis',
    'içindekiler',
    'índice',
    'índice general',
    'índice de contenidos',
    'contenido',
    'contenidos',
    'tabla de contenidos',
    'tabla de contenido',
    'sumario',
    'sumário',
    'índice geral',
    'conteúdo',
    'conteúdos',
    'tabela de conteúdos',
    'table des matières',
    'sommaire',
    'indice',
    'sommario',
    'inhoud',
    'inhoudsopgave',
    'spis treści',
    'obsah',
    'tartalom',
    'tartalomjegyzék',
    'cuprins',
    'innehåll',
    'indhold',
    'innhold',
    'sisällys',
    'sisällysluettelo',
    'оглавление',
    'содержание',
    'зміст',
    'съдържание',
    '目次',
    'もくじ',
    '目录',
    '目錄',
    '차례',
    '목차',
  ].map(foldForComparison),
);
const METADATA = new Set(
  [
    'metadata',
    'book metadata',
    'meta data',
    'book information',
    'book info',
    'metadaten',
    'üstveri',
    'künye bilgileri',
    'metadatos',
    'metadados',
    'métadonnées',
    'metadati',
    'metadane',
    'metaadatok',
    'метаданные',
    'метадані',
    'метаданни',
    'メタデータ',
    '元数据',
  ].map(foldForComparison),
);

/** Longer text items are sentences, which contents and metadata pages do not have. */
const LONG_LINE = 160;
const SHARE_OF_LINES = 0.7;
/** More characters than any metadata page of a book, and far fewer than a chapter. */
const MAX_METADATA = 4000;

export interface PageOfBook {
  readonly title: string;
  readonly items: readonly string[];
}

export const isContentsTitle = (title: string): boolean => CONTENTS.has(foldForComparison(title));

/** Returns the reason why a page is excluded by default; undefined for text that is read aloud. */
export function classifyFrontMatter({ title, items }: PageOfBook): string | undefined {
  const name = foldForComparison(title);
  const isContents = CONTENTS.has(name);
  if (!isContents && !METADATA.has(name)) return undefined;
  const short = items.filter((item) => item.length <= LONG_LINE).length;
  if (short < SHARE_OF_LINES * items.length) return undefined;
  if (isContents) return 'Table of contents.';
  return items.reduce((sum, item) => sum + item.length, 0) <= MAX_METADATA
    ? 'Metadata of the EPUB.'
    : undefined;
}
