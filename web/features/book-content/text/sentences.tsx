import { memo } from 'react';
import type { Paragraph } from '../model/book-content.ts';
import { sentencesOf } from '../model/sentences.ts';
import { chapterOf } from '../model/book-content.ts';
import { isSamePosition } from '../model/times.ts';
import { useContentEditor } from '../content-editor-context.ts';
import { useSelected } from '#web/core/lib/value-store.ts';
import classes from './text.module.css';

export interface SentencesProps {
  readonly chapter: string;
  readonly paragraph: Paragraph;
  /** True renders the sentences without marking selected ones or ones that need review. */
  readonly isPlain?: boolean;
}

/** The sentences of a paragraph. A press plays a sentence, and the one that is played is highlighted. */
export const Sentences = memo(function Sentences({ chapter, paragraph, isPlain }: SentencesProps) {
  const contentEditor = useContentEditor();
  const { t } = contentEditor;
  const playedIndex = useSelected(contentEditor.played, (position) =>
    position?.paragraph === paragraph.key ? position.index : -1,
  );
  const chosenIndex = useSelected(contentEditor.sentence, (position) =>
    position?.paragraph === paragraph.key ? position.index : -1,
  );
  const sentences = sentencesOf(paragraph, contentEditor.book.language);
  const { text } = paragraph;

  const play = (index: number) => {
    const position = { chapter, paragraph: paragraph.key, index };
    if (contentEditor.chosen.get() !== chapter) contentEditor.choose(chapter);
    if (!isSamePosition(contentEditor.sentence.get(), position)) contentEditor.sentence.set(position);
    const audio = chapterOf(contentEditor.current(), chapter)?.audio;
    const time = sentences[index]?.time;
    const lineTime = audio && time && contentEditor.toLine(audio.file, time.start);
    if (lineTime === undefined || !time) return;
    contentEditor.seek(lineTime);
    contentEditor.player.play(lineTime, lineTime + time.end - time.start);
  };

  return (
    <p className={classes['read']}>
      {sentences.map(({ from, to, time, state }, index) => {
        const own = text.slice(from, to);
        const message =
          state === 'low_confidence'
            ? t('contentEditor.lowConfidence')
            : state === 'missing_in_audio'
              ? t('contentEditor.missingInAudio')
              : undefined;
        const gap = text.slice(to, sentences[index + 1]?.from ?? text.length);
        return (
          <span key={from}>
            <span
              className={classes['sentence']}
              data-lit={index === playedIndex}
              data-chosen={!isPlain && index === chosenIndex}
              data-state={isPlain ? undefined : state}
              // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a button would not wrap with its text
              role="button"
              tabIndex={0}
              aria-disabled={!time}
              data-tooltip={isPlain ? undefined : message}
              onClick={() => play(index)}
              onKeyDown={(event) => {
                if (event.key !== 'Enter') return;
                event.preventDefault();
                play(index);
              }}
            >
              {own}
            </span>
            {gap}
          </span>
        );
      })}
    </p>
  );
});
