import { Alert, Button, Group } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { selectAuth } from '../../store/auth-slice.ts';
import { useAppSelector } from '../../store/hooks.ts';
import { findScreen } from '../screens.ts';
import { forgetWayBack, readWayBack } from '../way-back.ts';

/** After a session that ended in the middle of work: leads back to where she was, until she is there or closes it. */
export function WayBackNotice() {
  const { t } = useTranslation();
  const { user } = useAppSelector(selectAuth);
  const { pathname } = useLocation();
  const [address, setAddress] = useState(() => readWayBack(user?.email ?? ''));
  const screen =
    address === undefined ? undefined : findScreen(new URL(address, window.location.href).pathname);
  const close = () => {
    forgetWayBack();
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
