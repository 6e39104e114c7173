import { toClock } from '#contract/core/format-duration';
import { type IAudioMetadata, parseFromTokenizer } from 'music-metadata';
import { importLimits } from '#contract/imports/import-limits';
import { audioKindOf } from '#server/core/media/audio-types';
import { id3Length } from '#server/core/media/id3';
import { mp3Length } from '#server/core/media/mp3-duration';
import { type Source, withBlocks } from '#server/core/media/source';
import { chapterComments } from './chapter-comments.ts';
import { fieldsOf, identifiersOf, seriesOfTags } from './audio-fields.ts';
import type { ParsedAudioFile, ParsedImage, ParsedProblem, ParsedAudio } from './parsed.ts';
import { inOneLine } from './markup.ts';
import { marksToAudios } from './chapter-markers.ts';
import { readMediaMarkers } from './media-markers.ts';
import { ParseError, unreadable } from './parse-error.ts';
import { tagTextOf } from './native-tags.ts';
import { type TagText, tagTexts } from './tag-texts.ts';
import { SourceTokenizer } from './tokenizer.ts';

const HEAD_BYTES = 64 * 1024;
const FILM = /avc|hvc|hev|vp0|vp8|vp9|av01|mp4v|h\.?26|mpeg/i;
const PROTECTED = /drms|drmi|enca|aavd/i;
const MAX_SECONDS = 10_000 * 3600;

const asBytesAt = (source: Source) => ({
  // oxlint-disable-next-line max-params -- The signature is that of Node’s `FileHandle.read`.
  async read(buffer: Buffer, offset: number, length: number, position: number) {
    const bytes = await source.read(position, length);
    bytes.copy(buffer, offset);
    return { bytesRead: bytes.length, buffer };
  },
});

/** Joins a value that the parser split at every "/". */
function markersIn(metadata: IAudioMetadata, text: TagText): string {
  return tagTextOf(metadata, ['OVERDRIVEMEDIAMARKERS'], { text, separator: '/' }).join('/');
}

function audiosOf(metadata: IAudioMetadata, seconds: number, text: TagText): ParsedAudio[] {
  const frames = (metadata.format.chapters ?? []).map(({ title, start, timeScale }) => ({
    title: title ?? '',
    start: timeScale ? start / timeScale : start,
  }));
  const marks = (frames.length > 0 ? frames : chapterComments(metadata)).map(({ title, start }) => ({
    title: inOneLine(text(title)),
    start,
  }));
  const audios = marksToAudios(marks, seconds, 'tags');
  return audios.length > 0 ? audios : readMediaMarkers(markersIn(metadata, text), seconds);
}

function imagesOf({ common }: IAudioMetadata): ParsedImage[] {
  const front = (type: string | undefined) => Number(/front/i.test(type ?? ''));
  return (common.picture ?? [])
    .filter(({ data }) => data.length <= importLimits.maxArchiveEntryBytes)
    .toSorted((a, b) => front(b.type) - front(a.type))
    .slice(0, importLimits.maxCovers)
    .map(({ data }) => ({ bytes: data, source: 'tags' }));
}

async function parse(source: Source, mediaType: string): Promise<IAudioMetadata> {
  try {
    return await parseFromTokenizer(new SourceTokenizer(source, mediaType), {
      includeChapters: true,
      duration: false,
      skipPostHeaders: true,
    });
  } catch {
    throw unreadable('The audio file is damaged and couldn’t be read.');
  }
}

/** Returns a problem for an MP3 that ends before the end declared in its header. */
async function cutOffProblems(source: Source, start: number): Promise<ParsedProblem[]> {
  const length = await mp3Length(asBytesAt(source), start, source.size);
  return length?.declared === undefined || length.declared <= length.seconds + 1
    ? []
    : [
        {
          kind: 'damaged',
          message: `The file is incomplete: only ${toClock(length.seconds)} of ${toClock(length.declared)} could be read.`,
        },
      ];
}

/** Reads tags, chapter markers and images of an audio file, but not its audio data. @throws ParseError */
export async function readAudio(whole: Source): Promise<ParsedAudioFile> {
  const source = withBlocks(whole);
  const start = id3Length(await source.read(0, 10));
  const head = await source.read(start, HEAD_BYTES);
  const kind = audioKindOf(head);
  if (!kind) throw new ParseError('unsupported', 'This file type isn’t supported.');
  const metadata = await parse(source, kind.mediaType.split(';', 1)[0] ?? '');
  const { format, common, quality } = metadata;
  const text = tagTexts(metadata);
  if (format.trackInfo.some(({ codecName }) => PROTECTED.test(codecName ?? '')))
    throw new ParseError('protected', 'This file is DRM-protected and can’t be imported.');
  if (format.trackInfo.some(({ video, codecName }) => video && FILM.test(codecName ?? '')))
    throw new ParseError('unsupported', 'Video files can’t be imported.');
  const seconds =
    (await kind.duration?.(asBytesAt(source), { head, start, size: source.size })) ?? format.duration;
  const cutOff = kind.extension === 'mp3' ? await cutOffProblems(source, start) : [];
  if (seconds === undefined || !(seconds > 0 && seconds <= MAX_SECONDS) || format.hasAudio === false)
    throw unreadable('The audio file is damaged and couldn’t be read.');
  const problems: ParsedProblem[] = [
    ...cutOff,
    ...quality.warnings
      .filter(({ message }) => /Chapter count exceeds/.test(message))
      .map(
        () =>
          ({
            kind: 'limit',
            message: 'The file has more than 1,000 chapter markers. The others were skipped.',
          }) satisfies ParsedProblem,
      ),
  ];
  return {
    kind: 'audio',
    extension: kind.extension,
    seconds,
    fields: fieldsOf(metadata, text),
    identifiers: identifiersOf(metadata, text),
    series: seriesOfTags(metadata, text),
    title: inOneLine(text(common.title ?? '')),
    album: inOneLine(text(common.album ?? '')),
    track: common.track.no,
    disc: common.disk.no,
    audios: audiosOf(metadata, seconds, text),
    images: imagesOf(metadata),
    problems,
  };
}
