import { Alert, Button, Group } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { selectAuth } from '#web/core/store/auth.slice.ts';
import { useAppSelector } from '#web/core/store/hooks.ts';
import { findScreen } from '../screens.ts';
import { forgetReturnUrl, readReturnUrl } from '../return-url.ts';

/** After the server ended a session, links to the screen where it ended, until the user opens it or closes the notice. */
export function ReturnNotice() {
  const { t } = useTranslation();
  const { user } = useAppSelector(selectAuth);
  const { pathname } = useLocation();
  const [address, setAddress] = useState(() => readReturnUrl(user?.email ?? ''));
  const screen =
    address === undefined ? undefined : findScreen(new URL(address, window.location.href).pathname);
  const close = () => {
    forgetReturnUrl();
    setAddress(undefined);
  };
  if (address === undefined || !screen || screen.path === pathname) return null;
  return (
    <output>
      <Alert
        role="none"
        mb="md"
        icon={<IconArrowBackUp size={18} />}
        withCloseButton
        closeButtonLabel={t('layout.close')}
        onClose={close}
      >
        <Group gap="sm">
          <span>{t('layout.sessionEnded')}</span>
          <Button component={Link} to={address} size="xs" variant="default" onClick={close}>
            {t('layout.goBackTo', { screen: t(`${screen.name}.heading`) })}
          </Button>
        </Group>
      </Alert>
    </output>
  );
}
