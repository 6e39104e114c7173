import type { IAudioMetadata } from 'music-metadata';
import { decodeTexts } from './encodings/detect-encoding.ts';

/** Decodes a text of the tags. */
export type TagText = (text: string) => string;

/** Longer texts are not names. */
const MAX_LENGTH = 100_000;
/** Tag types whose texts may have any encoding; all others use Unicode. */
const WITHOUT_ENCODING = /^(ID3v|exif$)/;

/** Bytes by character. The parser reads most frames as ISO-8859-1 and some as Windows-1252. */
const byteOf = new Map(
  ['windows-1252', undefined].flatMap((encoding) =>
    Array.from({ length: 256 }, (_, byte): [string, number] => [
      encoding ? new TextDecoder(encoding).decode(Uint8Array.of(byte)) : String.fromCharCode(byte),
      byte,
    ]),
  ),
);

/** Returns the bytes that the parser decoded as Latin-1; undefined for text with another encoding. */
function bytesOf(text: string): Uint8Array | undefined {
  const bytes = [...text].map((letter) => byteOf.get(letter));
  return bytes.every((byte) => byte !== undefined) ? Uint8Array.from(bytes) : undefined;
}

/** Returns all texts of the tags, including values that the parser combined. */
function textsIn({ native, common, format }: IAudioMetadata): string[] {
  const { title, album, artist, albumartist, composer, comment, description, longDescription } = common;
  return [
    ...Object.values(native).flatMap((tags) => tags.flatMap(({ value }): unknown[] => [value].flat())),
    ...[title, album, artist, albumartist, composer, description, longDescription].flat(),
    ...(comment ?? []).map(({ text }) => text),
    ...(format.chapters ?? []).map((chapter) => chapter.title),
  ]
    .filter((text) => typeof text === 'string')
    .filter(({ length }) => length <= MAX_LENGTH);
}

/** Returns a decoder for tag texts. Older tags use a local encoding but declare Latin-1. */
export function tagTexts(metadata: IAudioMetadata): TagText {
  if (!Object.keys(metadata.native).some((kind) => WITHOUT_ENCODING.test(kind))) return (text) => text;
  const texts = [...new Set(textsIn(metadata))].flatMap((text) => {
    const bytes = bytesOf(text);
    return bytes ? [{ text, bytes }] : [];
  });
  const decodedTexts = decodeTexts(texts.map(({ bytes }) => bytes));
  const encodedText = new Map(texts.map(({ text }, index) => [text, decodedTexts[index] ?? text]));
  return (text) => encodedText.get(text) ?? text;
}
