import '@mantine/core/styles/FloatingIndicator.layer.css';
import '@mantine/core/styles/SegmentedControl.layer.css';
import { Button, SegmentedControl } from '@mantine/core';
import { type DragEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { chapterOf } from '../model/book-content.ts';
import { useBookContent, useContentEditor } from '../content-editor-context.ts';
import pane from '../chapters/chapters.module.css';
import type { TextPane } from './use-text-pane.ts';
import classes from './text.module.css';

interface Read {
  readonly name: string;
  readonly chapter: string;
  readonly paragraphs: readonly string[];
}

const wordsIn = (texts: readonly string[]): number =>
  texts.reduce((sum, text) => sum + (text.match(/\S+/gu)?.length ?? 0), 0);

const hasFiles = (event: DragEvent): boolean => event.dataTransfer.types.includes('Files');

/** Reads the text of a chapter from a chosen or dropped file. The user confirms the result before it is used. */
export function useTextFile(text: TextPane): {
  readonly choose: () => void;
  readonly view: ReactNode;
  /** The event handlers of the drop target. */
  readonly target: {
    readonly onDragOver: (event: DragEvent) => void;
    readonly onDrop: (event: DragEvent) => void;
  };
} {
  const { t } = useTranslation();
  const contentEditor = useContentEditor();
  const input = useRef<HTMLInputElement>(null);
  const [parsedFile, setParsedFile] = useState<Read>();

  async function open(file: File): Promise<void> {
    const chapter = contentEditor.chosen.get();
    if (chapter === undefined || !contentEditor.canEdit.get()) return;
    try {
      // Few users need it, and it includes a ZIP reader.
      const { readTextFile } = await import('./parsers/read-text-file.ts');
      const paragraphs = await readTextFile(file, contentEditor.book.language);
      if ('problem' in paragraphs)
        contentEditor.showMessage(t(`contentEditor.textFile.${paragraphs.problem}`, { name: file.name }));
      else setParsedFile({ name: file.name, chapter, paragraphs: paragraphs.paragraphs });
    } catch {
      contentEditor.showMessage(t('contentEditor.textFile.unreadable', { name: file.name }));
    }
  }

  return {
    choose: () => input.current?.click(),
    target: {
      onDragOver: (event) => {
        if (hasFiles(event)) event.preventDefault();
      },
      onDrop: (event) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        const [file] = event.dataTransfer.files;
        if (file) void open(file);
      },
    },
    view: (
      <>
        <input
          ref={input}
          type="file"
          accept=".txt,.md,.markdown,.docx,text/plain,text/markdown"
          hidden
          aria-label={t('contentEditor.importText')}
          onChange={({ currentTarget }) => {
            const [file] = currentTarget.files ?? [];
            if (file) void open(file);
            currentTarget.value = '';
          }}
        />
        {parsedFile && (
          <ReadPanel
            key={`${parsedFile.chapter} ${parsedFile.name}`}
            read={parsedFile}
            text={text}
            onClose={() => setParsedFile(undefined)}
          />
        )}
      </>
    ),
  };
}

interface ReadPanelProps {
  readonly read: Read;
  readonly text: TextPane;
  readonly onClose: () => void;
}

function ReadPanel({ read: { name, chapter, paragraphs }, text, onClose }: ReadPanelProps) {
  const { t } = useTranslation();
  const contentEditor = useContentEditor();
  const currentChapter = useBookContent((bookContent) => chapterOf(bookContent, chapter));
  const [replaces, setReplaces] = useState(false);
  const panel = useRef<HTMLElement>(null);
  // On a narrow screen it is below the audio.
  useEffect(() => {
    panel.current?.scrollIntoView?.({ block: 'nearest' });
  }, []);
  if (!currentChapter) return null;
  const isEmpty = currentChapter.paragraphs.every((paragraph) => paragraph.text.trim() === '');
  const shownName = currentChapter.name || contentEditor.nameOf(contentEditor.numberOf(chapter));
  const use = () => {
    text.edits.fromFile(chapter, paragraphs, isEmpty || replaces);
    onClose();
  };
  return (
    <section ref={panel} className={pane['panel']} aria-label={t('contentEditor.importText')}>
      <p className={pane['hint']}>
        {t('contentEditor.textFile.found', {
          name,
          count: paragraphs.length,
          words: t('contentEditor.words', { count: wordsIn(paragraphs) }),
          chapter: shownName,
        })}
      </p>
      <ol className={classes['sample']}>
        {paragraphs.slice(0, 3).map((paragraph, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- texts can be duplicates, and their order does not change
          <li key={index}>{paragraph.slice(0, 160)}</li>
        ))}
      </ol>
      <div className={pane['panelRow']}>
        {!isEmpty && (
          <SegmentedControl
            size="xs"
            aria-label={t('contentEditor.textFile.how')}
            value={replaces ? 'replace' : 'add'}
            onChange={(value) => setReplaces(value === 'replace')}
            data={[
              { value: 'add', label: t('contentEditor.textFile.add') },
              { value: 'replace', label: t('contentEditor.textFile.replace') },
            ]}
          />
        )}
        <span className={pane['hint']} />
        <Button size="xs" variant="default" onClick={onClose}>
          {t('ui.cancel')}
        </Button>
        <Button size="xs" onClick={use} data-autofocus>
          {t('contentEditor.textFile.use')}
        </Button>
      </div>
    </section>
  );
}
