import { Button, type ButtonProps } from '@mantine/core';
import { IconFileImport } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { createLazyComponent } from '#web/core/lib/lazy-component.tsx';
import { useBackButton } from '#web/core/lib/use-back-button.ts';
import { useLastDefined } from '#web/core/lib/use-last-defined.ts';
import { usePreload } from '#web/core/lib/use-preload.ts';
import classes from './drop-zone.module.css';
import { DropZone } from './drop-zone.tsx';

const loadPanel = () => import('./import-panel.tsx');
const Panel = createLazyComponent(async () => (await loadPanel()).ImportPanel);

export interface ImportButtonProps {
  /** True while another component that accepts files is open. */
  readonly isOff?: boolean;
  /** Content below the choice, such as a link to the imports. */
  readonly children?: ReactNode;
}

/** Opens a panel for choosing files or a folder. Also imports files that are dropped on the screen. */
export function ImportButton({ isOff = false, children }: ImportButtonProps) {
  const { t } = useTranslation();
  return (
    <>
      <ImportPanelButton
        variant="default"
        classNames={{ label: classes['openLabel'] ?? '', section: classes['openIcon'] ?? '' }}
        label={t('batches.open')}
        data-tooltip={t('batches.panelTitle')}
      >
        {children}
      </ImportPanelButton>
      <DropZone isOff={isOff} />
    </>
  );
}

export interface ImportPanelButtonProps
  extends Pick<ButtonProps, 'variant' | 'size' | 'classNames'>,
    Pick<ImportButtonProps, 'children'> {
  readonly label: string;
  readonly 'data-tooltip'?: string;
}

/** The button and its panel, without the drop zone. */
export function ImportPanelButton({ label, children, ...button }: ImportPanelButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const hasOpened = useLastDefined(isOpen || undefined) !== undefined;
  const close = () => setOpen(false);
  useBackButton(isOpen, close);
  usePreload(loadPanel);
  return (
    <>
      <Button
        {...button}
        aria-label={label}
        leftSection={<IconFileImport size={16} stroke={1.7} />}
        onClick={() => setOpen(true)}
      >
        {label}
      </Button>
      {hasOpened && (
        <Panel isOpen={isOpen} onClose={close}>
          {children}
        </Panel>
      )}
    </>
  );
}
