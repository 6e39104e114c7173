import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import type { BookContent } from '#contract/book-content/book-content';
import { checkDatabase } from '#server/features/system/check/database';
import { AppError } from '#server/core/errors';
import { eachDatabase } from '#server/testing/databases';
import { contextWith } from '#server/testing/factories';
import { openTestApp } from '#server/testing/open-test-app';
import { seed } from '#server/testing/seed';

/*
 * Random edits, concurrent saves by two users and restored versions, compared with a model of plain lists. The test compares texts, their
 * order, codes and times, and the references of story items.
 */

interface Text {
  id: number | undefined;
  code: string;
  text: string;
  start: number | null;
  end: number | null;
}
interface Chapter {
  id: number | undefined;
  code: string;
  name: string;
  start: number;
  end: number;
  texts: Text[];
}
/** A story item: its codes, and the text that it referenced when it was created. */
interface Reference {
  code: string;
  textId: number;
}

type Step = readonly [kind: (typeof kinds)[number], a: number, b: number];
const kinds = [
  'rename',
  'move a mark',
  'split',
  'split',
  'merge',
  'merge',
  'order',
  'move a text',
  'move a text',
  'write',
  'write in',
  'delete a text',
  'delete a chapter',
  'add',
  'set times',
  'two at once',
  'late',
  'bring back',
] as const;
const step: fc.Arbitrary<Step> = fc.tuple(fc.constantFrom(...kinds), fc.nat(1000), fc.nat(1000));

const TOLERANCE = 0.001;
const LENGTH = 60;

const pick = <One>(all: readonly One[], index: number): One | undefined =>
  all[index % Math.max(1, all.length)];
const inTime = (chapters: readonly Chapter[]) => chapters.toSorted((a, b) => a.start - b.start);
const pathOf = (chapter: Chapter, text: Text) => `${chapter.code} ${text.code}`;

/** Returns the content without ids, for comparison. */
const contentsOf = (chapters: readonly Chapter[]) =>
  chapters.map(({ code, name, start, end, texts }) => ({
    code,
    name,
    start,
    end,
    texts: texts.map(({ id: _id, ...text }) => text),
  }));

/** Removes times that precede those of an earlier text. */
function forgetTimes({ texts }: Chapter): void {
  let last = 0;
  for (const text of texts) {
    if (text.start === null) continue;
    if (text.start >= last - TOLERANCE) last = text.start;
    else Object.assign(text, { start: null, end: null });
  }
}

/** Edits of the model; they return false when there is nothing to change. */
const edits: Readonly<Partial<Record<Step[0], (chapters: Chapter[], a: number, b: number) => boolean>>> = {
  rename(chapters, a, b) {
    const chapter = pick(chapters, a);
    if (chapter) chapter.name = `Renamed ${b}`;
    return chapter !== undefined;
  },
  'move a mark'(chapters, a, b) {
    const order = inTime(chapters);
    const index = a % Math.max(1, order.length - 1);
    const [chapter, next] = [order[index], order[index + 1]];
    if (!chapter || !next) return false;
    const mark =
      Math.round((chapter.start + 0.5 + ((next.end - chapter.start - 1) * (b % 100)) / 100) * 1_000) / 1_000;
    if (next.end - chapter.start < 2) return false;
    Object.assign(chapter, { end: mark });
    Object.assign(next, { start: mark });
    return true;
  },
  split(chapters, a, b) {
    const index = a % Math.max(1, chapters.length);
    const chapter = chapters[index];
    if (!chapter || chapter.end - chapter.start < 2) return false;
    const mark = Math.round((chapter.start + chapter.end) * 500) / 1_000;
    const texts = chapter.texts.splice(b % (chapter.texts.length + 1));
    chapters.splice(index + 1, 0, {
      id: undefined,
      code: '',
      name: `Part ${b}`,
      start: mark,
      end: chapter.end,
      texts,
    });
    chapter.end = mark;
    return true;
  },
  merge(chapters, a) {
    const order = inTime(chapters);
    const index = a % Math.max(1, order.length - 1);
    const [chapter, next] = [order[index], order[index + 1]];
    if (!chapter || !next) return false;
    chapter.end = next.end;
    chapter.texts.push(...next.texts);
    chapters.splice(chapters.indexOf(next), 1);
    return true;
  },
  order(chapters, a, b) {
    const [moved] = chapters.splice(a % Math.max(1, chapters.length), 1);
    if (moved) chapters.splice(b % (chapters.length + 1), 0, moved);
    return moved !== undefined;
  },
  'move a text'(chapters, a, b) {
    const from = pick(
      chapters.filter(({ texts }) => texts.length > 0),
      a,
    );
    const to = pick(chapters, b);
    const [text] = from?.texts.splice(b % Math.max(1, from.texts.length), 1) ?? [];
    if (text && to) to.texts.splice(a % (to.texts.length + 1), 0, text);
    return text !== undefined;
  },
  write(chapters, a, b) {
    const text = pick(
      chapters.flatMap(({ texts }) => texts),
      a,
    );
    if (text) text.text = `Written ${b}.`;
    return text !== undefined;
  },
  'write in'(chapters, a, b) {
    const chapter = pick(chapters, a);
    const text = { id: undefined, code: '', text: `New ${b}.`, start: null, end: null };
    chapter?.texts.splice(b % (chapter.texts.length + 1), 0, text);
    return chapter !== undefined;
  },
  'delete a text'(chapters, a, b) {
    const chapter = pick(
      chapters.filter(({ texts }) => texts.length > 0),
      a,
    );
    chapter?.texts.splice(b % chapter.texts.length, 1);
    return chapter !== undefined;
  },
  'delete a chapter'(chapters, a) {
    if (chapters.length < 2) return false;
    chapters.splice(a % chapters.length, 1);
    return true;
  },
  add(chapters, _a, b) {
    const start = Math.max(0, ...chapters.map(({ end }) => end));
    const texts = [{ id: undefined, code: '', text: `First ${b}.`, start: null, end: null }];
    chapters.push({ id: undefined, code: '', name: `Added ${b}`, start, end: start + LENGTH, texts });
    return true;
  },
  'set times'(chapters, a) {
    const chapter = pick(chapters, a);
    for (const [index, text] of chapter?.texts.entries() ?? [])
      Object.assign(text, {
        start: (chapter?.start ?? 0) + index,
        end: (chapter?.start ?? 0) + index + 0.75,
      });
    return chapter !== undefined;
  },
};

eachDatabase('the model of book content', async (openEmpty) => {
  const database = await openEmpty();
  const api = await openTestApp(database);
  const bookContents = api.bookContents;
  afterAll(() => api.close());

  const context = contextWith();
  const orderOf = (
    id: number,
    {
      version,
      chapters,
      force = false,
    }: {
      readonly version: number;
      readonly chapters: readonly Chapter[];
      readonly force?: boolean | undefined;
    },
  ) => ({
    id,
    version,
    force,
    chapters: chapters.map(({ code: _code, texts, ...chapter }) => ({
      ...chapter,
      text_items: texts.map(({ code: _own, ...text }) => ({ ...text })),
    })),
  });
  /** Returns the result of a save, or the status of its error. */
  const trySave = async (order: ReturnType<typeof orderOf>): Promise<BookContent | number> => {
    try {
      return await bookContents.save(order, true, context);
    } catch (error) {
      if (error instanceof AppError) return error.status;
      throw error;
    }
  };

  async function run(steps: readonly Step[]): Promise<void> {
    const { id, code: bookCode } = await api.services.books.create({ name: 'Modelled' }, context);
    let version = 1;
    let chapters: Chapter[] = [];
    let references: Reference[] = [];
    /** The saved versions, by number. */
    const savedChapters: ReturnType<typeof contentsOf>[] = [];
    let storyId = 0;

    /** Copies ids and codes of new entries, and checks all others. */
    function follow(response: BookContent, requestedChapters: Chapter[]): void {
      const before = new Map(chapters.map((chapter) => [chapter.id, chapter]));
      const homes = new Map(
        chapters.flatMap((chapter) => chapter.texts.map((text) => [text.id, { chapter, text }] as const)),
      );
      const oldPaths = new Set(references.map(({ code }) => code));
      for (const [index, chapter] of requestedChapters.entries()) {
        const responseChapter = response.chapters[index];
        const knownChapter = chapter.id === undefined ? undefined : before.get(chapter.id);
        if (knownChapter)
          expect([responseChapter?.id, responseChapter?.code]).toEqual([knownChapter.id, knownChapter.code]);
        Object.assign(chapter, { id: responseChapter?.id, code: responseChapter?.code });
        for (const [textIndex, text] of chapter.texts.entries()) {
          const foundText = responseChapter?.text_items?.[textIndex];
          const home = text.id === undefined ? undefined : homes.get(text.id);
          if (text.id !== undefined) expect(foundText?.id).toBe(text.id);
          // A text that stays in its chapter keeps its code; a new one does not get an existing code.
          if (home && home.chapter.id === chapter.id) expect(foundText?.code).toBe(home.text.code);
          Object.assign(text, { id: foundText?.id, code: foundText?.code });
          if (!home) expect(oldPaths).not.toContain(pathOf(chapter, text));
        }
        forgetTimes(chapter);
      }
      const paths = new Map(
        requestedChapters.flatMap((chapter) =>
          chapter.texts.map((text) => [text.id, pathOf(chapter, text)] as const),
        ),
      );
      references = references.map((reference) => ({
        ...reference,
        code: paths.get(reference.textId) ?? reference.code,
      }));
      chapters = requestedChapters;
      version = response.version;
      savedChapters[response.revision] = contentsOf(chapters);
    }

    const copy = () => structuredClone(chapters);
    const keepsReferences = (requestedChapters: readonly Chapter[]) => {
      const textIds = new Set(requestedChapters.flatMap(({ texts }) => texts.map((text) => text.id)));
      const there = new Set(chapters.flatMap(({ texts }) => texts.map((text) => text.id)));
      return references.every(({ textId }) => textIds.has(textId) || !there.has(textId));
    };
    async function save(requestedChapters: Chapter[]): Promise<void> {
      let response = await trySave(orderOf(id, { version, chapters: requestedChapters }));
      if (!keepsReferences(requestedChapters)) {
        expect(response).toBe(409);
        response = await trySave(orderOf(id, { version, chapters: requestedChapters, force: true }));
      }
      if (typeof response === 'number') throw new Error(`Refused with ${response}.`);
      follow(response, requestedChapters);
    }

    async function act([kind, a, b]: Step): Promise<void> {
      const requestedChapters = copy();
      const edit = edits[kind];
      if (edit) return edit(requestedChapters, a, b) ? save(requestedChapters) : undefined;
      if (kind === 'late') {
        edits.rename?.(requestedChapters, a, b);
        expect(await trySave(orderOf(id, { version: version - 1, chapters: requestedChapters }))).toBe(409);
        return undefined;
      }
      if (kind === 'two at once') {
        const other = copy();
        edits.add?.(requestedChapters, a, b);
        // A save without a change creates no version, so the other save would not conflict.
        if (!edits['write in']?.(other, b, a)) edits.add?.(other, b, a);
        const responses = await Promise.all(
          [requestedChapters, other].map((item) => trySave(orderOf(id, { version, chapters: item }))),
        );
        expect(responses.filter((response) => response === 409)).toHaveLength(1);
        const [first, second] = responses;
        if (typeof first === 'object') follow(first, requestedChapters);
        if (typeof second === 'object') follow(second, other);
        return undefined;
      }
      const revisions = await bookContents.revisions(id);
      const revision = pick(revisions, a)?.revision ?? 0;
      const back = savedChapters[revision] ?? [];
      const { chapters: restoredChapters, ...restored } = await bookContents.restore(
        { id, revision, version, force: true },
        context,
      );
      // Restored chapters are new rows with their earlier codes.
      chapters = back.map((chapter, index) => ({
        ...chapter,
        id: restoredChapters[index]?.id,
        texts: chapter.texts.map((text, textIndex) => ({
          ...text,
          id: restoredChapters[index]?.text_items?.[textIndex]?.id,
        })),
      }));
      version = restored.version;
      savedChapters[restored.revision] = contentsOf(chapters);
      const items = await storyItems();
      const idOf = new Map(
        chapters.flatMap((chapter) => chapter.texts.map((text) => [pathOf(chapter, text), text.id] as const)),
      );
      references = references.map(({ textId }, index) => {
        const code = items[index] ?? '';
        return { code, textId: idOf.get(code) ?? textId };
      });
      return undefined;
    }

    const storyItems = async () =>
      (
        await database.kysely
          .selectFrom('story_items')
          .select(['chapter_code', 'text_item_code'])
          .where('story_book_id', '=', storyId)
          .orderBy('position')
          .execute()
      ).map(({ chapter_code, text_item_code }) => `${chapter_code} ${text_item_code}`);

    async function compare(): Promise<void> {
      const bookContent = await bookContents.read(id, true);
      expect(contentsOf(fromApi(bookContent))).toEqual(contentsOf(chapters));
      expect([bookContent.version, bookContent.chapter_count]).toEqual([version, chapters.length]);
      const seconds = chapters.reduce((sum, { start, end }) => sum + Math.round(end - start), 0);
      if (seconds > 0) expect(bookContent.duration).toBe(seconds);
      for (const { texts } of chapters) {
        const starts = texts.flatMap(({ start }) => start ?? []);
        expect(starts).toEqual(starts.toSorted((left, right) => left - right));
        expect(new Set(texts.map(({ code }) => code)).size).toBe(texts.length);
      }
      expect(await storyItems()).toEqual(references.map(({ code }) => code));
    }

    const first = Array.from(
      { length: 3 },
      (_, index): Chapter => ({
        id: undefined,
        code: '',
        name: `Chapter ${index}`,
        start: index * LENGTH,
        end: (index + 1) * LENGTH,
        texts: [1, 2].map((number) => ({
          id: undefined,
          code: '',
          text: `Text ${index} ${number}.`,
          start: null,
          end: null,
        })),
      }),
    );
    savedChapters[0] = [];
    await save(first);
    const firstChapters = chapters.slice(0, 2).map((chapter) => ({ chapter, text: chapter.texts[0] }));
    references = firstChapters.flatMap(({ chapter, text }) =>
      text ? [{ code: pathOf(chapter, text), textId: text.id ?? 0 }] : [],
    );
    const story = await api.services.storyBooks.create(
      {
        title: 'A story',
        story_items: references.map(({ code }) => {
          const [chapter_code = '', text_item_code = ''] = code.split(' ');
          return { book_code: bookCode, chapter_code, text_item_code };
        }),
      },
      context,
    );
    storyId = story.id;
    for (const currentStep of steps) {
      await act(currentStep);
      await compare();
    }
    const { chapters: last } = await bookContents.revision(id, Math.max(0, savedChapters.length - 2));
    expect(contentsOf(fromApi({ chapters: last }))).toEqual(savedChapters.at(-2));
  }

  test('matches the database after random edits, concurrent saves and restored versions', {
    timeout: 240_000,
  }, async () => {
    await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 16 }), run), {
      seed,
      numRuns: 6,
    });
    expect(await checkDatabase(database)).toEqual([]);
  });
});

const fromApi = ({ chapters }: Pick<BookContent, 'chapters'>): Chapter[] =>
  chapters.map(({ id, code, name, start, end, text_items = [] }) => ({
    id,
    code,
    name,
    start: start ?? 0,
    end: end ?? 0,
    texts: text_items.map((text) => ({
      id: text.id,
      code: text.code,
      text: text.text,
      start: text.start,
      end: text.end,
    })),
  }));
