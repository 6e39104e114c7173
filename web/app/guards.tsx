import { Navigate, Outlet } from 'react-router';
import { selectAuth } from '../store/auth-slice.ts';
import { useAppSelector } from '../store/hooks.ts';

export const homePath = '/dashboard';
export const loginPath = '/login';

/** Lets nobody in without a session. A new session mounts everything below it anew. */
export function RequireSession() {
  const { isAuthenticated, token } = useAppSelector(selectAuth);
  return isAuthenticated ? <Outlet key={token} /> : <Navigate to={loginPath} replace />;
}

/** The sign-in screen is for those without a session. */
export function RequireNoSession() {
  const { isAuthenticated } = useAppSelector(selectAuth);
  return isAuthenticated ? <Navigate to={homePath} replace state={{ hasJustSignedIn: true }} /> : <Outlet />;
}
