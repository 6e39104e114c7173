import '@mantine/core/styles/Center.layer.css';
import { Button, Center, Group, Loader, Modal, Stack, Text } from '@mantine/core';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import {
  type CreatedPreviewLink,
  type PreviewLink,
  createdPreviewLink,
  previewLinkEndpoints,
} from '#contract/mobile-home/preview-links';
import { readData } from '#web/core/api/client.ts';
import { useLocale } from '#web/core/components/use-locale.ts';
import { type Read, useRemoteRead } from '#web/core/components/use-remote-read.ts';
import { dateTimeFormat } from '#web/core/lib/formats.ts';
import { useBackButton } from '#web/core/lib/use-back-button.ts';
import { CopyField } from '#web/ui/copy-field.tsx';
import { LoadAlert } from '#web/ui/load-alert.tsx';
import { QrCode } from '#web/ui/qr-code.tsx';
import { OtherPreviewLinks } from './other-preview-links.tsx';
import { useRevokePreviewLink } from './use-revoke-preview-link.ts';

export interface SharePreviewDialogProps {
  /** The home screen that is shared. Each new object creates a new link. */
  readonly content: object;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** Creates a link to a preview, and shows it with a QR code. */
export function SharePreviewDialog({ content, isOpen, onClose }: SharePreviewDialogProps) {
  const { t } = useTranslation();
  useBackButton(isOpen, onClose);
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={t('mobileConfigs.share')}
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': t('ui.close') }}
    >
      {isOpen && <Content content={content} onClose={onClose} />}
    </Modal>
  );
}

function Content({ content, onClose }: Pick<SharePreviewDialogProps, 'content' | 'onClose'>) {
  const { t } = useTranslation();
  const create = useCallback<Read<CreatedPreviewLink>>(
    async (client, signal) =>
      createdPreviewLink.parse(
        readData(await client.call({ ...previewLinkEndpoints.create, json: content, signal })),
      ),
    [content],
  );
  const {
    value: link,
    isReading,
    apiError,
    retry,
  } = useRemoteRead(create, {
    attempted_action: t('mobileConfigs.shareFailed'),
  });
  return (
    <Stack gap="sm">
      <Text size="sm">{t('mobileConfigs.shareText')}</Text>
      {isReading && (
        <Center mih={200}>
          <Loader aria-label={t('mobileConfigs.shareCreating')} />
        </Center>
      )}
      {apiError && <LoadAlert message={apiError.message} onRetry={retry} />}
      {link && <CreatedLink link={link} onRevoked={onClose} />}
      {!isReading && <OtherPreviewLinks currentId={link?.id} />}
      <Group justify="flex-end">
        <Button onClick={onClose}>{t('mobileConfigs.shareDone')}</Button>
      </Group>
    </Stack>
  );
}

interface CreatedLinkProps {
  readonly link: CreatedPreviewLink;
  readonly onRevoked: (link: PreviewLink) => void;
}

function CreatedLink({ link, onRevoked }: CreatedLinkProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { revoke, isRevoking } = useRevokePreviewLink(onRevoked);
  // Without a configured public address, the server returns the address of this page's server.
  const { href } = new URL(link.address, window.location.origin);
  const until = dateTimeFormat(locale).format(new Date(link.expires_at));
  return (
    <>
      <CopyField label={t('mobileConfigs.shareLink')} value={href} copyLabel={t('mobileConfigs.shareCopy')} />
      <Center>
        <QrCode text={href} label={t('mobileConfigs.shareQr')} />
      </Center>
      <Group justify="space-between">
        <Text size="sm" c="dimmed">
          {t('mobileConfigs.shareUntil', { until })}
        </Text>
        <Button variant="default" size="xs" disabled={isRevoking} onClick={() => revoke(link)}>
          {t('mobileConfigs.shareRevoke')}
        </Button>
      </Group>
    </>
  );
}
