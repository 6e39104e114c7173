import { useMediaQuery } from '@mantine/hooks';
import {
  IconAlertTriangle,
  IconBook,
  IconBook2,
  IconCategory,
  IconPlaylist,
  IconTrophy,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { type BlockTarget, blockTypes, isSingleBlock } from '#contract/mobile-configs/block-types';
import { useAppSelector } from '#web/core/store/hooks.ts';
import { selectSettings } from '#web/core/store/store.ts';
import { PhoneFrame } from '#web/ui/phone-frame.tsx';
import { SearchFailed } from '#web/ui/search-failed.tsx';
import { type FormBlock, nameOf, selectedOf } from './config-blocks.ts';
import classes from './home-preview.module.css';
import type { HomePreviewState } from './use-home-preview.ts';

const icons: Readonly<Record<BlockTarget, typeof IconBook>> = {
  collections: IconPlaylist,
  'story-books': IconBook,
  challenges: IconTrophy,
  categories: IconCategory,
  books: IconBook2,
};

export interface HomePreviewProps {
  readonly blocks: readonly FormBlock[];
  readonly preview: HomePreviewState;
}

/** A phone with a preview of the blocks in apps. It is updated after every edit. */
export function HomePreview({ blocks, preview }: HomePreviewProps) {
  const { t } = useTranslation();
  const isBeside = useMediaQuery('(min-width: 62em)', true, { getInitialValueInEffect: false });
  const phone = <HomePhone blocks={blocks} preview={preview} heading="h4" />;
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

interface HomePhoneProps extends HomePreviewProps {
  /** The level of the block headings, one below that of the container. */
  readonly heading: 'h3' | 'h4';
}

/** The phone of the preview without its container. */
export function HomePhone({ blocks, preview, heading }: HomePhoneProps) {
  const { t } = useTranslation();
  const { product_name } = useAppSelector(selectSettings);
  return (
    <>
      {preview.hasFailed && (
        <SearchFailed text={t('mobileConfigs.previewFailed')} onRetry={preview.refetch} />
      )}
      <PhoneFrame note={t('mobileConfigs.previewNote')} label={t('mobileConfigs.previewScreen')}>
        <div className={classes['brand']}>{product_name}</div>
        {blocks.length === 0 && <p className={classes['nothing']}>{t('mobileConfigs.previewEmpty')}</p>}
        {blocks.map((block) => (
          <PreviewBlock key={block.key} block={block} preview={preview} heading={heading} />
        ))}
      </PhoneFrame>
    </>
  );
}

interface PreviewItem {
  readonly id: number;
  readonly name: string;
  readonly image: string | null | undefined;
  /** The author of a book. */
  readonly author: string | undefined;
  readonly description: string | undefined;
  readonly day_count: number | undefined;
  /** The number of its books that apps do not show. */
  readonly hiddenBooks: number;
}

/** Returns the cards that apps show. Before the response, returns the selected records with their known images. */
function itemsOf(block: FormBlock, preview: HomePreviewState): readonly PreviewItem[] {
  const { type } = block;
  const { cards, issues = [] } = preview.ofBlock(block) ?? {};
  const selected = selectedOf(block);
  const hiddenBooksOf = (itemId: number) =>
    issues.find(({ record, book_count }) => record?.id === itemId && book_count > 0)?.book_count ?? 0;
  if (cards)
    return cards.map((card) => ({
      id: card.id,
      name: card.title,
      image: isSingleBlock(type) ? card.image : (card.thumbnail_url ?? card.image),
      author: card.kind === 'book' ? card.author.name : undefined,
      description: 'description' in card ? card.description : undefined,
      day_count: 'day_count' in card ? card.day_count : undefined,
      hiddenBooks: hiddenBooksOf(card.id),
    }));
  return selected.map((item) => ({
    id: item.id,
    name: nameOf(item),
    image: preview.imageOf(blockTypes[type].shows, item.id) ?? item.image,
    author: item.author?.name,
    description: item.description,
    day_count: item.day_count,
    hiddenBooks: 0,
  }));
}

interface PreviewBlockProps extends Pick<HomePhoneProps, 'preview' | 'heading'> {
  readonly block: FormBlock;
}

function PreviewBlock({ block, preview, heading: Heading }: PreviewBlockProps) {
  const { t } = useTranslation();
  const { type } = block;
  const items = itemsOf(block, preview);
  const [first] = items;
  const title = block.title.trim();
  return (
    <div className={classes['block']}>
      <Heading className={classes['title']}>{title === '' ? t('mobileConfigs.untitled') : title}</Heading>
      {!first ? (
        <p className={classes['nothing']}>
          {t(selectedOf(block).length > 0 ? 'mobileConfigs.hiddenBlock' : 'mobileConfigs.emptyBlock')}
        </p>
      ) : isSingleBlock(type) ? (
        <Hero shows={blockTypes[type].shows} item={first} />
      ) : type === 'categories' ? (
        <div className={classes['tiles']}>
          {items.map((item) => (
            <div key={item.id} className={classes['tile']}>
              <Image shows="categories" image={item.image} size={18} />
              <span className={classes['name']}>{item.name}</span>
            </div>
          ))}
        </div>
      ) : (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- makes scrollable content accessible by keyboard
        <section className={classes['row']} aria-label={title} tabIndex={0}>
          {items.map((item) => (
            <div key={item.id} className={classes['card']}>
              <Image shows={blockTypes[type].shows} image={item.image} size={28} />
              <span className={classes['name']}>{item.name}</span>
              {item.author !== undefined && <span className={classes['quiet']}>{item.author}</span>}
              {item.day_count !== undefined && (
                <span className={classes['quiet']}>{t('mobileConfigs.days', { count: item.day_count })}</span>
              )}
              <HiddenBooks count={item.hiddenBooks} />
            </div>
          ))}
        </section>
      )}
    </div>
  );
}

function Hero({ shows, item }: { readonly shows: BlockTarget; readonly item: PreviewItem }) {
  return (
    <div className={classes['hero']}>
      <Image shows={shows} image={item.image} size={36} />
      <div className={classes['heroWords']}>
        <span className={classes['name']}>{item.name}</span>
        {item.description && <span className={classes['quiet']}>{item.description}</span>}
        <HiddenBooks count={item.hiddenBooks} />
      </div>
    </div>
  );
}

function HiddenBooks({ count }: { readonly count: number }) {
  const { t } = useTranslation();
  if (count === 0) return null;
  return (
    <span className={classes['hidden']}>
      <IconAlertTriangle size={14} aria-hidden="true" /> {t('mobileConfigs.booksNotShown', { count })}
    </span>
  );
}

interface ImageProps {
  readonly shows: BlockTarget;
  readonly image: string | null | undefined;
  readonly size: number;
}

function Image({ shows, image, size }: ImageProps) {
  if (image) return <img className={classes['image']} src={image} alt="" loading="lazy" />;
  const Icon = icons[shows];
  return (
    <span className={classes['image']} aria-hidden="true">
      <Icon size={size} stroke={1.3} />
    </span>
  );
}
