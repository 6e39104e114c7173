import type { TextItemRow } from '#server/core/db/tables/book-content';
import type { Plan, PlannedChapter, StoredBookContent } from './plan-types.ts';

/** Returns the texts that a plan deletes. */
function removedTextsOf(
  storedContent: StoredBookContent,
  chapters: readonly PlannedChapter[],
): TextItemRow[] {
  const namedTexts = new Set(
    chapters.flatMap(({ texts }) => (texts ?? []).flatMap(({ before }) => before?.id ?? [])),
  );
  const untouchedChapters = new Set(
    chapters.flatMap(({ before, texts }) => (before && texts === undefined ? [before.id] : [])),
  );
  return [...storedContent.texts].flatMap(([chapterId, rows]) =>
    untouchedChapters.has(chapterId) ? [] : rows.filter(({ id }) => !namedTexts.has(id)),
  );
}

/** Updates references of story items into the book. References to moved texts are updated; those to deleted texts become broken. */
export function followStories(
  storedContent: StoredBookContent,
  chapters: readonly PlannedChapter[],
): Pick<Plan, 'removedTexts' | 'moved' | 'broken'> {
  const chapterByCode = new Map(storedContent.chapters.map((chapter) => [chapter.code, chapter]));
  const codeOfChapter = new Map(
    chapters.flatMap(({ before, values }) => (before ? [[before.id, values.code]] : [])),
  );
  const codesOfText = new Map(
    chapters.flatMap(({ values, texts }) =>
      (texts ?? []).flatMap(({ before, values: text }) =>
        before ? [[before.id, { chapter: values.code, text: text.code }] as const] : [],
      ),
    ),
  );
  const movedStories: Plan['moved'][number][] = [];
  const brokenStories: Plan['broken'][number][] = [];
  const untouchedChapters = new Set(
    chapters.flatMap(({ before, texts }) => (before && texts === undefined ? [before.id] : [])),
  );
  for (const story of storedContent.referringStories) {
    const chapter = chapterByCode.get(story.chapter_code);
    if (!chapter) continue;
    if (untouchedChapters.has(chapter.id)) {
      const code = codeOfChapter.get(chapter.id);
      if (code !== undefined && code !== chapter.code)
        movedStories.push({ story, chapter: code, text: story.text_item_code });
      continue;
    }
    const text = storedContent.texts.get(chapter.id)?.find(({ code }) => code === story.text_item_code);
    if (!text) continue;
    const next = codesOfText.get(text.id);
    if (!next) brokenStories.push(story);
    else if (next.chapter !== story.chapter_code || next.text !== story.text_item_code)
      movedStories.push({ story, ...next });
  }
  return {
    removedTexts: removedTextsOf(storedContent, chapters),
    moved: movedStories,
    broken: brokenStories,
  };
}
