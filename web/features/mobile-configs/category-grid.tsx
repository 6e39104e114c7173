import { Checkbox, Loader, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { BlockItem } from '#contract/mobile-configs/mobile-configs';
import type { CategoryOptions } from '#web/core/components/use-category-options.ts';
import { SearchFailed } from '#web/ui/search-failed.tsx';
import { ClampedText } from '#web/ui/user-text.tsx';
import { type FormBlock, nameOf, selectedOf, withItem, withoutItem } from './config-blocks.ts';
import classes from './config-blocks.module.css';

export interface CategoryGridProps {
  readonly block: FormBlock;
  readonly label: string;
  readonly options: CategoryOptions;
  readonly onChange: (block: FormBlock) => void;
}

/** Selects categories in the order of selection. */
export function CategoryGrid({ block, label, options, onChange }: CategoryGridProps) {
  const { t } = useTranslation();
  const selected = selectedOf(block);
  const all: BlockItem[] = options.categories.map(({ id, name, code, image_url }) => ({
    id,
    name,
    code,
    image: image_url,
  }));
  if (options.isLoading) return <Loader size="sm" aria-label={t('ui.loading')} />;
  if (options.hasFailed) return <SearchFailed onRetry={options.retry} />;
  if (all.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {t('mobileConfigs.noCategories')}
      </Text>
    );
  }
  return (
    <fieldset className={classes['grid']} aria-label={t('mobileConfigs.categoriesIn', { label })}>
      {all.map((category) => {
        const position = selected.findIndex(({ id }) => id === category.id);
        return (
          <Checkbox
            key={category.id}
            label={<ClampedText>{nameOf(category)}</ClampedText>}
            checked={position >= 0}
            {...(position >= 0 && { description: t('mobileConfigs.position', { position: position + 1 }) })}
            onChange={() =>
              onChange(position >= 0 ? withoutItem(block, category.id) : withItem(block, category))
            }
          />
        );
      })}
    </fieldset>
  );
}
