import { Route, Routes } from 'react-router';
import { LinkScreen } from '../features/login/link-screen.tsx';
import { LoginScreen } from '../features/login/login-screen.tsx';
import { homePath, loginPath, RequireNoSession, RequireSession } from './guards.tsx';
import { AppLayout } from './layout/app-layout.tsx';
import { homeScreen, screens } from './screens.ts';

/** Every address of the application. Unknown ones, and those whose screen does not exist, lead home. */
export function AppRoutes() {
  return (
    <Routes>
      <Route element={<RequireNoSession />}>
        <Route path={loginPath} element={<LoginScreen />} />
      </Route>
      {/* For whoever has the link, also where somebody else is signed in. */}
      <Route path="/invitation" element={<LinkScreen />} />
      <Route path="/new-password" element={<LinkScreen />} />
      <Route element={<RequireSession />}>
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
