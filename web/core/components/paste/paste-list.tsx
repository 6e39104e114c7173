import { Button, Group, Loader, Textarea } from '@mantine/core';
import { IconClipboardList } from '@tabler/icons-react';
import { type ClipboardEvent, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { linesOf } from '#web/core/lib/pasted-lines.ts';
import { isSubmitKey } from '#web/core/lib/screen-shortcuts.ts';
import { LoadAlert } from '#web/ui/load-alert.tsx';
import classes from './paste-list.module.css';
import type { PasteListProps } from './paste-list-props.ts';
import { UnresolvedLines } from './unresolved-lines.tsx';
import { useLineSearch } from './use-line-search.ts';

/**
 * Adds the entries of a pasted list with one code or title per line. Lines with one match are added directly. The user resolves or skips
 * the others. The order of the lines is preserved.
 */
export function PasteList<Entry>({ search, nameOf, keyOf, onAdd, label, children }: PasteListProps<Entry>) {
  const { t } = useTranslation();
  const id = useId();
  const opener = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [text, setText] = useState('');
  const [added, setAdded] = useState<number>();
  const { read, searchLines, forget } = useLineSearch(search);

  const close = () => {
    forget();
    setOpen(false);
    setText('');
    opener.current?.focus();
  };
  const add = (entries: readonly Entry[]) => {
    const byKey = new Map(entries.map((entry) => [keyOf(entry), entry]));
    onAdd([...byKey.values()]);
    setAdded(byKey.size);
    close();
  };
  const find = async (pastedText: string) => {
    const lines = linesOf(pastedText);
    if (lines.length === 0) return;
    const matches = await searchLines(lines);
    if (matches?.every(({ entries }) => entries.length === 1)) add(matches.flatMap(({ entries }) => entries));
  };
  const onPaste = (event: ClipboardEvent) => {
    const pastedText = event.clipboardData.getData('text');
    if (!(event.target instanceof HTMLInputElement) || linesOf(pastedText).length < 2) return;
    // The input would join the lines.
    event.preventDefault();
    setAdded(undefined);
    setText(pastedText);
    setOpen(true);
    void find(pastedText);
  };

  return (
    <div className={classes['paste']} onPaste={onPaste}>
      {children}
      <div className={classes['opener']}>
        <Button
          ref={opener}
          variant="subtle"
          size="compact-sm"
          className={classes['button'] ?? ''}
          leftSection={<IconClipboardList size={16} stroke={1.7} aria-hidden="true" />}
          aria-expanded={isOpen}
          aria-controls={isOpen ? id : undefined}
          aria-label={label === undefined ? undefined : `${t('paste.open')}: ${label}`}
          onClick={() => {
            setAdded(undefined);
            if (isOpen) close();
            else setOpen(true);
          }}
        >
          {t('paste.open')}
        </Button>
        <output>{added !== undefined && t('paste.added', { count: added })}</output>
      </div>
      {isOpen && (
        <section id={id} className={classes['panel']} aria-label={label ?? t('paste.open')}>
          {read?.state !== 'read' && (
            <Textarea
              label={t('paste.lines')}
              rows={5}
              // oxlint-disable-next-line jsx-a11y/no-autofocus -- the user opened the field with the button above it
              autoFocus
              value={text}
              disabled={read?.state === 'reading'}
              onKeyDown={(event) => {
                if (!isSubmitKey(event)) return;
                // Enter would otherwise submit the outer form without these lines.
                event.preventDefault();
                void find(text);
              }}
              onChange={({ currentTarget: { value } }) => setText(value)}
            />
          )}
          {read?.state === 'failed' && <LoadAlert message={read.message} onRetry={() => void find(text)} />}
          {read?.state === 'reading' && (
            <div className={classes['waiting']}>
              <Loader size="sm" aria-hidden />
              <output>{t('paste.reading', { done: read.done, total: read.total })}</output>
            </div>
          )}
          {read?.state === 'read' ? (
            <UnresolvedLines
              lines={read.lines}
              search={search}
              nameOf={nameOf}
              keyOf={keyOf}
              onAdd={add}
              onCancel={close}
            />
          ) : (
            <Group gap="xs" justify="flex-end">
              <Button size="xs" variant="default" onClick={close}>
                {t('ui.cancel')}
              </Button>
              <Button
                size="xs"
                disabled={read?.state === 'reading' || linesOf(text).length === 0}
                onClick={() => void find(text)}
              >
                {t('paste.find')}
              </Button>
            </Group>
          )}
        </section>
      )}
    </div>
  );
}
