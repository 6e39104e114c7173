import { generatePath, Navigate, Route, Routes, useLocation, useParams } from 'react-router';
import { providerCallbackPath } from '#contract/auth/providers';
import { sharedPreviewPath } from '#contract/mobile-home/preview-links';
import { ReleaseNavigation } from '#web/core/components/release/release-navigation.tsx';
import { recordPaths } from '#web/core/lib/record-address.ts';
import { homePath, loginPath, RequireNoSession, RequireSession } from './guards.tsx';
import { AppLayout } from './layout/app-layout.tsx';
import {
  homeScreen,
  linkScreen,
  loginScreen,
  providerScreen,
  screens,
  sharedPreviewScreen,
} from './screens.ts';

/** Redirects the old address of the content editor, so bookmarks still work. */
function OldContentEditorAddress() {
  const { id = '' } = useParams();
  const { search } = useLocation();
  return <Navigate to={`${generatePath('/books/:id/content', { id })}${search}`} replace />;
}

/** Redirects the old address of the contributors, so bookmarks still work. */
function OldContributorsAddress() {
  const { search } = useLocation();
  return <Navigate to={`${recordPaths.authors}${search}`} replace />;
}

/** All routes of the application. Unknown addresses, and those without a screen, are redirected to the dashboard. */
export function AppRoutes() {
  return (
    <Routes>
      <Route element={<RequireNoSession />}>
        <Route path={loginPath} element={<loginScreen.component />} />
      </Route>
      {/* Available to everyone with the link, also while another user is signed in. */}
      <Route path="/invitation" element={<linkScreen.component />} />
      <Route path="/new-password" element={<linkScreen.component />} />
      <Route path={sharedPreviewPath} element={<sharedPreviewScreen.component />} />
      {/* Sign-in providers redirect here after a sign-in, and after changes by a signed-in user. */}
      <Route path={providerCallbackPath} element={<providerScreen.component />} />
      <Route element={<RequireSession />}>
        <Route path="/books/:id/studio" element={<OldContentEditorAddress />} />
        <Route path="/authors" element={<OldContributorsAddress />} />
        <Route
          element={
            <ReleaseNavigation>
              <AppLayout />
            </ReleaseNavigation>
          }
        >
          {screens.map(({ path, component: Content }) =>
            path === homePath ? null : <Route key={path} path={path} element={<Content />} />,
          )}
          {/* The same element for both routes, so a redirect from an unknown address neither remounts nor reloads the screen. The
             layout redirects. */}
          <Route path={homePath} element={<homeScreen.component />} />
          <Route path="*" element={<homeScreen.component />} />
        </Route>
      </Route>
    </Routes>
  );
}
