import { Navigate, Route, Routes } from 'react-router';
import { PlaceholderScreen } from '../features/placeholder/placeholder-screen.tsx';
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
          {screens.map(({ path, title, component: Content }) => (
            <Route
              key={path}
              path={path}
              element={Content ? <Content /> : <PlaceholderScreen title={title} />}
            />
          ))}
        </Route>
        <Route path="*" element={<Navigate to={homePath} replace />} />
      </Route>
    </Routes>
  );
}
