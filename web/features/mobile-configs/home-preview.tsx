import { useMediaQuery } from '@mantine/hooks';
import { IconBook, IconCategory, IconPlaylist, IconTrophy } from '@tabler/icons-react';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { type BlockTarget, blockTypes, isSingleBlock } from '#contract/mobile-configs/block-types';
import type { BlockItem } from '#contract/mobile-configs/mobile-configs';
import { useAppSelector } from '#web/core/store/hooks.ts';
import { selectSettings } from '#web/core/store/store.ts';
import { PhoneFrame } from '#web/ui/phone-frame.tsx';
import { type FormBlock, nameOf, selectedOf } from './config-blocks.ts';
import classes from './home-preview.module.css';

const icons: Readonly<Record<BlockTarget, typeof IconBook>> = {
  collections: IconPlaylist,
  'story-books': IconBook,
  challenges: IconTrophy,
  categories: IconCategory,
};

/** A phone that shows the blocks as an app would draw them. It follows every edit, and changes nothing. */
export function HomePreview({ blocks }: { readonly blocks: readonly FormBlock[] }) {
  const { t } = useTranslation();
  const { product_name } = useAppSelector(selectSettings);
  const isBeside = useMediaQuery('(min-width: 62em)', true, { getInitialValueInEffect: false });
  const phone = (
    <PhoneFrame note={t('mobileConfigs.previewNote')} label={t('mobileConfigs.previewScreen')}>
      <div className={classes['brand']}>{product_name}</div>
      {blocks.length === 0 && <p className={classes['nothing']}>{t('mobileConfigs.previewEmpty')}</p>}
      {blocks.map((block) => (
        <PreviewBlock key={block.key} block={block} />
      ))}
    </PhoneFrame>
  );
  return isBeside ? (
    <aside className={classes['preview']} aria-label={t('mobileConfigs.preview')}>
      {phone}
    </aside>
  ) : (
    <details className={classes['preview']}>
      <summary className={classes['summary']}>{t('mobileConfigs.preview')}</summary>
      {phone}
    </details>
  );
}

const PreviewBlock = memo(function PreviewBlock({ block }: { readonly block: FormBlock }) {
  const { t } = useTranslation();
  const items = selectedOf(block);
  const { type } = block;
  const title = block.title.trim();
  return (
    <div className={classes['block']}>
      <h4 className={classes['title']}>{title === '' ? t('mobileConfigs.untitled') : title}</h4>
      {items.length === 0 ? (
        <p className={classes['nothing']}>{t('mobileConfigs.leftOut')}</p>
      ) : isSingleBlock(type) ? (
        <Hero block={block} item={items[0] as BlockItem} />
      ) : type === 'categories' ? (
        <div className={classes['tiles']}>
          {items.map((item) => (
            <div key={item.id} className={classes['tile']}>
              <Image block={block} item={item} size={18} />
              <span className={classes['name']}>{nameOf(item)}</span>
            </div>
          ))}
        </div>
      ) : (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls is reached by keyboard
        <section className={classes['row']} aria-label={title} tabIndex={0}>
          {items.map((item) => (
            <div key={item.id} className={classes['card']}>
              <Image block={block} item={item} size={28} />
              <span className={classes['name']}>{nameOf(item)}</span>
              {item.day_count !== undefined && (
                <span className={classes['quiet']}>{t('mobileConfigs.days', { count: item.day_count })}</span>
              )}
            </div>
          ))}
        </section>
      )}
    </div>
  );
});

interface PartProps {
  readonly block: FormBlock;
  readonly item: BlockItem;
}

function Hero({ block, item }: PartProps) {
  return (
    <div className={classes['hero']}>
      <Image block={block} item={item} size={36} />
      <div className={classes['heroWords']}>
        <span className={classes['name']}>{nameOf(item)}</span>
        {item.description && <span className={classes['quiet']}>{item.description}</span>}
      </div>
    </div>
  );
}

function Image({ block: { type }, item: { image }, size }: PartProps & { readonly size: number }) {
  if (image) return <img className={classes['image']} src={image} alt="" loading="lazy" />;
  const Icon = icons[blockTypes[type].shows];
  return (
    <span className={classes['image']} aria-hidden="true">
      <Icon size={size} stroke={1.3} />
    </span>
  );
}
