import { Drawer } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from './app-layout.module.css';
import { Sidebar } from './sidebar.tsx';

export interface NavigationDrawerProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** The sidebar as a drawer on narrow screens. */
export function NavigationDrawer({ isOpen, onClose }: NavigationDrawerProps) {
  const { t } = useTranslation();
  return (
    <Drawer
      opened={isOpen}
      onClose={onClose}
      size="17rem"
      withCloseButton={false}
      attributes={{ content: { 'aria-label': t('layout.mainNavigation') } }}
      classNames={{ body: classes['drawerBody'] ?? '' }}
    >
      <Sidebar onNavigate={onClose} />
    </Drawer>
  );
}
