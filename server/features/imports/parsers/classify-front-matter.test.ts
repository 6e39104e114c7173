import { expect, test } from 'vitest';
import { classifyFrontMatter } from './classify-front-matter.ts';

const lines = ['The lamp', 'The storm', 'The morning'];
const prose = ['He read the list of what was in the box, slowly, and then again from the start. '.repeat(4)];

test.each([
  'Contents',
  'CONTENTS',
  'Table of Contents',
  'Inhalt',
  'Inhaltsverzeichnis',
  'İçindekiler',
  'İÇİNDEKİLER',
  'Índice',
  'Contenido',
  'Sumário',
  'Table des matières',
  'TABLE DES MATIÈRES',
  'Sommaire',
  'Indice',
  'Spis treści',
  'Obsah',
  'Tartalom',
  'Оглавление',
  'Содержание',
  'Зміст',
  'Съдържание',
  '目次',
  'Inhoud',
  'Contents:',
])('classifies %j as a contents page when it is a list', (title) => {
  expect(classifyFrontMatter({ title, items: [title, ...lines] })).toBe('Table of contents.');
  expect(classifyFrontMatter({ title, items: prose })).toBeUndefined();
});

test.each([
  'Metadata',
  'METADATA',
  'Metadaten',
  'Metadatos',
  'Metadados',
  'Métadonnées',
  'Метаданные',
  'Üstveri',
])('classifies %j as a metadata page when it is short', (title) => {
  expect(classifyFrontMatter({ title, items: [title, 'ISBN 978-0-00-000000-2', 'Publisher: Marsh'] })).toBe(
    'Metadata of the EPUB.',
  );
  expect(classifyFrontMatter({ title, items: prose })).toBeUndefined();
  expect(
    classifyFrontMatter({
      title,
      items: Array.from({ length: 100 }, () => 'A line of a poem that is called so, and which is read.'),
    }),
  ).toBeUndefined();
});

test.each([
  'Chapter 1',
  'The Contents of the Box',
  'Discontents',
  'Part One',
  'Preface',
  'Prologue',
  'Dedication',
  '',
  'Inhalte der Kiste',
  'Metadata and Me',
])('includes %j', (title) => {
  expect(classifyFrontMatter({ title, items: [title, ...lines] })).toBeUndefined();
});
