import { Navigate, Route, Routes, useMatch } from 'react-router';
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
      <Route element={<RequireSession />}>
        <Route element={<AppLayout />}>
          {screens.map(({ path, component: Content }) => (
            <Route key={path} path={path} element={<Content />} />
          ))}
          <Route path={homePath} element={<Home />} />
          <Route path="*" element={<Home />} />
        </Route>
      </Route>
    </Routes>
  );
}

/** One component at both addresses, so that a detour over an unknown one neither tears the screen down nor reads it again. */
function Home() {
  const isHome = useMatch(homePath) !== null;
  return (
    <>
      {!isHome && <Navigate to={homePath} replace />}
      <homeScreen.component />
    </>
  );
}
