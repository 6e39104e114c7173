import { Navigate, Route, Routes } from 'react-router';
import { LoginScreen } from '../features/login/login-screen.tsx';
import { homePath, loginPath, RequireNoSession, RequireSession } from './guards.tsx';
import { AppLayout } from './layout/app-layout.tsx';
import { screens } from './screens.ts';

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
        </Route>
        <Route path="*" element={<Navigate to={homePath} replace />} />
      </Route>
    </Routes>
  );
}
