import { Suspense } from 'react';
import { Outlet } from 'react-router';

export function AppLayout() {
  return (
    <main>
      <Suspense>
        <Outlet />
      </Suspense>
    </main>
  );
}
