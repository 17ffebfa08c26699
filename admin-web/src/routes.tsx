import { Navigate, Route, Routes } from 'react-router';
import { AdminLayout } from './app/admin-layout.tsx';
import { useAdmin } from './app/admin-context.ts';
import { RequireSession } from './features/auth/require-session.tsx';
import { SignInPage } from './features/auth/sign-in-page.tsx';
import { GalleriesPage } from './features/galleries/galleries-page.tsx';
import { PhotosPage } from './features/photos/photos-page.tsx';

/** Every page of the back office, relative to where it is mounted. */
export function AdminRoutes() {
  const { paths } = useAdmin();
  return (
    <Routes>
      <Route path="login" element={<SignInPage />} />
      <Route element={<RequireSession />}>
        <Route element={<AdminLayout />}>
          <Route path="galleries" element={<GalleriesPage />} />
          <Route path="photos" element={<PhotosPage />} />
          <Route path="*" element={<Navigate to={paths.photos} replace />} />
          <Route index element={<Navigate to={paths.photos} replace />} />
        </Route>
      </Route>
    </Routes>
  );
}
