import { expect, test } from 'vitest';
import { sourceOfBuffer } from '#server/core/media/source';
import { makeM4b, makeMp3 } from '#server/testing/audio-files';
import { makeId3v1Mp3, makeLegacyMp3 } from '#server/testing/legacy-tags';
import { encodeLegacy } from '#server/testing/legacy-text';
import { readAudio } from './audio.ts';
import { readCue } from './cue.ts';

const read = async (bytes: Buffer) => {
  const { title, album, fields } = await readAudio(sourceOfBuffer(bytes));
  return { title, album, author: fields.author?.[0]?.value ?? '' };
};

const books = [
  ['windows-1251', { title: 'Глава первая', album: 'Война и мир', author: 'Лев Толстой' }],
  ['windows-1254', { title: 'Birinci Bölüm', album: 'İnce Memed', author: 'Yaşar Kemal' }],
  ['iso-8859-9', { title: 'Şafak', album: 'Ağrı Dağı Efsanesi', author: 'Yaşar Kemal' }],
  ['iso-8859-2', { title: 'Część pierwsza', album: 'Książę i żebrak', author: 'Stanisław Lem' }],
  ['windows-1250', { title: 'Kapitola první', album: 'Válka s mloky', author: 'Karel Čapek' }],
  ['shift_jis', { title: '第一章', album: '坊っちゃん', author: '夏目漱石' }],
  ['windows-1252', { title: 'Capítulo três', album: 'Memórias', author: 'Machado de Assis' }],
] as const;

test.each(books)('reads ID3v2 frames in %s', async (encoding, book) => {
  const { title, album, author } = book;
  expect(await read(makeLegacyMp3({ TIT2: title, TALB: album, TPE1: author }, encoding))).toEqual(book);
});

test.each(books)('reads ID3v1 tags in %s', async (encoding, book) => {
  const { title, album, author } = book;
  expect(await read(makeId3v1Mp3({ title, album, artist: author }, encoding))).toEqual(book);
});

test.each(books)('does not change tags with a declared encoding beside tags in %s', async (_, book) => {
  const { title, album, author } = book;
  expect(await read(makeMp3({ tags: { TIT2: title, TALB: album, TPE1: author } }))).toEqual(book);
  expect(await read(await makeM4b({ tags: { '©nam': title, '©alb': album, '©ART': author } }))).toEqual(book);
});

test.each(books)('reads a cue sheet in %s', (encoding, { title, album, author }) => {
  const spreadsheet = `PERFORMER "${author}"\r\nTITLE "${album}"\r\nFILE "book.mp3" MP3\r\n  TRACK 01 AUDIO\r\n    TITLE "${title}"\r\n    INDEX 01 00:00:00\r\n`;
  const cue = readCue(encodeLegacy(spreadsheet, encoding));
  expect(cue).toMatchObject({ title: album, performer: author });
  expect(cue.files[0]?.tracks[0]?.title).toBe(title);
  expect(readCue(Buffer.from(spreadsheet))).toEqual(cue);
  expect(readCue(Buffer.from(`\ufeff${spreadsheet}`, 'utf16le'))).toEqual(cue);
});
