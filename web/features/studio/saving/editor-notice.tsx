import { Alert, Button, Group } from '@mantine/core';
import { IconUser } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { useLocale } from '../../../widgets/use-locale.ts';
import type { EditorClaim } from './use-editor-claim.ts';

const timeOf = (iso: string | null, locale: string): string =>
  iso ? new Date(iso).toLocaleTimeString(locale, { timeStyle: 'short' }) : '';

/** Who else is in the book, since when, and the way to take it over. */
export function EditorNotice({ claim: { other, wasTaken, takeOver } }: { readonly claim: EditorClaim }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const [isAsking, setAsking] = useState(false);
  if (!other?.user) return null;
  const { name } = other.user;
  const words = { name, time: timeOf(other.since, locale) };
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the library draws it
    <Alert color="yellow" icon={<IconUser size={18} />} role="status">
      <Group gap="sm" justify="space-between">
        {t(wasTaken ? 'studio.takenBy' : 'studio.editedBy', words)}
        <Button size="xs" variant="default" onClick={() => setAsking(true)}>
          {t('studio.takeOver')}
        </Button>
      </Group>
      <ConfirmDialog
        opened={isAsking}
        title={t('studio.takeOverTitle')}
        text={t('studio.takeOverText', words)}
        confirm={t('studio.takeOver')}
        cancel={t('ui.cancel')}
        onConfirm={() => {
          setAsking(false);
          void takeOver();
        }}
        onCancel={() => setAsking(false)}
      />
    </Alert>
  );
}
