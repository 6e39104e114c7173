import type { ReactNode, Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppSelector } from '#web/core/store/hooks.ts';
import { selectSettings } from '#web/core/store/store.ts';
import { PhoneFrame } from '#web/ui/phone-frame.tsx';
import { SearchFailed } from '#web/ui/search-failed.tsx';
import type { FormBlock } from './config-blocks.ts';
import { useHiddenContent } from './hidden-content.ts';
import classes from './home-preview.module.css';
import { PreviewBlock } from './preview-block.tsx';
import { PreviewSwitches } from './preview-switches.tsx';
import type { HomePreviewState } from './use-home-preview.ts';
import type { PreviewView } from './use-viewed-preview.ts';

export interface HomePreviewProps extends Omit<HomePhoneProps, 'heading'> {
  readonly view: PreviewView;
  /** True if the view differs from the form. Then the blocks have no warnings about it. */
  readonly showsHiddenContent: boolean;
  /** The buttons beside the switches. */
  readonly actions?: ReactNode;
  /** True beside the blocks, false instead of them. */
  readonly isBeside: boolean;
}

/** A phone with a preview of the blocks in apps, with switches for its service and language. It is updated after every edit. */
export function HomePreview({ view, showsHiddenContent, actions, isBeside, ...phone }: HomePreviewProps) {
  const { t } = useTranslation();
  const hiddenContent = useHiddenContent();
  const Container = isBeside ? 'aside' : 'section';
  return (
    <Container className={classes['preview']} aria-label={t('mobileConfigs.preview')}>
      <div className={classes['toolbar']}>
        <PreviewSwitches view={view} />
        {actions}
      </div>
      <output className={classes['hiddenContent']}>
        {showsHiddenContent && hiddenContent(phone.preview.issues)}
      </output>
      <HomePhone {...phone} heading={isBeside ? 'h4' : 'h3'} />
    </Container>
  );
}

export interface HomePhoneProps {
  readonly blocks: readonly FormBlock[];
  readonly preview: HomePreviewState;
  /** The level of the block headings, one below that of the container. */
  readonly heading: 'h2' | 'h3' | 'h4';
  /** The block that the editor shows; null for none. Absent if blocks cannot be selected. */
  readonly selectedKey?: string | null;
  readonly screenRef?: Ref<HTMLElement>;
  /** True on a page that shows only the preview: it fills the window of a phone. */
  readonly fillsPhones?: boolean;
}

/** The phone of the preview without its container. */
export function HomePhone({
  blocks,
  preview,
  heading,
  selectedKey,
  screenRef,
  fillsPhones = false,
}: HomePhoneProps) {
  const { t } = useTranslation();
  const { product_name } = useAppSelector(selectSettings);
  return (
    <>
      {preview.hasFailed && (
        <SearchFailed text={t('mobileConfigs.previewFailed')} onRetry={preview.refetch} />
      )}
      <PhoneFrame
        note={t('mobileConfigs.previewNote')}
        label={t('mobileConfigs.previewScreen')}
        screenRef={screenRef}
        fillsPhones={fillsPhones}
      >
        <div className={classes['brand']}>{product_name}</div>
        {blocks.length === 0 && <p className={classes['nothing']}>{t('mobileConfigs.previewEmpty')}</p>}
        {blocks.map((block, index) => (
          <PreviewBlock
            key={block.key}
            block={block}
            label={t('mobileConfigs.block', { number: index + 1 })}
            preview={preview}
            heading={heading}
            isSelected={selectedKey === undefined ? undefined : selectedKey === block.key}
          />
        ))}
      </PhoneFrame>
    </>
  );
}
