import { Badge, Button, Group, Modal, Stack } from '@mantine/core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { MobileConfig } from '#contract/mobile-configs/mobile-configs';
import { useBackButton } from '#web/core/lib/use-back-button.ts';
import { useLastDefined } from '#web/core/lib/use-last-defined.ts';
import { BlockIssues } from './block-issues.tsx';
import { toFormBlocks } from './config-blocks.ts';
import { HomePhone } from './home-preview.tsx';
import { useHomePreview } from './use-home-preview.ts';
import { useSetToMain } from './use-set-to-main.ts';

export interface MobileConfigViewProps {
  /** The dialog is closed while this is undefined. */
  readonly config: MobileConfig | undefined;
  readonly onClose: () => void;
}

/** A preview of a home screen for users who cannot edit it. */
export function MobileConfigView({ config, onClose }: MobileConfigViewProps) {
  const { t } = useTranslation();
  const currentConfig = useLastDefined(config);
  const isOpen = config !== undefined;
  useBackButton(isOpen, onClose);
  if (!currentConfig) return null;
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={currentConfig.title}
      size="26rem"
      closeButtonProps={{ 'aria-label': t('ui.close') }}
    >
      <Content key={currentConfig.id} config={currentConfig} />
      <Group justify="flex-end" mt="md">
        <Button variant="default" onClick={onClose} data-autofocus>
          {t('ui.close')}
        </Button>
      </Group>
    </Modal>
  );
}

function Content({ config: { config, is_main_service } }: { readonly config: MobileConfig }) {
  const { t } = useTranslation();
  const blocks = useMemo(() => toFormBlocks(config), [config]);
  const preview = useHomePreview({ is_main_service, config: blocks });
  const { setToMain, isBusy } = useSetToMain(preview.refetch);
  return (
    <Stack gap="sm">
      <Group>
        <Badge variant="light" color={is_main_service ? 'green' : 'gray'}>
          {t(is_main_service ? 'mobileConfigs.forMain' : 'mobileConfigs.forBackup')}
        </Badge>
      </Group>
      {blocks.map((block) => (
        <BlockIssues
          key={block.key}
          issues={preview.ofBlock(block)?.issues ?? []}
          onSetToMain={setToMain}
          isBusy={isBusy}
        />
      ))}
      <div>
        <HomePhone blocks={blocks} preview={preview} heading="h3" />
      </div>
    </Stack>
  );
}
