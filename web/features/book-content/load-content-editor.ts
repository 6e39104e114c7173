import { languageShortCode } from '#contract/core/languages';
import type { BookContent as ApiBookContent } from '#contract/book-content/book-content';
import type { AudioAnalysis } from '#contract/audio/audio-analysis';
import type { ApiClient } from '#web/core/api/client.ts';
import { createBookContentApi } from '#web/core/api/book-content-api.ts';
import { wordsIn } from './model/counts.ts';
import type { BookContent } from './model/book-content.ts';
import { readSilences } from './model/silences.ts';
import { arrange, type AudioFile, type Timeline } from './model/timeline.ts';
import { fromApi } from './model/api-format.ts';
import { readStoredAutosave, type ContentEditorAutosave } from './saving/autosaves.ts';
import type { ContentEditorBook } from './create-content-editor.ts';

/** The default narration time of a word in seconds. */
const SECONDS_PER_WORD = 0.3;

export interface LoadedContentEditor {
  readonly book: ContentEditorBook;
  readonly bookContent: BookContent;
  readonly timeline: Timeline;
  readonly version: number;
  /** Unsaved changes of this account that the server stores. */
  readonly autosave: ContentEditorAutosave | undefined;
}

/** Returns the statistics of an analysed file. Before its analysis, the duration is the one in the response. */
const statisticsOf = (analysis: AudioAnalysis | undefined, response: number) => ({
  seconds: analysis?.seconds ?? response,
  silences: readSilences(analysis?.silences ?? []),
  peaksUrl: analysis?.peaks_url ?? undefined,
  loudness: analysis?.lufs ?? undefined,
  isWaiting: !analysis || analysis.state === 'waiting',
  error: analysis?.error ?? undefined,
});

/** Returns the timeline with the results of new audio analyses; the same object if there are none. */
export function withAnalyses(timeline: Timeline, analyses: readonly AudioAnalysis[]): Timeline {
  const doneAnalyses = new Map(
    analyses.flatMap((analysis) =>
      analysis.state === 'waiting' ? [] : [[analysis.audio_url, analysis] as const],
    ),
  );
  if (!timeline.files.some(({ file, isWaiting }) => isWaiting && doneAnalyses.has(file))) return timeline;
  return arrange(
    timeline.files.map((file) =>
      file.isWaiting && doneAnalyses.has(file.file)
        ? { ...file, ...statisticsOf(doneAnalyses.get(file.file), file.seconds) }
        : file,
    ),
  );
}

/** Returns the files of a book in the order of the timeline: the file of the book, then those of chapters. */
export function filesOf(
  { audio_url, chapters, duration }: Pick<ApiBookContent, 'audio_url' | 'chapters' | 'duration'>,
  analyses: readonly AudioAnalysis[],
): Omit<AudioFile, 'offset'>[] {
  const own = chapters.flatMap((chapter) => chapter.audio_url ?? []);
  const hasBookAudio =
    audio_url !== null &&
    (own.length === 0 || chapters.some((chapter) => !chapter.audio_url && chapter.start !== null));
  const names = [...new Set([...(hasBookAudio ? [audio_url] : []), ...own])];
  return names.map((file) => {
    const analysis = analyses.find((item) => item.audio_url === file);
    const of = chapters.filter((chapter) => (chapter.audio_url ?? audio_url) === file);
    const response = Math.max(
      0,
      ...of.map((chapter) => chapter.end ?? chapter.duration),
      file === audio_url ? duration : 0,
    );
    return { file, ...statisticsOf(analysis, response) };
  });
}

export const timelineOf = (bookContent: ApiBookContent, analyses: readonly AudioAnalysis[]): Timeline =>
  arrange(filesOf(bookContent, analyses));

/** Loads all data of the content editor. If the audio analyses cannot be read, the waveform is a flat line. */
export async function loadContentEditor(
  client: ApiClient,
  { id, releaseId }: { readonly id: number; readonly releaseId: number | undefined },
  signal: AbortSignal,
): Promise<LoadedContentEditor> {
  const api = createBookContentApi(client, id);
  const [apiBookContent, analyses, autosave] = await Promise.all([
    api.get({ signal }),
    api.analyses({ signal }).catch(() => []),
    releaseId === undefined ? api.readAutosave({ signal }).catch(() => undefined) : undefined,
  ]);
  const timeline = timelineOf(apiBookContent, analyses);
  const bookContent = fromApi(
    apiBookContent,
    (file) => timeline.files.find((audioFile) => audioFile.file === file)?.seconds,
  );
  const words = wordsIn(bookContent);
  return {
    bookContent,
    timeline,
    version: apiBookContent.version,
    autosave: readStoredAutosave(autosave),
    book: {
      id,
      releaseId,
      name: apiBookContent.name,
      code: apiBookContent.code,
      audioUrl: apiBookContent.audio_url,
      language: languageShortCode(apiBookContent.language) ?? 'en',
      secondsPerWord:
        words > 0 && apiBookContent.reading_time > 0 ? apiBookContent.reading_time / words : SECONDS_PER_WORD,
    },
  };
}
