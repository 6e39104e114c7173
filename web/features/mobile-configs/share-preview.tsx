import { Button, Text } from '@mantine/core';
import { IconShare } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { createLazyComponent } from '#web/core/lib/lazy-component.tsx';
import { useIsInRelease } from '#web/core/components/release/use-release.ts';
import { useCanEdit } from '#web/core/components/use-permission.ts';
import { type ConfigValues, toPayload } from './config-blocks.ts';

const SharePreviewDialog = createLazyComponent(
  async () => (await import('./share-preview-dialog.tsx')).SharePreviewDialog,
);

export interface SharePreviewProps {
  /** The home screen as it is now, saved or not. */
  readonly content: ConfigValues;
  /** The short code of the language of the preview; undefined for all languages. */
  readonly language?: string | undefined;
  /** The code of the country of the preview; undefined for all countries. */
  readonly country?: string | undefined;
}

/** The button that creates a link to the preview. Not rendered for users who cannot edit home screens. */
export function SharePreview({ content, language, country }: SharePreviewProps) {
  const { t } = useTranslation();
  const canShare = useCanEdit('mobile-configs');
  const isInRelease = useIsInRelease();
  const [isOpen, setOpen] = useState(false);
  const [shared, setShared] = useState<object>();
  if (!canShare) return null;
  if (isInRelease)
    return (
      <Text size="xs" c="dimmed">
        {t('mobileConfigs.shareLiveOnly')}
      </Text>
    );
  return (
    <>
      <Button
        variant="default"
        size="compact-sm"
        style={{ minHeight: 'var(--lectern-target)' }}
        leftSection={<IconShare size={16} stroke={1.7} aria-hidden="true" />}
        aria-haspopup="dialog"
        onClick={() => {
          setShared({ ...toPayload(content), language, country });
          setOpen(true);
        }}
      >
        {t('mobileConfigs.share')}
      </Button>
      {shared && <SharePreviewDialog content={shared} isOpen={isOpen} onClose={() => setOpen(false)} />}
    </>
  );
}
