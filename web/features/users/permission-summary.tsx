import { Button, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

/** Says that an address shows a part of a list for which there is no filter to be seen, with the way out. */
export function ShownPart({
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
