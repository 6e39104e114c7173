import type { BookContent } from '../model/book-content.ts';
import {
  insertParagraphs,
  joinWithPrevious,
  moveParagraph,
  moveToNeighbour,
  readParagraphs,
  removeParagraph,
  setText,
  splitParagraph,
} from '../model/paragraphs.ts';
import { replaceTexts } from '../model/replace-texts.ts';
import type { ContentEditor } from '../create-content-editor.ts';

export interface ParagraphPosition {
  readonly chapter: string;
  readonly key: string;
}

export interface Caret {
  readonly key: string;
  /** The index in characters; Infinity for the end. */
  readonly offset: number;
}

/** Returns the edits of texts. Each is one step that can be undone. Edits that move the caret return its position. */
export function createTextEdits(contentEditor: ContentEditor) {
  const { change, current, numberOf } = contentEditor;
  const about = (chapter: string) => ({ about: { number: numberOf(chapter) } });
  const textOf = ({ chapter, key }: ParagraphPosition): string =>
    current()
      .chapters.find((item) => item.key === chapter)
      ?.paragraphs.find((paragraph) => paragraph.key === key)?.text ?? '';

  /** Returns the document without the selected text. */
  const without = (
    bookContent: BookContent,
    {
      position,
      from,
      to,
    }: { readonly position: ParagraphPosition; readonly from: number; readonly to: number },
  ): BookContent =>
    from === to
      ? bookContent
      : setText(bookContent, {
          chapter: position.chapter,
          key: position.key,
          text: textOf(position).slice(0, from) + textOf(position).slice(to),
        });

  return {
    type: (location: ParagraphPosition, text: string) =>
      change(
        'type',
        (bookContent) => setText(bookContent, { chapter: location.chapter, key: location.key, text }),
        {
          ...about(location.chapter),
          subject: `text:${location.key}`,
        },
      ),
    split(target: ParagraphPosition, from: number, to: number): Caret | undefined {
      const split = splitParagraph(without(current(), { position: target, from, to }), {
        chapter: target.chapter,
        key: target.key,
        offset: from,
      });
      return change('splitText', () => split.bookContent, about(target.chapter))
        ? { key: split.key, offset: 0 }
        : undefined;
    },
    join(position: ParagraphPosition): Caret | undefined {
      const joinResult = joinWithPrevious(current(), position.chapter, position.key);
      return joinResult && change('joinText', () => joinResult.bookContent, about(position.chapter))
        ? { key: joinResult.key, offset: joinResult.caret }
        : undefined;
    },
    /** Pastes paragraphs: the first is inserted at the caret, the others become new paragraphs. */
    paste(
      position: ParagraphPosition,
      { from, to, pasted }: { readonly from: number; readonly to: number; readonly pasted: string },
    ): Caret | undefined {
      const pastedParagraphs = readParagraphs(pasted);
      const [first = '', ...rest] = pastedParagraphs;
      const whole = textOf(position);
      const tail = whole.slice(to);
      const last = rest.at(-1);
      // A space before the pasted text separates it from the previous word.
      const gap = from > 0 && /^[ \t]/.test(pasted) ? ' ' : '';
      const head = whole.slice(0, from) + gap + first + (rest.length === 0 ? tail : '');
      const texts = rest.map((text, index) => (index === rest.length - 1 ? text + tail : text));
      let key = position.key;
      const isChanged = change(
        'pasteText',
        (bookContent) => {
          const changedContent = setText(bookContent, {
            chapter: position.chapter,
            key: position.key,
            text: head,
          });
          const insertResult = insertParagraphs(changedContent, {
            chapter: position.chapter,
            behind: position.key,
            texts,
          });
          key = insertResult.keys.at(-1) ?? position.key;
          return insertResult.bookContent;
        },
        about(position.chapter),
      );
      return isChanged
        ? { key, offset: last === undefined ? from + gap.length + first.length : last.length }
        : undefined;
    },
    append(chapter: string, texts: readonly string[]): Caret | undefined {
      const last = current()
        .chapters.find(({ key }) => key === chapter)
        ?.paragraphs.at(-1)?.key;
      const insertResult = insertParagraphs(current(), { chapter, behind: last, texts });
      const key = insertResult.keys.at(-1);
      return key !== undefined && change('addText', () => insertResult.bookContent, about(chapter))
        ? { key, offset: Infinity }
        : undefined;
    },
    /** Appends the texts of a file to a chapter, or replaces its texts. */
    fromFile: (chapter: string, texts: readonly string[], replaces: boolean) =>
      change(
        'fileText',
        (bookContent) => {
          const last = bookContent.chapters.find(({ key }) => key === chapter)?.paragraphs.at(-1)?.key;
          return replaces
            ? replaceTexts(bookContent, chapter, texts)
            : insertParagraphs(bookContent, { chapter, behind: last, texts }).bookContent;
        },
        about(chapter),
      ),
    remove: (position: ParagraphPosition) =>
      change(
        'removeText',
        (bookContent) => removeParagraph(bookContent, position.chapter, position.key),
        about(position.chapter),
      ),
    move: (position: ParagraphPosition, step: 1 | -1) =>
      change(
        'moveText',
        (bookContent) => moveParagraph(bookContent, { chapter: position.chapter, key: position.key, step }),
        about(position.chapter),
      ),
    toNeighbour: (position: ParagraphPosition, step: 1 | -1) =>
      change(
        step === 1 ? 'textToNext' : 'textToPrevious',
        (bookContent) => moveToNeighbour(bookContent, { chapter: position.chapter, key: position.key, step }),
        about(position.chapter),
      ),
  };
}

export type TextEdits = ReturnType<typeof createTextEdits>;
