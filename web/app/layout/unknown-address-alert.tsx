import { Alert, Button, Group, Text } from '@mantine/core';
import { IconMapPinQuestion } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useNavigate } from 'react-router';
import { openCommandMenu } from '#web/core/lib/command-menu.ts';

export interface UnknownAddressAlertProps {
  readonly address: string;
}

/** Names the unknown address that was redirected to the dashboard, with links to the search and the trash. */
export function UnknownAddressAlert({ address }: UnknownAddressAlertProps) {
  const { t } = useTranslation();
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  return (
    <Alert
      role="none"
      mb="md"
      color="yellow"
      icon={<IconMapPinQuestion size={18} />}
      withCloseButton
      closeButtonLabel={t('layout.close')}
      onClose={() => void navigate(`${pathname}${search}`, { replace: true })}
    >
      <Group gap="sm">
        <Text span size="sm" style={{ overflowWrap: 'anywhere' }}>
          {t('layout.unknownAddress', { address })}
        </Text>
        <Button size="xs" variant="default" onClick={openCommandMenu}>
          {t('layout.searchCatalogue')}
        </Button>
        <Button component={Link} to="/trash" size="xs" variant="default">
          {t('layout.viewTrash')}
        </Button>
      </Group>
    </Alert>
  );
}
