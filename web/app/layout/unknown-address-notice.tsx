import { Alert, Button, Group, Text } from '@mantine/core';
import { IconMapPinQuestion } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { openCommandMenu } from '#web/core/lib/command-menu.ts';
import { Link, useLocation, useNavigate } from 'react-router';

/** The history state of the redirect from an unknown address. */
interface UnknownAddressState {
  readonly unknownAddress: string;
}

/** Returns the state for the redirect to the dashboard; undefined for `/`, which is not unknown. */
export const redirectStateOf = (pathname: string): UnknownAddressState | undefined =>
  pathname === '/' ? undefined : { unknownAddress: pathname };

function readUnknownAddress(state: unknown): string | undefined {
  if (typeof state !== 'object' || state === null || !('unknownAddress' in state)) return undefined;
  return typeof state.unknownAddress === 'string' ? state.unknownAddress : undefined;
}

/** Names the unknown address that was redirected to the dashboard, with links to the search and the trash. */
export function UnknownAddressNotice() {
  const { t } = useTranslation();
  const { pathname, search, state } = useLocation();
  const navigate = useNavigate();
  const address = readUnknownAddress(state);
  if (address === undefined) return null;
  return (
    <output>
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
    </output>
  );
}
