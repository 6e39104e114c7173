import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Sample } from '#contract/books/sample';
import { useValue } from '#web/core/lib/value-store.ts';
import { SampleFields } from '#web/features/books/sample-fields.tsx';
import { useSampleForm } from '#web/features/books/use-sample-form.ts';
import { toExactClock } from '#web/core/lib/clock.ts';
import { useBookContent, useContentEditor } from './content-editor-context.ts';
import { chapterOf } from './model/book-content.ts';
import type { Saver } from './saving/create-saver.ts';
import panelClasses from './chapters/chapters.module.css';

const DEFAULT_SECONDS = 60;

export interface SamplePanelProps {
  readonly saver: Saver;
  readonly onClose: () => void;
}

/** Selects the audio sample of the book while the audio is played. */
export function SamplePanel({ saver, onClose }: SamplePanelProps) {
  const { t } = useTranslation();
  const contentEditor = useContentEditor();
  const { version, saved } = useValue(saver.state);
  const bookContent = useBookContent((content) => content);
  const isDirty = bookContent !== saved;
  const chapters = bookContent.chapters.flatMap(({ code, name, audio, key }) =>
    code === undefined || !audio
      ? []
      : [{ code, name: name || contentEditor.nameOf(contentEditor.numberOf(key)) }],
  );

  /** Returns the playback position in a chapter; undefined outside its audio. */
  const positionIn = (code: string): number | undefined => {
    const chapter = bookContent.chapters.find((candidate) => candidate.code === code);
    const span = chapter && contentEditor.positionOf(chapter.key);
    const time = contentEditor.player.time.get();
    return span && time >= span.start && time <= span.end ? time - span.start : undefined;
  };

  /** Returns the selected sentence, otherwise the part of the selected chapter after the playback position. */
  function selection(): Sample {
    const position = contentEditor.sentence.get();
    const chapter =
      chapterOf(bookContent, position?.chapter ?? contentEditor.chosen.get()) ?? bookContent.chapters[0];
    const code =
      chapters.find((candidate) => candidate.code === chapter?.code)?.code ?? chapters[0]?.code ?? '';
    const paragraph = chapter?.paragraphs.find(({ key }) => key === position?.paragraph);
    const time = paragraph?.sentences[position?.index ?? -1]?.time ?? paragraph?.time;
    if (time && chapter?.audio)
      return {
        chapter_code: code,
        start: time.start - chapter.audio.start,
        end: time.end - chapter.audio.start,
      };
    const start = positionIn(code) ?? 0;
    const length = chapter?.audio ? chapter.audio.end - chapter.audio.start : DEFAULT_SECONDS;
    return { chapter_code: code, start, end: Math.min(length, start + DEFAULT_SECONDS) };
  }

  const form = useSampleForm(
    { id: contentEditor.book.id, version },
    {
      initial: selection(),
      onSaved: (book) => {
        if (book?.version !== undefined) saver.setVersion(book.version);
        onClose();
      },
    },
  );
  const setEdge = (edge: 'start' | 'end') => {
    const seconds = positionIn(form.values.chapter_code);
    if (seconds !== undefined) form.set({ [edge]: toExactClock(seconds) });
  };

  return (
    <section className={panelClasses['panel']} aria-label={t('sample.heading')}>
      <SampleFields form={form} chapters={chapters} />
      <div className={panelClasses['panelRow']}>
        <Button size="xs" variant="default" onClick={() => form.setRange(selection())}>
          {t('sample.useSelection')}
        </Button>
        <Button size="xs" variant="default" onClick={() => setEdge('start')}>
          {t('sample.startHere')}
        </Button>
        <Button size="xs" variant="default" onClick={() => setEdge('end')}>
          {t('sample.endHere')}
        </Button>
        <p className={panelClasses['hint']}>{isDirty && t('sample.unsaved')}</p>
        <Button size="xs" variant="default" onClick={onClose}>
          {t('ui.cancel')}
        </Button>
        <Button size="xs" disabled={isDirty || form.isSaving} onClick={form.submit}>
          {t('sample.save')}
        </Button>
      </div>
    </section>
  );
}
