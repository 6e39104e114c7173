import { Button, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

/** Shows that the address applies a filter without a control, with a link that removes it. */
export function FilterNotice({
  children,
  onShowAll,
}: {
  readonly children: ReactNode;
  readonly onShowAll: () => void;
}) {
  const { t } = useTranslation();
  return (
    <Text component="div" mb="sm">
      {children}{' '}
      <Button variant="default" size="xs" onClick={onShowAll}>
        {t('users.showAll')}
      </Button>
    </Text>
  );
}
