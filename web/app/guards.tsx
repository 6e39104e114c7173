import { useEffect } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router';
import { selectAuth } from '#web/core/store/auth.slice.ts';
import { useAppSelector } from '#web/core/store/hooks.ts';
import { storeReturnUrl } from './return-url.ts';

export const homePath = '/dashboard';
export const loginPath = '/login';

/**
 * Redirects to the sign-in without a session, and stores the return address if the server ended the session. A new session remounts all
 * children.
 */
export function RequireSession() {
  const { isAuthenticated, token, interrupted } = useAppSelector(selectAuth);
  const { pathname, search } = useLocation();
  useEffect(() => {
    if (interrupted !== null) storeReturnUrl(interrupted, `${pathname}${search}`);
  }, [interrupted, pathname, search]);
  return isAuthenticated ? <Outlet key={token} /> : <Navigate to={loginPath} replace />;
}

/** Renders its routes only without a session. */
export function RequireNoSession() {
  const { isAuthenticated } = useAppSelector(selectAuth);
  return isAuthenticated ? <Navigate to={homePath} replace state={{ hasJustSignedIn: true }} /> : <Outlet />;
}
