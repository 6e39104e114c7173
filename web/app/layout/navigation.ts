import {
  IconAdjustmentsHorizontal,
  IconBooks,
  IconCategory2,
  IconChartDots3,
  IconDeviceMobile,
  IconFileAnalytics,
  IconLayoutDashboard,
  IconNotebook,
  IconSitemap,
  IconStack2,
  IconTargetArrow,
  IconUsers,
} from '@tabler/icons-react';
import type { ComponentType } from 'react';
import type { ScreenTitle } from '../screens.ts';

export interface NavigationEntry {
  readonly label: ScreenTitle;
  readonly path: string;
  readonly icon: ComponentType<{ size?: number | string; stroke?: number | string }>;
}

/** The sidebar, in groups that a fine line parts. */
export const navigation: readonly (readonly NavigationEntry[])[] = [
  [{ label: 'dashboard', path: '/dashboard', icon: IconLayoutDashboard }],
  [
    { label: 'books', path: '/books', icon: IconBooks },
    { label: 'categories', path: '/categories', icon: IconCategory2 },
    { label: 'subCategories', path: '/sub-categories', icon: IconSitemap },
    { label: 'collections', path: '/collections', icon: IconStack2 },
    { label: 'storyBooks', path: '/story-books', icon: IconNotebook },
    { label: 'challenges', path: '/challenges', icon: IconTargetArrow },
    { label: 'mobileConfigs', path: '/mobile-configs', icon: IconDeviceMobile },
  ],
  [
    { label: 'analytics', path: '/analytics', icon: IconChartDots3 },
    { label: 'users', path: '/users', icon: IconUsers },
    { label: 'reports', path: '/reports', icon: IconFileAnalytics },
    { label: 'settings', path: '/settings', icon: IconAdjustmentsHorizontal },
  ],
];
