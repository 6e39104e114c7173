import { Button, Group } from '@mantine/core';
import { IconFileOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { openCommandMenu } from '#web/core/lib/command-menu.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { useErrorMessage } from '#web/ui/use-error-message.ts';

export interface NotFoundStateProps {
  readonly message: string;
  /** The explanation, if it is not a record. */
  readonly text?: string;
  /** The address of the list to return to. */
  readonly list: string;
  /** True for records, which can be in the trash. */
  readonly hasTrash?: boolean;
}

/** Replaces a screen whose record does not exist, and offers ways to find it. */
export function NotFoundState({ message, text, list, hasTrash = false }: NotFoundStateProps) {
  const { t } = useTranslation();
  const translateError = useErrorMessage();
  return (
    <EmptyState
      icon={<IconFileOff size={32} stroke={1.3} />}
      title={translateError(message)}
      text={text ?? t('record.notFoundText')}
    >
      <Group gap="xs" justify="center">
        <SearchButton />
        {hasTrash && (
          <Button component={Link} to="/trash" variant="default" size="xs">
            {t('record.viewTrash')}
          </Button>
        )}
        <Button component={Link} to={list} variant="default" size="xs">
          {t('record.viewList')}
        </Button>
      </Group>
    </EmptyState>
  );
}

/** Opens the command menu to search for records. */
export function SearchButton() {
  const { t } = useTranslation();
  return (
    <Button variant="default" size="xs" onClick={openCommandMenu}>
      {t('layout.searchCatalogue')}
    </Button>
  );
}
