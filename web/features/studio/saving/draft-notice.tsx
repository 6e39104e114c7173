import { Alert, Button, Group } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { selectAuth } from '../../../store/auth-slice.ts';
import { useAppSelector } from '../../../store/hooks.ts';
import { fromSent } from '../model/wire.ts';
import { useStudio } from '../studio-context.ts';
import { useValue } from '../value-store.ts';
import type { Saver } from './create-saver.ts';
import { latestDraft, readDraft, type StudioDraft } from './drafts.ts';
import { useLocale } from '../../../widgets/use-locale.ts';

export interface RestoredDraft {
  readonly savedAt: string;
  /** The book was saved since by somebody else. */
  readonly isOlder: boolean;
  readonly discard: () => void;
}

/** Takes up what was left unsaved here or on the server, as one step that can be taken back. */
export function useDraftRestored(saver: Saver, stored: StudioDraft | undefined): RestoredDraft | undefined {
  const studio = useStudio();
  const { user } = useAppSelector(selectAuth);
  const [draft] = useState(() => latestDraft(readDraft(studio.book.id, user?.email ?? ''), stored));
  const [isGone, setGone] = useState(false);
  const { version, saved } = useValue(saver.state);
  const [opened] = useState(version);
  const isApplied = useRef(false);

  useEffect(() => {
    if (!draft || isApplied.current) return;
    isApplied.current = true;
    studio.history.change({ name: 'draft' }, (inside) =>
      fromSent(inside, draft.chapters, studio.book.audioUrl),
    );
  }, [draft, studio]);

  if (!draft || isGone || version !== opened) return undefined;
  return {
    savedAt: draft.savedAt,
    isOlder: draft.baseVersion < opened,
    discard() {
      studio.history.reset(saved);
      setGone(true);
    },
  };
}

export function DraftNotice({ restored }: { readonly restored: RestoredDraft | undefined }) {
  const { t } = useTranslation();
  const locale = useLocale();
  if (!restored) return null;
  const time = new Date(restored.savedAt).toLocaleString(locale, { dateStyle: 'medium', timeStyle: 'short' });
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the library draws it
    <Alert color="pine" icon={<IconHistory size={18} />} role="status">
      <Group gap="sm" justify="space-between">
        {t(restored.isOlder ? 'studio.draftOlder' : 'studio.draftRestored', { time })}
        <Button size="xs" variant="default" onClick={restored.discard}>
          {t('studio.discard')}
        </Button>
      </Group>
    </Alert>
  );
}
