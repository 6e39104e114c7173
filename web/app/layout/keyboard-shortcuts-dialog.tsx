import { Modal, Table, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useNamedKeys } from '#web/core/lib/screen-keys.ts';
import { useBackButton } from '#web/core/lib/use-back-button.ts';
import { KeyNames } from '#web/ui/key-name.tsx';

export interface KeysDialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** Which keys there are: those of the screen that is shown, and those that work everywhere. */
export function KeysDialog({ isOpen, onClose }: KeysDialogProps) {
  const { t } = useTranslation();
  useBackButton(isOpen, onClose);
  const ofScreen = useNamedKeys().map(({ key, label = '' }) => ({
    keys: key === 'ArrowDown' ? ['ArrowUp', 'ArrowDown'] : [key],
    label,
  }));
  const everywhere = [
    { keys: ['mod', 'K'], label: t('keys.palette') },
    { keys: ['mod', 'Enter'], label: t('keys.save') },
    { keys: ['mod', 'Z'], label: t('keys.undo') },
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
      {ofScreen.length > 0 && <KeyTable title={t('keys.onThisScreen')} rows={ofScreen} />}
      <KeyTable title={t('keys.everywhere')} rows={everywhere} />
    </Modal>
  );
}

interface KeyTableProps {
  readonly title: string;
  readonly rows: readonly { readonly keys: readonly string[]; readonly label: string }[];
}

function KeyTable({ title, rows }: KeyTableProps) {
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
