import { languageShortCode } from '#contract/languages';
import type { Inside as WireInside } from '#contract/inside';
import type { Scan } from '#contract/scans';
import type { ApiClient } from '../../api/client.ts';
import { createInsideApi } from '../../api/inside-api.ts';
import { wordsIn } from './model/counts.ts';
import type { Inside } from './model/inside.ts';
import { readSilences } from './model/silences.ts';
import { layOut, type SoundFile, type Timeline } from './model/timeline.ts';
import { fromWire } from './model/wire.ts';
import { readStoredDraft, type StudioDraft } from './saving/drafts.ts';
import type { StudioBook } from './create-studio.ts';

/** Seconds of reading a word, where the book does not tell. */
const SECONDS_PER_WORD = 0.3;

export interface LoadedStudio {
  readonly book: StudioBook;
  readonly inside: Inside;
  readonly timeline: Timeline;
  readonly version: number;
  /** What this account left unsaved, as the server keeps it. */
  readonly draft: StudioDraft | undefined;
}

/** What a scan tells of a file; before it was listened to, a sound is as long as is said. */
const heardIn = (scan: Scan | undefined, said: number) => ({
  seconds: scan?.seconds ?? said,
  silences: readSilences(scan?.silences ?? []),
  peaksUrl: scan?.peaks_url ?? undefined,
  loudness: scan?.lufs ?? undefined,
  isWaiting: !scan || scan.state === 'waiting',
  error: scan?.error ?? undefined,
});

/** A line of time with what was found out since about the files that it waits for. The same one when that is nothing. */
export function withScans(timeline: Timeline, scans: readonly Scan[]): Timeline {
  const done = new Map(
    scans.flatMap((scan) => (scan.state === 'waiting' ? [] : [[scan.audio_url, scan] as const])),
  );
  if (!timeline.files.some(({ file, isWaiting }) => isWaiting && done.has(file))) return timeline;
  return layOut(
    timeline.files.map((one) =>
      one.isWaiting && done.has(one.file) ? { ...one, ...heardIn(done.get(one.file), one.seconds) } : one,
    ),
  );
}

/** The files of a book in the order of the line: the book's own, then those of chapters. */
export function filesOf(
  { audio_url, chapters, duration }: Pick<WireInside, 'audio_url' | 'chapters' | 'duration'>,
  scans: readonly Scan[],
): Omit<SoundFile, 'offset'>[] {
  const own = chapters.flatMap((chapter) => chapter.audio_url ?? []);
  const isBookHeard =
    audio_url !== null && (own.length === 0 || chapters.some((one) => !one.audio_url && one.start !== null));
  const names = [...new Set([...(isBookHeard ? [audio_url] : []), ...own])];
  return names.map((file) => {
    const scan = scans.find((one) => one.audio_url === file);
    const of = chapters.filter((one) => (one.audio_url ?? audio_url) === file);
    const said = Math.max(0, ...of.map((one) => one.end ?? one.duration), file === audio_url ? duration : 0);
    return { file, ...heardIn(scan, said) };
  });
}

export const timelineOf = (inside: WireInside, scans: readonly Scan[]): Timeline =>
  layOut(filesOf(inside, scans));

/** Everything the studio opens with. Without the scans it opens too, with a flat line. */
export async function loadStudio(client: ApiClient, id: number, signal: AbortSignal): Promise<LoadedStudio> {
  const api = createInsideApi(client, id);
  const [wire, scans, draft] = await Promise.all([
    api.get({ signal }),
    api.scans({ signal }).catch(() => []),
    api.readDraft({ signal }).catch(() => undefined),
  ]);
  const timeline = timelineOf(wire, scans);
  const inside = fromWire(wire, (file) => timeline.files.find((one) => one.file === file)?.seconds);
  const words = wordsIn(inside);
  return {
    inside,
    timeline,
    version: wire.version,
    draft: readStoredDraft(draft),
    book: {
      id,
      name: wire.name,
      code: wire.code,
      audioUrl: wire.audio_url,
      language: languageShortCode(wire.language) ?? 'en',
      secondsPerWord: words > 0 && wire.reading_time > 0 ? wire.reading_time / words : SECONDS_PER_WORD,
    },
  };
}
