import { Modal, Table, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useNamedShortcuts } from '#web/core/lib/screen-shortcuts.ts';
import { useBackButton } from '#web/core/lib/use-back-button.ts';
import { KeyNames } from '#web/ui/key-name.tsx';

export interface KeyboardShortcutsDialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** Lists the keyboard shortcuts of the current screen and those that work everywhere. */
export function KeyboardShortcutsDialog({ isOpen, onClose }: KeyboardShortcutsDialogProps) {
  const { t } = useTranslation();
  useBackButton(isOpen, onClose);
  const ofScreen = useNamedShortcuts().map(({ key, label = '' }) => ({
    keys: key === 'ArrowDown' ? ['ArrowUp', 'ArrowDown'] : [key],
    label,
  }));
  const everywhere = [
    { keys: ['mod', 'K'], label: t('keys.palette') },
    { keys: ['mod', 'B'], label: t('keys.sidebar') },
    { keys: ['mod', 'Enter'], label: t('keys.save') },
    { keys: ['mod', 'Z'], label: t('keys.undo') },
    { keys: ['F8'], label: t('keys.toNotification') },
    { keys: ['Esc'], label: t('keys.close') },
    { keys: ['?'], label: t('keys.help') },
  ];
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={t('keys.heading')}
      closeButtonProps={{ 'aria-label': t('ui.close') }}
    >
      {ofScreen.length > 0 && <ShortcutTable title={t('keys.onThisScreen')} rows={ofScreen} />}
      <ShortcutTable title={t('keys.everywhere')} rows={everywhere} />
    </Modal>
  );
}

interface ShortcutTableProps {
  readonly title: string;
  readonly rows: readonly { readonly keys: readonly string[]; readonly label: string }[];
}

function ShortcutTable({ title, rows }: ShortcutTableProps) {
  return (
    <section aria-label={title}>
      <Title order={3} size="h5" mt="xs">
        {title}
      </Title>
      <Table mb="sm">
        <Table.Tbody>
          {rows.map(({ keys, label }) => (
            <Table.Tr key={keys.join()}>
              <Table.Td w="7rem">
                <KeyNames keys={keys} />
              </Table.Td>
              <Table.Td>{label}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </section>
  );
}
