import { Button } from '@mantine/core';
import { IconChevronDown, IconLayoutList } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { permissionToShare } from '#contract/saved-views/view-lists';
import type { View } from '#contract/saved-views/saved-views';
import { createIdleComponent, createLazyComponent } from '#web/core/lib/lazy-component.tsx';
import { useLastDefined } from '#web/core/lib/use-last-defined.ts';
import { MenuButton } from '#web/ui/menu-button.tsx';
import { useHasPermission } from '../use-permission.ts';
import type { ListViews } from './use-list-views.ts';
import { useViewWrites } from './use-view-writes.ts';
import type { ViewDialogState } from './view-dialog-state.ts';
import classes from './views-menu.module.css';

/* The dialogs are loaded when the button is hovered or focused. */
const loadDialogs = () => import('./view-dialogs.tsx');
const ViewDialogs = createLazyComponent(async () => (await loadDialogs()).ViewDialogs);

const ViewsMenuItems = createIdleComponent(
  async () => (await import('./views-menu-items.tsx')).ViewsMenuItems,
);

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
  return (
    <>
      <MenuButton
        button={button}
        position="bottom-start"
        width={280}
        onOpen={() => !views.isReading && views.count()}
        renderButton={(target) => (
          <Button
            {...target}
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
        )}
      >
        {() => <ViewsMenuItems views={views} mayShare={mayShare} writes={writes} openDialog={openDialog} />}
      </MenuButton>
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
