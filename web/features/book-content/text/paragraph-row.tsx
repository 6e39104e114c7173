import { IconPlayerPlayFilled } from '@tabler/icons-react';
import { type ClipboardEvent, type KeyboardEvent, memo, useEffect, useRef } from 'react';
import { limits } from '#contract/core/limits';
import { firstWords } from '#web/core/lib/text-start.ts';
import { chapterOf, type Paragraph } from '../model/book-content.ts';
import { useContentEditor } from '../content-editor-context.ts';
import { useIsFull } from '../use-is-full.ts';
import { useSelected, useValue, type ValueStore } from '#web/core/lib/value-store.ts';
import { readParagraphs } from '../model/paragraphs.ts';
import { Sentences } from './sentences.tsx';
import type { TextPane } from './use-text-pane.ts';
import classes from './text.module.css';

export interface ParagraphRowProps {
  readonly chapter: string;
  readonly paragraph: Paragraph;
  readonly pane: TextPane;
  readonly isListening: boolean;
  readonly isScrolled: ValueStore<boolean>;
}

/** A paragraph: a field during editing, a list of its sentences during playback. */
export const ParagraphRow = memo(function ParagraphRow({ isScrolled, ...props }: ParagraphRowProps) {
  const hasCaret = useSelected(props.pane.caret, (caret) => caret?.key === props.paragraph.key);
  return useIsFull(isScrolled, hasCaret) ? <FullRow {...props} /> : <StaticRow {...props} />;
});

type RowProps = Omit<ParagraphRowProps, 'isScrolled'>;

/** A row during scrolling: its text in the same position, without controls. */
function StaticRow({ paragraph: { text, state }, isListening }: RowProps) {
  return (
    <div className={classes['paragraph']} data-state={state}>
      <div className={classes['gutter']} />
      {isListening ? (
        <p className={classes['read']}>{text}</p>
      ) : (
        <div className={classes['grow']} data-still="true" data-text={text} />
      )}
    </div>
  );
}

function FullRow({ chapter, paragraph, pane, isListening }: RowProps) {
  const contentEditor = useContentEditor();
  const { t } = contentEditor;
  const canEdit = useValue(contentEditor.canEdit);
  const hasAudio = useSelected(
    contentEditor.played,
    (playedSentence) => playedSentence?.paragraph === paragraph.key,
  );
  // Without separate sentences, the whole paragraph is marked.
  const isChosen = useSelected(
    contentEditor.sentence,
    (position) => !isListening && position?.paragraph === paragraph.key,
  );
  const { text, time, state } = paragraph;
  const name = firstWords(text, 6) ?? text;

  const play = () => {
    const audio = chapterOf(contentEditor.current(), chapter)?.audio;
    const lineTime = audio && time && contentEditor.toLine(audio.file, time.start);
    if (lineTime !== undefined) contentEditor.player.play(lineTime);
  };

  return (
    <div className={classes['paragraph']} data-has-audio={hasAudio} data-chosen={isChosen} data-state={state}>
      <div className={classes['gutter']}>
        {time && (
          <button
            type="button"
            className={classes['play']}
            aria-label={t('contentEditor.playParagraph', { text: name })}
            onClick={play}
          >
            <IconPlayerPlayFilled size={11} />
          </button>
        )}
        {state === 'missing_in_audio' && (
          <span className={classes['missingInAudio']} data-tooltip={t('contentEditor.missingInAudio')}>
            <span className={classes['hidden']}>{t('contentEditor.missingInAudio')}</span>
          </span>
        )}
      </div>
      {isListening || !canEdit ? (
        <Sentences chapter={chapter} paragraph={paragraph} />
      ) : (
        <Field chapter={chapter} paragraph={paragraph} pane={pane} />
      )}
    </div>
  );
}

function Field({ chapter, paragraph: { key, text }, pane }: Omit<RowProps, 'isListening'>) {
  const contentEditor = useContentEditor();
  const { t } = contentEditor;
  const field = useRef<HTMLTextAreaElement>(null);
  const position = { chapter, key };
  const { edits, caret, goTo, beside } = pane;

  useEffect(() => {
    const target = caret.get();
    if (target?.key !== key || !field.current) return;
    caret.set(undefined);
    field.current.focus();
    const offset = Math.min(target.offset, field.current.value.length);
    field.current.setSelectionRange(offset, offset);
  });

  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const { selectionStart: from, selectionEnd: to, value } = event.currentTarget;
    const hasRange = from !== to;
    const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : undefined;
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter' && !event.shiftKey && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      goTo(edits.split(position, from, to));
    } else if (event.key === 'Backspace' && from === 0 && !hasRange) {
      const target = edits.join(position);
      if (!target) return;
      event.preventDefault();
      goTo(target);
    } else if (event.key === 'Delete' && from === value.length && !hasRange) {
      const next = beside(key, 1);
      if (!next || next.chapter !== chapter) return;
      event.preventDefault();
      goTo(edits.join(next));
    } else if (step && event.altKey) {
      event.preventDefault();
      edits.move(position, step);
      goTo({ key, offset: from });
    } else if (step && !hasRange && from === (step === -1 ? 0 : value.length)) {
      const target = beside(key, step);
      if (!target) return;
      event.preventDefault();
      goTo({ key: target.key, offset: step === -1 ? Infinity : 0 });
    }
  };

  const onPaste = (event: ClipboardEvent<HTMLTextAreaElement>) => {
    const pastedText = event.clipboardData.getData('text/plain');
    if (!/\r?\n/.test(pastedText.trim()) || readParagraphs(pastedText).length < 2) return;
    event.preventDefault();
    const { selectionStart, selectionEnd } = event.currentTarget;
    goTo(edits.paste(position, { from: selectionStart, to: selectionEnd, pasted: pastedText }));
  };

  return (
    <div className={classes['grow']} data-text={text}>
      <textarea
        ref={field}
        rows={1}
        className={classes['field']}
        aria-label={t('contentEditor.paragraph')}
        data-paragraph={key}
        value={text}
        maxLength={limits.maxTextItemLength}
        onFocus={() => {
          contentEditor.active.set(position);
          if (contentEditor.chosen.get() !== chapter) contentEditor.choose(chapter);
        }}
        onBlur={() => contentEditor.history.rest()}
        onChange={({ currentTarget: { value } }) => edits.type(position, value)}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
      />
    </div>
  );
}
