import { Button, Menu, Text } from '@mantine/core';
import { IconChevronDown, IconLayoutList } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { permissionToShare } from '#contract/saved-views/view-lists';
import type { View } from '#contract/saved-views/saved-views';
import { createLazyComponent } from '#web/core/lib/lazy-component.tsx';
import { useLastDefined } from '#web/core/lib/use-last-defined.ts';
import { useHasPermission } from '../use-permission.ts';
import type { ListViews } from './use-list-views.ts';
import { useViewWrites } from './use-view-writes.ts';
import type { ViewDialogState } from './view-dialog-state.ts';
import classes from './views-menu.module.css';
import { countFormat } from '#web/core/lib/formats.ts';

/* The dialogs are loaded when the button is hovered or focused. */
const loadDialogs = () => import('./view-dialogs.tsx');
const ViewDialogs = createLazyComponent(async () => (await loadDialogs()).ViewDialogs);

/** The menu of the views of a list: their counts, and the actions for the current view. */
export function ViewsMenu({ views }: { readonly views: ListViews }) {
  const { t } = useTranslation();
  const mayShare = useHasPermission()(permissionToShare(views.list));
  const writes = useViewWrites(views);
  const [dialog, setDialog] = useState<ViewDialogState>();
  const hasOpenedDialog = useLastDefined(dialog) !== undefined;
  const button = useRef<HTMLButtonElement>(null);
  const openDialog = (kind: ViewDialogState['kind'], view?: View) => {
    // A closing dialog returns the focus to this button, not to a menu entry.
    button.current?.focus();
    setDialog({ kind, view });
  };
  const { current, isChanged } = views;
  const name = current?.name;
  const near = () => {
    void loadDialogs().catch(() => undefined);
    if (!views.isCounted) views.count();
  };
  const own = views.views.filter((view) => view.is_own && !view.is_shared);
  const sharedViews = views.views.filter((view) => view.is_shared);
  return (
    <>
      <Menu position="bottom-start" width={280} onOpen={() => !views.isReading && views.count()}>
        <Menu.Target>
          <Button
            ref={button}
            variant={current ? 'light' : 'default'}
            className={classes['button'] ?? ''}
            aria-label={
              name === undefined
                ? t('views.button')
                : t(isChanged ? 'views.currentChanged' : 'views.current', { name })
            }
            data-tooltip={name ?? t('views.button')}
            leftSection={<IconLayoutList size={16} stroke={1.7} aria-hidden="true" />}
            rightSection={
              <IconChevronDown className={classes['chevron']} size={14} stroke={1.7} aria-hidden="true" />
            }
            onPointerEnter={near}
            onFocus={near}
          >
            <span className={classes['name']} data-current={current !== undefined}>
              {name ?? t('views.button')}
            </span>
            {isChanged && <span className={classes['dot']} aria-hidden="true" />}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
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
                {views.hasFailed
                  ? t('views.loadFailed')
                  : views.isReading
                    ? t('ui.loading')
                    : t('views.none')}
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
        </Menu.Dropdown>
      </Menu>
      {hasOpenedDialog && (
        <ViewDialogs
          dialog={dialog}
          mayShare={mayShare}
          writes={writes}
          onClose={() => setDialog(undefined)}
        />
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
