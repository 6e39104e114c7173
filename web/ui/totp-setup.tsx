import '@mantine/core/styles/Center.layer.css';
import { Center, Loader, Stack, Text } from '@mantine/core';
import { createElement } from 'react';
import { useTranslation } from 'react-i18next';
import { createLazyComponent } from '#web/core/lib/lazy-component.tsx';
import { CopyField } from './copy-field.tsx';

const QrCode = createLazyComponent(
  async () => (await import('./qr-code.tsx')).QrCode,
  createElement(Waiting),
);

function Waiting() {
  const { t } = useTranslation();
  return <Loader size="sm" aria-label={t('ui.loading')} />;
}

/** The secret for an authenticator app as a QR code and as text. */
export function TotpSetup({ secret, uri }: { readonly secret: string; readonly uri: string }) {
  const { t } = useTranslation();
  return (
    <Stack gap="sm">
      <Text size="sm">{t('twoFactor.scan')}</Text>
      <Center mih={200}>
        <QrCode text={uri} label={t('twoFactor.qr')} />
      </Center>
      <CopyField label={t('twoFactor.secret')} value={(secret.match(/.{1,4}/g) ?? []).join(' ')} />
    </Stack>
  );
}
