import { bookContentLimits } from '#contract/book-content/book-content';
import { knownErrors } from '#contract/core/errors';
import type { ChapterRow } from '#server/core/db/tables/book-content';
import { fieldErrors } from '#server/core/errors';
import { assignCodes } from './codes.ts';
import { type Problems, assertNoOverlaps, valuesOfChapter } from './plan-chapters.ts';
import { inOrderOfTime, valuesOfText } from './plan-texts.ts';
import type {
  ChapterOrder,
  Plan,
  PlannedChapter,
  PlannedText,
  Audios,
  StoredBookContent,
} from './plan-types.ts';
import { followStories } from './plan-stories.ts';

const byId = <Row extends { readonly id: number }>(rows: Iterable<Row>): ReadonlyMap<number, Row> =>
  new Map(Array.from(rows, (row) => [row.id, row]));

/** Adds errors for ids that occur twice, and for more texts than a book may have. */
function assertNoRepeats(orders: readonly ChapterOrder[], problems: Problems): void {
  const chapters = new Set<number>();
  const texts = new Set<number>();
  let count = 0;
  for (const [index, { id, text_items }] of orders.entries()) {
    if (id !== undefined && chapters.has(id))
      problems.set(`chapters.${index}.id`, knownErrors.duplicateChapter);
    if (id !== undefined) chapters.add(id);
    for (const [textIndex, text] of (text_items ?? []).entries()) {
      count += 1;
      if (text.id === undefined) continue;
      if (texts.has(text.id))
        problems.set(`chapters.${index}.text_items.${textIndex}.id`, knownErrors.duplicateText);
      texts.add(text.id);
    }
  }
  if (count > bookContentLimits.maxTextItems)
    problems.set('chapters', knownErrors.tooManyTexts(bookContentLimits.maxTextItems));
}

function throwIfAny(problems: Problems): void {
  if (problems.size > 0) throw fieldErrors(problems);
}

/**
 * Plans a save by comparing it with the stored content. Nothing is written.
 * @throws AppError 422 with a message per path
 */
export function planSave(
  storedContent: StoredBookContent,
  orders: readonly ChapterOrder[],
  audios: Audios,
): Plan {
  const problems: Problems = new Map();
  assertNoRepeats(orders, problems);
  throwIfAny(problems);
  const { bookAudioKey } = storedContent;
  const chaptersById = byId(storedContent.chapters);
  const textsById = byId([...storedContent.texts.values()].flat());
  const befores = orders.map(({ id }) => (id === undefined ? undefined : chaptersById.get(id)));
  const usedCodes = new Set(storedContent.chapters.map(({ code }) => code));
  for (const { chapter_code } of storedContent.referringStories) usedCodes.add(chapter_code);
  const { codes, repeated } = assignCodes(
    orders.map(({ code }, index) => ({ fixed: code || befores[index]?.code })),
    'CH',
    usedCodes,
  );
  for (const index of repeated) problems.set(`chapters.${index}.code`, knownErrors.codesRepeated);
  const placedOrders = orders.map((order, index) => {
    const before = befores[index];
    const values = valuesOfChapter(order, before, { index, bookAudioKey, audios, problems });
    return { index, before, values: { ...values, code: codes[index] ?? '' } };
  });
  assertNoOverlaps(placedOrders, problems);

  const audioOf = (chapter: Pick<ChapterRow, 'audio_key'>) => chapter.audio_key ?? bookAudioKey;
  /** The texts that are moved to another chapter. */
  const leavingTexts = new Set(
    orders.flatMap(({ text_items }, index) =>
      (text_items ?? []).flatMap(({ id }) => {
        const row = id === undefined ? undefined : textsById.get(id);
        return row && row.chapter_id !== befores[index]?.id ? [row.id] : [];
      }),
    ),
  );

  function planTexts(order: ChapterOrder, index: number): PlannedText[] | undefined {
    const own = placedOrders[index];
    if (!own) return undefined;
    const { before: chapter } = own;
    const rows = chapter ? storedContent.texts.get(chapter.id) : undefined;
    const isNewAudio = chapter !== undefined && audioOf(chapter) !== audioOf(own.values);
    const remainingTexts = rows?.filter(({ id }) => !leavingTexts.has(id));
    // Texts of a chapter with new audio lose their times as if they were sent.
    const sentTexts: ChapterOrder['text_items'] =
      order.text_items ?? (isNewAudio ? remainingTexts?.map(({ id }) => ({ id })) : undefined);
    if (!sentTexts) {
      // Another chapter contains some of its texts.
      if (remainingTexts && remainingTexts.length !== rows?.length)
        return remainingTexts.map((before) => ({ before, values: before }));
      return chapter ? undefined : [];
    }
    const items = sentTexts.map((input) => ({
      sent: input,
      before: input.id === undefined ? undefined : textsById.get(input.id),
    }));
    const usedCodeList = [
      ...(rows ?? []).map(({ code }) => code),
      ...storedContent.referringStories.flatMap(({ chapter_code, text_item_code }) =>
        chapter_code === own.values.code || chapter_code === chapter?.code ? [text_item_code] : [],
      ),
    ];
    const assignedCodes = assignCodes(
      items.map(({ sent, before }) =>
        before && before.chapter_id !== chapter?.id
          ? { preferred: sent.code || before.code }
          : { fixed: sent.code || before?.code },
      ),
      'T',
      usedCodeList,
    );
    const path = `chapters.${index}.text_items`;
    for (const textCode of assignedCodes.repeated)
      problems.set(`${path}.${textCode}.code`, knownErrors.codesRepeated);
    const texts = items.map(({ sent, before }, textIndex): PlannedText => {
      const home = before && chaptersById.get(before.chapter_id);
      const isSameAudio = home !== undefined && audioOf(home) === audioOf(own.values);
      const values = valuesOfText(sent, { before, isSameAudio, path: `${path}.${textIndex}`, problems });
      const { newId } = sent;
      return { before, newId, values: { ...values, code: assignedCodes.codes[textIndex] ?? '' } };
    });
    return inOrderOfTime(texts, path, problems);
  }

  const chapters = placedOrders.map(
    ({ before, values }, index): PlannedChapter => ({
      before,
      newId: orders[index]?.newId,
      values,
      texts: planTexts(orders[index] ?? {}, index),
    }),
  );
  throwIfAny(problems);

  const remainingChapters = new Set(befores.flatMap((before) => before?.id ?? []));
  const removedChapters = storedContent.chapters.filter(({ id }) => !remainingChapters.has(id));
  return { chapters, removedChapters, ...followStories(storedContent, chapters) };
}
