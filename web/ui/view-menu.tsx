import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { createIdleComponent } from '#web/core/lib/lazy-component.tsx';
import { IconAction } from './icon-action.tsx';
import { MenuButton } from './menu-button.tsx';
import classes from './view-menu.module.css';

const ViewMenuItems = createIdleComponent(async () => (await import('./view-menu-items.tsx')).ViewMenuItems);

export interface ViewMenuProps {
  readonly hasRows: boolean;
  /** Further menu items below. */
  readonly children?: ReactNode;
}

/** The menu with the view settings of a list. */
export function ViewMenu({ hasRows, children }: ViewMenuProps) {
  const { t } = useTranslation();
  return (
    <MenuButton
      position="bottom-end"
      width={200}
      className={classes['entries']}
      renderButton={(target) => (
        <div className={classes['place']}>
          <IconAction
            {...target}
            variant="default"
            size="input-sm"
            label={t('ui.view')}
            icon={<IconAdjustmentsHorizontal size={18} stroke={1.7} />}
          />
        </div>
      )}
    >
      {() => (
        <>
          <ViewMenuItems hasRows={hasRows} />
          {children}
        </>
      )}
    </MenuButton>
  );
}
