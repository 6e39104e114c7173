import { expect, test } from 'vitest';
import type { AudioAnalysis } from '#contract/audio/audio-analysis';
import type {
  BookContent,
  BookContentChapter,
  BookContentSentence,
} from '#contract/book-content/book-content';
import { proofingReportOf } from './proofing-report.ts';

const analysisOf = (changes: Partial<AudioAnalysis> = {}): AudioAnalysis => ({
  audio_url: '/media/a.mp3',
  state: 'done',
  seconds: 60,
  sample_rate: 44_100,
  channels: 1,
  codec: 'MPEG 1 Layer 3',
  lufs: -20,
  true_peak_db: -4,
  rms_db: -20,
  floor_db: -70,
  speech_db: -20,
  peaks_url: null,
  problems: [],
  silences: [],
  clipped: [],
  clicks: [],
  error: null,
  ...changes,
});

const text = 'One is first. Two is next. Three is last.';
type Times = Partial<Pick<BookContentSentence, 'start' | 'end' | 'state' | 'confidence'>>;

/** Returns the three sentences of `text`, spoken from 1, 10 and 20 seconds. */
function sentencesWith(...changes: readonly Times[]): BookContentSentence[] {
  const bounds = [
    [0, 13, 1, 4],
    [14, 26, 10, 14],
    [27, 41, 20, 24],
  ] as const;
  return bounds.map(([from, to, start, end], index) => ({
    from,
    to,
    start,
    end,
    confidence: 0.9,
    state: 'aligned' as const,
    ...changes[index],
  }));
}

const chapterOf = (changes: Partial<BookContentChapter> = {}, ...times: readonly Times[]) => ({
  id: 1,
  code: 'CH-1',
  name: 'One',
  start: null,
  end: null,
  audio_url: '/media/a.mp3',
  duration: 60,
  is_locked: false,
  name_by: null,
  times_by: null,
  audio_without_text: [],
  text_items: [
    {
      id: 11,
      code: 'T-1',
      text,
      start: 1,
      end: 24,
      confidence: 0.9,
      state: 'aligned' as const,
      sentences: sentencesWith(...times),
    },
  ],
  ...changes,
});

const contentOf = (...chapters: readonly BookContentChapter[]): BookContent => ({
  id: 7,
  version: 3,
  updated_at: '2026-01-02T03:04:05.000Z',
  name: 'Harbour Lights',
  code: 'BK-000007',
  language: 3,
  audio_url: '/media/book.mp3',
  chapter_count: chapters.length,
  duration: 60,
  reading_time: 60,
  revision: 0,
  chapters: [...chapters],
});

const entriesOf = (chapter: BookContentChapter, analysis = analysisOf()) =>
  proofingReportOf(contentOf(chapter), [analysis], null).chapters[0]?.entries;

const second = { text: 'Two is next.', text_item_id: 11, sentence: 1 };
const noSentence = { text: '', text_item_id: null, sentence: null };

test('lists nothing for a chapter without problems', () => {
  const report = proofingReportOf(contentOf(chapterOf()), [analysisOf()], null);
  expect(report).toEqual({
    id: 7,
    version: 3,
    name: 'Harbour Lights',
    code: 'BK-000007',
    sync: null,
    files: [{ audio_url: '/media/a.mp3', state: 'done', error: null, chapters: ['One'] }],
    chapters: [
      { id: 1, code: 'CH-1', number: 1, name: 'One', state: 'synced', alignment_method: null, entries: [] },
    ],
  });
});

test('lists a sentence that is not spoken between its neighbours', () => {
  const missingTimes = { start: null, end: null, state: 'missing_in_audio', confidence: 0 } as const;
  const reason = { reason: 'missing_in_audio', detail: 'The sentence was not found in the audio.' };
  expect(entriesOf(chapterOf({}, {}, missingTimes))).toEqual([{ ...reason, start: 4, end: 20, ...second }]);
  // Without neighbours, it can be anywhere in the chapter.
  expect(entriesOf(chapterOf({}, missingTimes, missingTimes, missingTimes))).toMatchObject([
    { start: 0, end: 60, sentence: 0 },
    { start: 0, end: 60, sentence: 1 },
    { start: 0, end: 60, sentence: 2 },
  ]);
});

test('lists a whole text that is not spoken', () => {
  const [item] = chapterOf().text_items ?? [];
  const whole = { ...item!, start: null, end: null, state: 'missing_in_audio' as const, sentences: [] };
  expect(entriesOf(chapterOf({ text_items: [whole] }))).toMatchObject([
    { reason: 'missing_in_audio', text, text_item_id: 11, sentence: 0 },
  ]);
});

test('lists a sentence with an uncertain time', () => {
  const low = { state: 'low_confidence', confidence: 0.424 } as const;
  expect(entriesOf(chapterOf({}, {}, low))).toEqual([
    { reason: 'low_confidence', start: 10, end: 14, detail: 'Confidence: 42%.', ...second },
  ]);
});

test('does not list times that were set manually', () => {
  expect(entriesOf(chapterOf({}, {}, { state: 'anchor', confidence: null }))).toEqual([]);
});

test('lists audio that is not in the text', () => {
  expect(entriesOf(chapterOf({ audio_without_text: [{ start: 15, end: 18.25 }] }))).toEqual([
    { reason: 'missing_in_text', start: 15, end: 18.25, detail: '3.3 seconds of audio.', ...noSentence },
  ]);
});

test.each([
  ['a pause of three seconds', [14, 17], []],
  [
    'a longer pause, with the sentence before it',
    [14, 17.5],
    [{ reason: 'long_pause', start: 14, end: 17.5, detail: '3.5 seconds of silence.', ...second }],
  ],
  ['a second at the start', [0, 1], []],
  [
    'a longer silence at the start',
    [0, 1.5],
    [
      {
        reason: 'silence_at_start',
        start: 0,
        end: 1.5,
        detail: '1.5 seconds of silence. ACX allows up to 1 second.',
        ...noSentence,
      },
    ],
  ],
  ['five seconds at the end', [55, 60], []],
  [
    'a longer silence at the end',
    [54, 60],
    [
      {
        reason: 'silence_at_end',
        start: 54,
        end: 60,
        detail: '6 seconds of silence. ACX allows up to 5 seconds.',
        text: 'Three is last.',
        text_item_id: 11,
        sentence: 2,
      },
    ],
  ],
])('compares with the limits: %s', (_name, silences, entries) => {
  expect(entriesOf(chapterOf(), analysisOf({ silences }))).toEqual(entries);
});

test('lists a silent chapter as one long pause', () => {
  expect(entriesOf(chapterOf({ text_items: [] }), analysisOf({ silences: [0, 60] }))).toMatchObject([
    { reason: 'long_pause', start: 0, end: 60, detail: '1:00 of silence.' },
  ]);
});

test('lists clipping once per sentence', () => {
  const times = [10.5, 10.6, 12, 12.1, 21, 21.05];
  expect(entriesOf(chapterOf(), analysisOf({ clipped: times }))).toEqual([
    { reason: 'clipping', start: 10.5, end: 12.1, detail: 'Maximum level in 2 places.', ...second },
    {
      reason: 'clipping',
      start: 21,
      end: 21.05,
      detail: 'Maximum level in 1 place.',
      text: 'Three is last.',
      text_item_id: 11,
      sentence: 2,
    },
  ]);
});

test('lists clicks once per sentence, and each one before the first sentence, with the audio around them', () => {
  const entries = entriesOf(chapterOf(), analysisOf({ clicks: [0.05, 0.5, 10.5, 11.2, 21] }));
  expect(
    entries?.map(({ reason, start, end, detail, sentence }) => [reason, start, end, detail, sentence]),
  ).toEqual([
    ['clicks', 0, 0.15, '1 click.', null],
    ['clicks', 0.4, 0.6, '1 click.', null],
    ['clicks', 10.4, 11.3, '2 clicks.', 1],
    ['clicks', 20.9, 21.1, '1 click.', 2],
  ]);
});

test('lists each level outside the limits of stores', () => {
  const analysis = analysisOf({ rms_db: -26, true_peak_db: -0.5, floor_db: -48.04 });
  expect(entriesOf(chapterOf(), analysis)?.map(({ reason, detail }) => [reason, detail])).toEqual([
    ['levels', 'RMS: −26 dB. ACX requires −23 to −18 dB.'],
    ['levels', 'Peak: −0.5 dB. ACX allows up to −3 dB.'],
    ['levels', 'Noise: −48 dB. ACX allows up to −60 dB.'],
  ]);
});

test('counts times from the start of a chapter that is a part of a file, and lists levels once per file', () => {
  const range = { audio_url: null, start: 8, end: 30 };
  const content = contentOf(
    chapterOf({ ...range, start: 0, end: 8, text_items: [] }),
    chapterOf({ ...range, id: 2, name: 'Two' }, {}, { state: 'low_confidence', confidence: null }),
  );
  const analysis = analysisOf({ audio_url: '/media/book.mp3', rms_db: -26, silences: [14, 18, 40, 50] });
  const { files, chapters } = proofingReportOf(content, [analysis], null);
  expect(files).toMatchObject([{ audio_url: '/media/book.mp3', chapters: ['One', 'Two'] }]);
  expect(chapters.map(({ state }) => state)).toEqual(['no_text', 'synced']);
  expect(chapters[0]?.entries).toMatchObject([
    {
      reason: 'levels',
      start: 0,
      end: 8,
      detail: 'RMS: −26 dB. ACX requires −23 to −18 dB. The file has 2 chapters.',
    },
  ]);
  expect(chapters[1]?.entries).toMatchObject([
    { reason: 'low_confidence', start: 2, end: 6, detail: 'The times may be wrong.' },
    { reason: 'long_pause', start: 6, end: 10 },
  ]);
});

test('reports chapters that cannot be compared, and files without a complete analysis', () => {
  const { clicks: _clicks, ...outdated } = analysisOf({ audio_url: '/media/b.mp3' });
  const [item] = chapterOf().text_items ?? [];
  const newItem = { ...item!, start: null, end: null, state: null, sentences: [] };
  const content = contentOf(
    chapterOf({ audio_url: null }),
    chapterOf({ id: 2, audio_url: '/media/b.mp3', text_items: [newItem] }),
    chapterOf({ id: 3, audio_url: '/media/c.mp3', text_items: [] }),
    chapterOf({ id: 4, audio_url: '/media/d.mp3' }),
  );
  const failedAnalysis = analysisOf({ audio_url: '/media/c.mp3', state: 'failed', error: 'Damaged.' });
  const { files, chapters } = proofingReportOf(content, [outdated, failedAnalysis], null);
  expect(chapters.map(({ state }) => state)).toEqual(['no_audio', 'not_synced', 'no_text', 'synced']);
  expect(files.map(({ state, error }) => [state, error])).toEqual([
    ['waiting', null],
    ['failed', 'Damaged.'],
    ['waiting', null],
  ]);
  expect(chapters.flatMap(({ entries }) => entries)).toEqual([]);
});
