import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as chapters from './chapters.ts';
import { createHistory } from './history.ts';
import { type Chapter, type BookContent, type Paragraph, SAME_TIME } from './book-content.ts';
import { arrangeClips, withTitles } from './arrange-clips.ts';
import { hasAudio, moveEdge, shiftBy, stretchFrom, warpAfter } from './marks.ts';
import * as paragraphs from './paragraphs.ts';
import { replaceAll } from './find-replace.ts';
import { moveSentenceEdge, positionedSentences, setTimes, tapSentence } from './times.ts';
import { fromSavedChapters, toInput } from './api-format.ts';

/** A fixed seed makes runs reproducible. */
const seed = 1;

const FILE = '/media/book.mp3';
const LENGTH = 1000;
const lengthOf = () => LENGTH;

const paragraph = (id: number, text: string, time?: { start: number; end: number }): Paragraph => ({
  key: `t${id}`,
  id,
  code: `T-${id}`,
  text,
  time,
  state: time && 'aligned',
  confidence: time && 0.8,
  sentences: time ? [{ from: 0, to: text.length, time, state: 'aligned', confidence: 0.8 }] : [],
});

const makeChapter = (id: number, start: number, end: number): Chapter => ({
  key: `c${id}`,
  id,
  code: `CH-${id}`,
  name: `Chapter ${id}`,
  audio: { file: FILE, start, end },
  isLocked: false,
  missingInText: [],
  paragraphs: [
    paragraph(id * 10, `It begins here. Then it goes on in ${id}.`, { start: start + 1, end: start + 20 }),
    paragraph(id * 10 + 1, 'Another text.', { start: start + 25, end: start + 60 }),
    paragraph(id * 10 + 2, 'One without times. It has two sentences.'),
  ],
});

const sample = (): BookContent => ({
  made: 0,
  chapters: [1, 2, 3, 4].map((id) => makeChapter(id, (id - 1) * 250, id * 250)),
});

type Edit = (bookContent: BookContent) => BookContent;

const itemAt = <Entry>(list: readonly Entry[], position: number): Entry | undefined =>
  list[Math.min(list.length - 1, Math.floor(position * list.length))];

const fraction = fc.double({ min: 0, max: 0.999, noNaN: true });
const time = fc.double({ min: -50, max: LENGTH + 50, noNaN: true });

const edit: fc.Arbitrary<Edit> = fc
  .record({
    kind: fc.integer({ min: 0, max: 19 }),
    position: fraction,
    inner: fraction,
    time,
    by: fc.double({ min: -40, max: 40, noNaN: true }),
    text: fc.string({ maxLength: 30 }),
  })
  .map(({ kind, position, inner, time: to, by, text }): Edit => {
    return (bookContent) => {
      const chapter = itemAt(bookContent.chapters, position);
      if (!chapter) return chapters.addChapter(bookContent, 'New').bookContent;
      const { key, audio } = chapter;
      const item = itemAt(chapter.paragraphs, inner);
      const sentence = itemAt(positionedSentences(chapter, 'en'), inner);
      switch (kind) {
        case 0:
          return moveEdge(bookContent, { key, edge: by > 0 ? 'start' : 'end', to, length: lengthOf });
        case 1: {
          if (!audio) return bookContent;
          const cut = audio.start + inner * (audio.end - audio.start);
          return chapters.split(bookContent, {
            key,
            cut: { time: cut, count: chapters.paragraphsBefore(chapter, cut) },
            name: 'Cut',
          });
        }
        case 2:
          return chapters.split(bookContent, {
            key,
            cut: { time: undefined, count: Math.floor(inner * chapter.paragraphs.length) },
            name: 'Cut',
          });
        case 3:
          return chapters.mergeWithNext(bookContent, key);
        case 4:
          return chapters.removeChapters(bookContent, new Set([key]));
        case 5:
          return chapters.moveChapter(bookContent, key, Math.floor(inner * bookContent.chapters.length));
        case 6:
          return chapters.rename(bookContent, key, text);
        case 7:
          return chapters.lock(bookContent, new Set([key]), by > 0);
        case 8:
          return (
            warpAfter(bookContent, {
              file: FILE,
              from: Math.max(0, to),
              transform: shiftBy(by),
              length: LENGTH,
            }) ?? bookContent
          );
        case 9:
          return (
            warpAfter(bookContent, {
              file: FILE,
              from: Math.max(0, to),
              transform: stretchFrom(Math.max(0, to), 1 + by / 100),
              length: LENGTH,
            }) ?? bookContent
          );
        case 10:
          return arrangeClips(bookContent, {
            file: FILE,
            length: LENGTH,
            chapters: [0, inner * 400, 400 + inner * 500].map((start) => ({ start, title: undefined })),
            nameOf: (number) => `Part ${number}`,
          });
        case 11:
          return withTitles(bookContent, [text]);
        case 12:
          return item ? paragraphs.setText(bookContent, { chapter: key, key: item.key, text }) : bookContent;
        case 13:
          return item
            ? paragraphs.splitParagraph(bookContent, {
                chapter: key,
                key: item.key,
                offset: Math.floor(inner * item.text.length),
              }).bookContent
            : bookContent;
        case 14:
          return item
            ? (paragraphs.joinWithPrevious(bookContent, key, item.key)?.bookContent ?? bookContent)
            : bookContent;
        case 15:
          return item
            ? paragraphs.moveToNeighbour(bookContent, { chapter: key, key: item.key, step: by > 0 ? 1 : -1 })
            : bookContent;
        case 16:
          return paragraphs.insertParagraphs(bookContent, {
            chapter: key,
            behind: item?.key,
            texts: ['Pasted one.', 'Pasted two.'],
          }).bookContent;
        case 17:
          return replaceAll(bookContent, { text: 'it', matchesCase: false, wholeWords: true }, text);
        case 18:
          return sentence
            ? moveSentenceEdge(bookContent, {
                position: sentence.position,
                edge: by > 0 ? 'start' : 'end',
                to,
                language: 'en',
              })
            : bookContent;
        default:
          return sentence && audio
            ? tapSentence(bookContent, {
                position: sentence.position,
                seconds: audio.start + inner * (audio.end - audio.start),
                previous: { position: undefined, end: 0 },
                language: 'en',
              })
            : bookContent;
      }
    };
  });

/** Checks the invariants of the document after an operation. */
function expectAudio(bookContent: BookContent): void {
  const keys = bookContent.chapters.flatMap((chapter) => [
    chapter.key,
    ...chapter.paragraphs.map(({ key }) => key),
  ]);
  expect(new Set(keys).size).toBe(keys.length);
  const chaptersWithAudio = bookContent.chapters
    .filter(hasAudio)
    .toSorted((a, b) => a.audio.start - b.audio.start);
  let end = 0;
  for (const { audio, paragraphs: items } of chaptersWithAudio) {
    expect(audio.start).toBeGreaterThanOrEqual(end - SAME_TIME);
    expect(audio.end - audio.start).toBeGreaterThanOrEqual(0.1 - SAME_TIME);
    expect(audio.end).toBeLessThanOrEqual(LENGTH + SAME_TIME);
    end = audio.end;
    for (const { time: knownTime, sentences, text } of items) {
      if (knownTime) {
        expect(knownTime.start).toBeGreaterThanOrEqual(audio.start - SAME_TIME);
        expect(knownTime.end).toBeLessThanOrEqual(audio.end + SAME_TIME);
        expect(knownTime.end).toBeGreaterThanOrEqual(knownTime.start);
      }
      let last = 0;
      for (const { from, to } of sentences) {
        expect(from).toBeGreaterThanOrEqual(last);
        expect(to).toBeGreaterThan(from);
        expect(to).toBeLessThanOrEqual(text.length);
        last = to;
      }
    }
  }
}

const plain = (bookContent: BookContent) =>
  bookContent.chapters.map(({ key: _key, paragraphs: items, ...chapter }) => ({
    ...chapter,
    paragraphs: items.filter(({ text }) => text.trim() !== '').map(({ key: _own, ...item }) => item),
  }));

describe('random edits', () => {
  it('keep chapters in order, times within their audio, and keys unique', () => {
    fc.assert(
      fc.property(fc.array(edit, { maxLength: 25 }), (edits) => {
        let bookContent = sample();
        for (const currentEdit of edits) {
          bookContent = currentEdit(bookContent);
          expectAudio(bookContent);
        }
      }),
      { seed, numRuns: 150 },
    );
  });

  it('can be undone and redone step by step', () => {
    fc.assert(
      fc.property(fc.array(edit, { minLength: 1, maxLength: 15 }), (edits) => {
        const history = createHistory<BookContent, string>(sample());
        const states = [history.getState().value];
        for (const [position, currentEdit] of edits.entries())
          if (history.change({ name: `step ${position}` }, currentEdit))
            states.push(history.getState().value);
        for (const state of states.slice(0, -1).toReversed()) {
          history.undo();
          expect(history.getState().value).toBe(state);
        }
        for (const state of states.slice(1)) {
          history.redo();
          expect(history.getState().value).toBe(state);
        }
        expect(history.getState().redoes).toBeUndefined();
      }),
      { seed, numRuns: 60 },
    );
  });

  it('equal the document that their save creates', () => {
    fc.assert(
      fc.property(fc.array(edit, { maxLength: 15 }), (edits) => {
        const savedContent = sample();
        const editedContent = edits.reduce(
          (bookContent, currentEdit) => currentEdit(bookContent),
          savedContent,
        );
        const request = toInput(savedContent, { bookContent: editedContent, bookAudio: FILE });
        const result = fromSavedChapters(
          savedContent,
          JSON.parse(JSON.stringify(request)) as typeof request,
          FILE,
        );
        expect(plain(result)).toEqual(plain(editedContent));
        // Unchanged entries are sent with only their IDs.
        for (const [location, chapter] of editedContent.chapters.entries())
          if (savedContent.chapters.includes(chapter)) expect(request[location]).toEqual({ id: chapter.id });
      }),
      { seed, numRuns: 100 },
    );
  });

  it('keep the IDs and codes of remaining entries', () => {
    fc.assert(
      fc.property(fc.array(edit, { maxLength: 20 }), (edits) => {
        const editedContent = edits.reduce((bookContent, currentEdit) => currentEdit(bookContent), sample());
        const entries = editedContent.chapters.flatMap((chapter) => [
          { ...chapter, right: [`c${chapter.id}`, `CH-${chapter.id}`] },
          ...chapter.paragraphs.map((item) => ({ ...item, right: [`t${item.id}`, `T-${item.id}`] })),
        ]);
        const savedEntries = entries.filter(({ id }) => id !== undefined);
        expect(savedEntries.map(({ key, code }) => [key, code])).toEqual(
          savedEntries.map(({ right }) => right),
        );
      }),
      { seed, numRuns: 60 },
    );
  });
});

it('makes times set by hand anchors, and derives the time of a paragraph from its sentences', () => {
  const [first] = sample().chapters;
  const position = { chapter: 'c1', paragraph: 't12', index: 1 };
  const bookContent = setTimes(sample(), {
    chapter: 'c1',
    times: [{ position, time: { start: 70.12345, end: 80 } }],
    language: 'en',
  });
  const changedParagraph = bookContent.chapters[0]?.paragraphs[2];
  expect(changedParagraph).toMatchObject({ time: { start: 70.123, end: 80 }, state: 'low_confidence' });
  expect(changedParagraph?.sentences.map(({ state }) => state)).toEqual([undefined, 'anchor']);
  expect(first?.paragraphs[2]?.sentences).toEqual([]);
});
