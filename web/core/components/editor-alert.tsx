import { Alert, Button, Group, Text } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { useContext, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ResourceName } from '#contract/core/permissions';
import { createLazyComponent } from '#web/core/lib/lazy-component.tsx';
import { PresenceNotice } from './presence/presence-notice.tsx';
import { FormAlert } from '#web/ui/form-alert.tsx';
import { FormContainerContext } from '#web/ui/form-container.ts';

const loadHistory = () => import('./history/history-panel.tsx');
const HistoryPanel = createLazyComponent(async () => (await loadHistory()).HistoryPanel);
/** Preloads the history panel. A failed load is repeated when the button is pressed. */
const preloadHistory = () => void loadHistory().catch(() => undefined);

export interface EditorAlertProps {
  /** State and functions of `useEditor`. */
  readonly editor: {
    readonly messages: readonly string[];
    readonly isConflict: boolean;
    readonly reload: () => Promise<void>;
    readonly hasAutosave: boolean;
    readonly discardAutosave: () => void;
    readonly isDirty?: boolean;
    readonly version?: number | undefined;
    readonly history?: { readonly kind: ResourceName; readonly id: number } | undefined;
  };
}

/** The messages of an editor above its fields, with the actions for an edit conflict and for an autosave. */
export function EditorAlert({ editor }: EditorAlertProps) {
  const { messages, isConflict, reload, hasAutosave, discardAutosave } = editor;
  const { t } = useTranslation();
  // Record pages display the history in their own section.
  const history = useContext(FormContainerContext).isPage ? undefined : editor.history;
  const toggle = useRef<HTMLButtonElement>(null);
  const [showsHistory, setShowsHistory] = useState(false);
  return (
    <>
      {history && (
        <Button
          variant="subtle"
          size="compact-sm"
          ref={toggle}
          aria-expanded={showsHistory}
          leftSection={<IconHistory size={16} stroke={1.7} aria-hidden="true" />}
          style={{ alignSelf: 'end', minHeight: 'var(--lectern-target)' }}
          onPointerEnter={preloadHistory}
          onFocus={preloadHistory}
          onClick={() => setShowsHistory(!showsHistory)}
        >
          {t('history.open')}
        </Button>
      )}
      {history && showsHistory && (
        <HistoryPanel
          {...history}
          onClose={() => {
            setShowsHistory(false);
            toggle.current?.focus();
          }}
          // An edited form is not reloaded, so its values are preserved. Its next save detects the conflict.
          onWritten={() => {
            if (!editor.isDirty) void reload();
          }}
        />
      )}
      {editor.history && !isConflict && (
        <PresenceNotice
          {...editor.history}
          version={editor.version}
          isDirty={editor.isDirty ?? false}
          onReload={() => void reload()}
        />
      )}
      {hasAutosave && (
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the library renders the element
        <Alert role="status" color="gray" icon={<IconHistory size={18} />}>
          <Group justify="space-between" gap="xs">
            <Text span size="sm">
              {t('ui.autosaveRestored')}
            </Text>
            <Button variant="default" size="xs" onClick={discardAutosave}>
              {t('ui.autosaveDiscard')}
            </Button>
          </Group>
        </Alert>
      )}
      <FormAlert messages={messages}>
        {isConflict && (
          <Button variant="default" size="xs" mt="xs" onClick={() => void reload()}>
            {t('ui.loadStored')}
          </Button>
        )}
      </FormAlert>
    </>
  );
}
