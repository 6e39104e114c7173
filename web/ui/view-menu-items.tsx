import { Menu } from '@mantine/core';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { changeListView, densities, pageSizes, useListView } from '#web/core/lib/list-view.ts';
import { useListSettings } from './list-settings.ts';

/** The items of the view menu: row height, hideable columns and page size. They are stored. */
export function ViewMenuItems({ hasRows }: { readonly hasRows: boolean }) {
  const { t } = useTranslation();
  const { pageSize } = useListView();
  const { density, hidden, hiddenByDefault, columns, change } = useListSettings();
  // Columns that are hidden by default would make the menu long.
  const [showsAll, setShowsAll] = useState(false);
  const listedColumns = columns.filter(
    ({ key }) => showsAll || !hiddenByDefault.has(key) || !hidden.has(key),
  );
  // The page size of an account can differ from the offered ones.
  const sizes = [...new Set<number>([...pageSizes, pageSize])].toSorted((a, b) => a - b);
  return (
    <>
      {hasRows && (
        <>
          <Menu.Label>{t('ui.density')}</Menu.Label>
          <Menu.RadioGroup
            value={density}
            onChange={(value) => change({ density: densities.find((item) => item === value) ?? density })}
          >
            {densities.map((item) => (
              <Menu.RadioItem key={item} value={item}>
                {t(`ui.${item}`)}
              </Menu.RadioItem>
            ))}
          </Menu.RadioGroup>
          <Menu.Divider />
        </>
      )}
      {columns.length > 0 && (
        <>
          <Menu.Label>{t('views.columns')}</Menu.Label>
          {listedColumns.map(({ key, label }) => (
            <Menu.CheckboxItem
              key={key}
              checked={!hidden.has(key)}
              onChange={(isShown) => {
                // The entry of a hidden column stays in the open menu.
                setShowsAll(showsAll || hiddenByDefault.has(key));
                change({
                  hidden: isShown ? [...hidden].filter((item) => item !== key) : [...hidden, key],
                });
              }}
            >
              {label}
            </Menu.CheckboxItem>
          ))}
          {hiddenByDefault.size > 0 && (
            <Menu.Item
              closeMenuOnClick={false}
              aria-expanded={showsAll}
              leftSection={
                showsAll ? (
                  <IconChevronUp size={14} stroke={1.7} aria-hidden="true" />
                ) : (
                  <IconChevronDown size={14} stroke={1.7} aria-hidden="true" />
                )
              }
              onClick={() => setShowsAll(!showsAll)}
            >
              {t('views.moreColumns')}
            </Menu.Item>
          )}
          <Menu.Divider />
        </>
      )}
      <Menu.Label>{t('ui.pageSize')}</Menu.Label>
      <Menu.RadioGroup
        value={String(pageSize)}
        onChange={(value) =>
          changeListView({ pageSize: sizes.find((size) => String(size) === value) ?? pageSize })
        }
      >
        {sizes.map((size) => (
          <Menu.RadioItem key={size} value={String(size)}>
            {size}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
    </>
  );
}
