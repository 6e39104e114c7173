import {
  IconAlertTriangle,
  IconBook,
  IconBook2,
  IconCategory,
  IconListNumbers,
  IconPlaylist,
  IconTrophy,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { type BlockTarget, blockTypes, isSingleBlock } from '#contract/mobile-configs/block-types';
import { type FormBlock, nameOf, selectedOf } from './config-blocks.ts';
import classes from './home-preview.module.css';
import type { HomePreviewState } from './use-home-preview.ts';

const icons: Readonly<Record<BlockTarget, typeof IconBook>> = {
  collections: IconPlaylist,
  series: IconListNumbers,
  'story-books': IconBook,
  challenges: IconTrophy,
  categories: IconCategory,
  books: IconBook2,
};

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

export interface PreviewBlockProps {
  readonly block: FormBlock;
  /** The name of the block in the editor, such as "Block 2". */
  readonly label: string;
  readonly preview: HomePreviewState;
  /** The level of the heading. */
  readonly heading: 'h2' | 'h3' | 'h4';
  /** True for the block that is marked in the editor; undefined if blocks cannot be selected. */
  readonly isSelected: boolean | undefined;
}

/** A block of a home screen as apps show it. In an editor its heading is a button that selects the block. */
export function PreviewBlock({ block, label, preview, heading: Heading, isSelected }: PreviewBlockProps) {
  const { t } = useTranslation();
  const { type } = block;
  const items = itemsOf(block, preview);
  const [first] = items;
  const title = block.title.trim();
  const heading = title === '' ? t('mobileConfigs.untitled') : title;
  return (
    <div className={classes['block']} data-preview-block={block.key} data-selected={isSelected}>
      <Heading className={classes['title']}>
        {isSelected === undefined ? (
          heading
        ) : (
          // The preview handles presses on the whole block.
          <button
            type="button"
            className={classes['select']}
            aria-label={t('mobileConfigs.previewBlock', { label, title: heading })}
            aria-current={isSelected || undefined}
          >
            {heading}
          </button>
        )}
      </Heading>
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
