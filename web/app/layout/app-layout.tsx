import { Loader } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, Outlet, useLocation } from 'react-router';
import { openCommandMenu } from '#web/core/lib/command-menu.ts';
import { createLazyComponent } from '#web/core/lib/lazy-component.tsx';
import { useLastDefined } from '#web/core/lib/use-last-defined.ts';
import { useValue } from '#web/core/lib/value-store.ts';
import { selectReleaseId } from '#web/core/store/active-release.slice.ts';
import { fetchProfile } from '#web/core/store/auth.slice.ts';
import { selectBatches } from '#web/core/store/import-batches.slice.ts';
import { useAppDispatch, useAppSelector } from '#web/core/store/hooks.ts';
import { useNotificationStorage } from '#web/core/components/use-notification-storage.ts';
import { recordForRelease } from '#web/core/components/release/add-to-release.ts';
import { ReleaseScope } from '#web/core/components/release/release-scope.tsx';
import { closePlayer, isPlayerOpen, subscribePlayer } from '#web/core/components/player/player-control.ts';
import { useJobWatch } from '#web/core/components/use-job-watch.ts';
import { CrashBoundary } from '../crash-boundary.tsx';
import { homePath } from '../guards.tsx';
import { useHelp } from '../help/use-help.ts';
import { ScreenFrameContext } from '../screen-frame.ts';
import { findScreen } from '../screens.ts';
import classes from './app-layout.module.css';
import { Footer } from './footer.tsx';
import { Sidebar } from './sidebar.tsx';
import { TopBar } from './top-bar.tsx';
import { prefetchCommandMenu } from './top-search.tsx';
import { useCollapsedSidebar } from './use-collapsed-sidebar.ts';
import { useFollowedScheme } from './use-appearance.ts';
import { useKeyboard } from './use-keyboard.ts';
import { useLinkPreload } from './use-link-preload.ts';
import { useOverview } from './use-overview.ts';
import { ReturnNotice } from './return-notice.tsx';
import { redirectStateOf, UnknownAddressNotice } from './unknown-address-notice.tsx';
import { FocusOnChange, useScreenChange, useScreenTitle } from './use-screen-change.ts';

const NavigationDrawer = createLazyComponent(
  async () => (await import('./navigation-drawer.tsx')).NavigationDrawer,
);

const KeyboardShortcutsDialog = createLazyComponent(
  async () => (await import('./keyboard-shortcuts-dialog.tsx')).KeyboardShortcutsDialog,
);

const HelpPanel = createLazyComponent(async () => (await import('../help/help-panel.tsx')).HelpPanel);

const UploadLines = createLazyComponent(async () => (await import('./upload-lines.tsx')).UploadLines);

const ReleaseBar = createLazyComponent(
  async () => (await import('#web/features/releases/release-bar.tsx')).ReleaseBar,
);

const AddToReleaseDialog = createLazyComponent(
  async () => (await import('#web/core/components/release/add-to-release-dialog.tsx')).AddToReleaseDialog,
);

const PlayerBar = createLazyComponent(
  async () => (await import('#web/core/components/player/player-bar.tsx')).PlayerBar,
);

/** The layout of every screen behind the sign-in. It reads the profile again each time it is mounted, and no screen waits for that. */
export function AppLayout() {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const main = useRef<HTMLElement>(null);
  const [isNavigationOpen, navigation] = useDisclosure(false);
  const [hasOpenedNavigation, setHasOpenedNavigation] = useState(false);
  const openNavigation = () => {
    setHasOpenedNavigation(true);
    navigation.open();
  };
  const hasBatches = useAppSelector(selectBatches).length > 0;
  const [shortcutsState, setShortcutsState] = useState<'never opened' | 'open' | 'closed'>('never opened');
  const openKeyboardShortcuts = () => setShortcutsState('open');
  const help = useHelp();
  const { isCollapsed, toggle: toggleSidebar } = useCollapsedSidebar();
  useKeyboard({ toggleSidebar, openCommandMenu, openKeyboardShortcuts, prefetchCommandMenu });
  useProfile();
  useFollowedScheme();
  useLinkPreload();
  useJobWatch();
  useNotificationStorage();
  useOverview();
  useScreenTitle();
  const hasPlayer = useSyncExternalStore(subscribePlayer, isPlayerOpen);
  const release = useAppSelector(selectReleaseId);
  const hasRecordForRelease = useLastDefined(useValue(recordForRelease)) !== undefined;
  // The playback ends with the session.
  useEffect(() => closePlayer, []);
  const takeChange = useScreenChange();
  const frame = useMemo(
    () => ({
      loading: (
        <div className={classes['loading']}>
          <Loader className={classes['loader'] ?? ''} aria-label={t('layout.loadingScreen')} />
        </div>
      ),
      loaded: <FocusOnChange main={main} takeChange={takeChange} />,
    }),
    [t, takeChange],
  );
  return (
    <div className={classes['shell']} data-help={help.name !== undefined} data-collapsed={isCollapsed}>
      {!findScreen(pathname) && <Navigate to={homePath} replace state={redirectStateOf(pathname)} />}
      <a href="#main" className={classes['skip']} onClick={() => main.current?.focus()}>
        {t('layout.skipToContent')}
      </a>
      <aside className={classes['rail']} aria-label={t('layout.sidebar')}>
        <Sidebar isCollapsed={isCollapsed} onToggle={toggleSidebar} />
      </aside>
      {hasOpenedNavigation && <NavigationDrawer isOpen={isNavigationOpen} onClose={navigation.close} />}
      <TopBar
        isNavigationOpen={isNavigationOpen}
        onOpenNavigation={openNavigation}
        openKeyboardShortcuts={openKeyboardShortcuts}
        openHelp={help.open}
        isHelpOpen={help.name !== undefined}
        onToggleHelp={help.toggle}
      />
      {release !== undefined && <ReleaseBar id={release} />}
      {hasRecordForRelease && <AddToReleaseDialog />}
      {shortcutsState !== 'never opened' && (
        <KeyboardShortcutsDialog
          isOpen={shortcutsState === 'open'}
          onClose={() => setShortcutsState('closed')}
        />
      )}
      <main id="main" ref={main} tabIndex={-1} className={classes['main']}>
        <ReturnNotice />
        <UnknownAddressNotice />
        {hasBatches && <UploadLines />}
        <CrashBoundary resetKey={pathname}>
          <ScreenFrameContext value={frame}>
            <ReleaseScope>
              <Outlet />
            </ReleaseScope>
          </ScreenFrameContext>
        </CrashBoundary>
      </main>
      <Footer />
      {hasPlayer && <PlayerBar />}
      {help.name !== undefined && (
        <HelpPanel
          key={help.opening}
          name={help.name}
          isOfScreen={help.isOfScreen}
          onClose={help.close}
          openShortcuts={openKeyboardShortcuts}
        />
      )}
    </div>
  );
}

function useProfile(): void {
  const dispatch = useAppDispatch();
  useEffect(() => {
    const request = dispatch(fetchProfile());
    return () => request.abort();
  }, [dispatch]);
}
