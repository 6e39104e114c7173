import { Suspense } from 'react';
import { generatePath, Navigate, Route, Routes, useLocation, useParams } from 'react-router';
import { providerCallbackPath } from '#contract/auth/providers';
import { homePath, loginPath, RequireNoSession, RequireSession } from './guards.tsx';
import { AppLayout } from './layout/app-layout.tsx';
import type { LazyScreen } from './lazy-screen.tsx';
import { homeScreen, linkScreen, loginScreen, providerScreen, screens } from './screens.ts';

/** Without the frame, which would show that a screen is on its way. */
const alone = ({ component: Content }: LazyScreen) => (
  <Suspense>
    <Content />
  </Suspense>
);

/** Redirects the former address of the content editor, so that bookmarks keep working. */
function OldContentEditorAddress() {
  const { id = '' } = useParams();
  const { search } = useLocation();
  return <Navigate to={`${generatePath('/books/:id/content', { id })}${search}`} replace />;
}

/** Every address of the application. Unknown ones, and those whose screen does not exist, lead home. */
export function AppRoutes() {
  return (
    <Routes>
      <Route element={<RequireNoSession />}>
        <Route path={loginPath} element={alone(loginScreen)} />
      </Route>
      {/* For whoever has the link, also where somebody else is signed in. */}
      <Route path="/invitation" element={alone(linkScreen)} />
      <Route path="/new-password" element={alone(linkScreen)} />
      {/* Sign-in providers redirect here, at a sign-in and for changes of a signed-in user. */}
      <Route path={providerCallbackPath} element={alone(providerScreen)} />
      <Route element={<RequireSession />}>
        <Route path="/books/:id/studio" element={<OldContentEditorAddress />} />
        <Route element={<AppLayout />}>
          {screens.map(({ path, component: Content }) =>
            path === homePath ? null : <Route key={path} path={path} element={<Content />} />,
          )}
          {/* The same element at both, so that a detour over an unknown address neither tears the screen down nor reads it
              again; the layout leads on from there. */}
          <Route path={homePath} element={<homeScreen.component />} />
          <Route path="*" element={<homeScreen.component />} />
        </Route>
      </Route>
    </Routes>
  );
}
