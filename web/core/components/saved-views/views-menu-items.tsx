import { Menu, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { View } from '#contract/saved-views/saved-views';
import { countFormat } from '#web/core/lib/formats.ts';
import type { ListViews } from './use-list-views.ts';
import type { ViewWrites } from './use-view-writes.ts';
import type { ViewDialogState } from './view-dialog-state.ts';
import classes from './views-menu.module.css';

export interface ViewsMenuItemsProps {
  readonly views: ListViews;
  readonly mayShare: boolean;
  readonly writes: ViewWrites;
  readonly openDialog: (kind: ViewDialogState['kind'], view?: View) => void;
}

/** The views of a list with their counts, and the actions for the current view. */
export function ViewsMenuItems({ views, mayShare, writes, openDialog }: ViewsMenuItemsProps) {
  const { t } = useTranslation();
  const { current, isChanged } = views;
  const own = views.views.filter((view) => view.is_own && !view.is_shared);
  const sharedViews = views.views.filter((view) => view.is_shared);
  return (
    <>
      <div className={classes['views']}>
        <Entry
          name={t('views.standard')}
          isCurrent={current === undefined}
          onOpen={() => views.open(undefined)}
        />
        {[
          { label: t('views.own'), entries: own },
          { label: t('views.shared'), entries: sharedViews },
        ].map(
          ({ label, entries }) =>
            entries.length > 0 && (
              <div key={label} role="presentation">
                <Menu.Label>{label}</Menu.Label>
                {entries.map((view) => (
                  <Entry
                    key={view.id}
                    name={view.name}
                    {...(!view.is_own && { owner: view.owner.name })}
                    {...(view === current && isChanged && { note: t('views.changed') })}
                    count={countText(views, view)}
                    isCurrent={view === current}
                    onOpen={() => views.open(view)}
                  />
                ))}
              </div>
            ),
        )}
        {views.views.length === 0 && (
          <Text size="sm" c="dimmed" px="sm" py={4}>
            {views.hasFailed ? t('views.loadFailed') : views.isReading ? t('ui.loading') : t('views.none')}
          </Text>
        )}
      </div>
      <Menu.Divider />
      {current?.may_change && isChanged && (
        <Menu.Item onClick={() => void writes.replace(current)}>{t('views.saveChanges')}</Menu.Item>
      )}
      <Menu.Item onClick={() => openDialog('save')}>{t('views.save')}</Menu.Item>
      {current?.may_change && (
        <>
          <Menu.Item onClick={() => openDialog('rename', current)}>{t('views.rename')}</Menu.Item>
          {(current.is_shared || mayShare) && (
            <Menu.Item onClick={() => void writes.share(current, !current.is_shared)}>
              {t(current.is_shared ? 'views.unshare' : 'views.share')}
            </Menu.Item>
          )}
          <Menu.Item onClick={() => openDialog('remove', current)}>{t('views.remove')}</Menu.Item>
        </>
      )}
    </>
  );
}

/** Returns three dots while the count is loading, and undefined if it is unknown. */
function countText({ countOf, isReading }: ListViews, view: View): number | string | undefined {
  const count = countOf(view);
  return count ?? (count === null && isReading ? '...' : undefined);
}

interface EntryProps {
  readonly name: string;
  readonly owner?: string;
  readonly note?: string;
  readonly count?: number | string | undefined;
  readonly isCurrent: boolean;
  readonly onOpen: () => void;
}

function Entry({ name, owner, note, count, isCurrent, onOpen }: EntryProps) {
  const { t, i18n } = useTranslation();
  return (
    <Menu.RadioItem
      value={name}
      checked={isCurrent}
      closeMenuOnClick
      // Opening the current view again discards unsaved changes of its settings.
      onClick={onOpen}
      rightSection={
        count !== undefined && (
          <span className={classes['count']}>
            {typeof count === 'number' ? countFormat(i18n.language).format(count) : count}
          </span>
        )
      }
    >
      <span className={classes['entry']}>{name}</span>
      {(owner ?? note) !== undefined && (
        <Text size="xs" c="dimmed" component="span" display="block">
          {[owner !== undefined && t('views.sharedBy', { name: owner }), note].filter(Boolean).join(', ')}
        </Text>
      )}
    </Menu.RadioItem>
  );
}
