import { Alert, Button, Group } from '@mantine/core';
import { IconUser } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { useLocale } from '#web/core/components/use-locale.ts';
import type { EditorClaim } from './use-editor-claim.ts';
import { timeFormat } from '#web/core/lib/formats.ts';

const timeOf = (iso: string | null, locale: string): string =>
  iso ? timeFormat(locale).format(new Date(iso)) : '';

/** Names the other user who edits the book, with the start time, and offers to take over. */
export function EditorNotice({
  claim: { other, wasTakenOver: wasTaken, takeOver },
}: {
  readonly claim: EditorClaim;
}) {
  const { t } = useTranslation();
  const locale = useLocale();
  const [isConfirmOpen, setConfirmOpen] = useState(false);
  if (!other?.user) return null;
  const { name } = other.user;
  const values = { name, time: timeOf(other.since, locale) };
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the library renders the element
    <Alert color="yellow" icon={<IconUser size={18} />} role="status">
      <Group gap="sm" justify="space-between">
        {t(wasTaken ? 'contentEditor.takenBy' : 'contentEditor.editedBy', values)}
        <Button size="xs" variant="default" onClick={() => setConfirmOpen(true)}>
          {t('contentEditor.takeOver')}
        </Button>
      </Group>
      <ConfirmDialog
        opened={isConfirmOpen}
        title={t('contentEditor.takeOverTitle')}
        text={t('contentEditor.takeOverText', values)}
        confirm={t('contentEditor.takeOver')}
        cancel={t('ui.cancel')}
        onConfirm={() => {
          setConfirmOpen(false);
          void takeOver();
        }}
        onCancel={() => setConfirmOpen(false)}
      />
    </Alert>
  );
}
