import { Alert, Anchor, Button, Group, Text } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { FormAlert } from '../ui/form-alert.tsx';

export interface EditorAlertProps {
  /** What `useEditor` knows. */
  readonly editor: {
    readonly messages: readonly string[];
    readonly isConflict: boolean;
    readonly reload: () => Promise<void>;
    readonly hasDraft: boolean;
    readonly discardDraft: () => void;
    readonly historyPath?: string | undefined;
  };
}

/** What an editor has to say above its fields, with the way out of an edit conflict, and of a draft. */
export function EditorAlert({ editor }: EditorAlertProps) {
  const { messages, isConflict, reload, hasDraft, discardDraft, historyPath } = editor;
  const { t } = useTranslation();
  return (
    <>
      {historyPath !== undefined && (
        // In a tab of its own: what is typed here stays.
        <Anchor
          href={historyPath}
          target="_blank"
          size="sm"
          style={{ alignSelf: 'end', display: 'inline-flex', alignItems: 'center', minHeight: '2.75rem' }}
        >
          {t('history.open')}
        </Anchor>
      )}
      {hasDraft && (
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the library draws the element
        <Alert role="status" color="gray" icon={<IconHistory size={18} />}>
          <Group justify="space-between" gap="xs">
            <Text span size="sm">
              {t('ui.draftRestored')}
            </Text>
            <Button variant="default" size="xs" onClick={discardDraft}>
              {t('ui.draftDiscard')}
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
