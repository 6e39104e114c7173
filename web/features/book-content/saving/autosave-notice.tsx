import { Alert, Button, Group } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { selectAuth } from '#web/core/store/auth.slice.ts';
import { useAppSelector } from '#web/core/store/hooks.ts';
import { fromSavedChapters } from '../model/api-format.ts';
import { useContentEditor } from '../content-editor-context.ts';
import { useValue } from '#web/core/lib/value-store.ts';
import type { Saver } from './create-saver.ts';
import { latestAutosave, readContentAutosave, type ContentEditorAutosave } from './autosaves.ts';
import { useLocale } from '#web/core/components/use-locale.ts';
import { dateTimeFormat } from '#web/core/lib/formats.ts';

export interface RestoredAutosave {
  readonly savedAt: string;
  /** True if another user has saved the book after the autosave. */
  readonly isOlder: boolean;
  readonly discard: () => void;
}

/** Restores an autosave of this browser or the server as one step that can be undone. */
export function useAutosaveRestored(
  saver: Saver,
  storedAutosave: ContentEditorAutosave | undefined,
): RestoredAutosave | undefined {
  const contentEditor = useContentEditor();
  const { user } = useAppSelector(selectAuth);
  const [autosave] = useState(() =>
    latestAutosave(readContentAutosave(contentEditor.book, user?.email ?? ''), storedAutosave),
  );
  const [isRemoved, setRemoved] = useState(false);
  const { version, saved } = useValue(saver.state);
  const [opened] = useState(version);
  const isApplied = useRef(false);

  useEffect(() => {
    if (!autosave || isApplied.current) return;
    isApplied.current = true;
    contentEditor.history.change({ name: 'autosave' }, (bookContent) =>
      fromSavedChapters(bookContent, autosave.chapters, contentEditor.book.audioUrl),
    );
  }, [autosave, contentEditor]);

  if (!autosave || isRemoved || version !== opened) return undefined;
  return {
    savedAt: autosave.savedAt,
    isOlder: autosave.baseVersion < opened,
    discard() {
      contentEditor.history.reset(saved);
      setRemoved(true);
    },
  };
}

export function AutosaveNotice({ restored }: { readonly restored: RestoredAutosave | undefined }) {
  const { t } = useTranslation();
  const locale = useLocale();
  if (!restored) return null;
  const time = dateTimeFormat(locale).format(new Date(restored.savedAt));
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the library renders the element
    <Alert color="pine" icon={<IconHistory size={18} />} role="status">
      <Group gap="sm" justify="space-between">
        {t(restored.isOlder ? 'contentEditor.autosaveOlder' : 'contentEditor.autosaveRestored', { time })}
        <Button size="xs" variant="default" onClick={restored.discard}>
          {t('contentEditor.discard')}
        </Button>
      </Group>
    </Alert>
  );
}
