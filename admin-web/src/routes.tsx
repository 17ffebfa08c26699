import { Link, Route, Routes } from 'react-router';
import { AdminLayout } from './app/layout/admin-layout.tsx';
import { useAdmin } from './app/layout/admin-context.ts';
import { PageHeading } from './app/layout/page-heading.tsx';
import { RootLayout } from './app/layout/root-layout.tsx';
import { RequireSession, SignInPage, SignOut } from './features/auth/sign-in-page.tsx';
import { CommentsPage } from './features/comments/comments-page.tsx';
import { DashboardPage } from './features/dashboard/dashboard-page.tsx';
import { GalleriesPage } from './features/galleries/galleries-page.tsx';
import { MessagesPage } from './features/messages/messages-page.tsx';
import { NewsPage } from './features/news/news-page.tsx';
import { PhotosPage } from './features/photos/list/photos-page.tsx';
import { QueuePage } from './features/queue/queue-page.tsx';
import { ExportPage } from './features/settings/export/export-page.tsx';
import { SessionsPage } from './features/settings/sessions.tsx';
import { SettingsLayout } from './features/settings/settings-layout.tsx';
import { ProfilePage, TextsPage } from './features/settings/settings-pages.tsx';
import { TrashPage } from './features/trash/trash-page.tsx';

/** All pages, relative to the mount point. */
export function AdminRoutes() {
  return (
    <Routes>
      <Route element={<RootLayout />}>
        <Route path="login" element={<SignInPage />} />
        <Route path="logout" element={<SignOut />} />
        <Route element={<RequireSession />}>
          <Route element={<AdminLayout />}>
            <Route index element={<DashboardPage />} />
            <Route path="galleries" element={<GalleriesPage />} />
            <Route path="photos" element={<PhotosPage />} />
            <Route path="comments" element={<CommentsPage />} />
            <Route path="news" element={<NewsPage />} />
            <Route path="messages" element={<MessagesPage />} />
            <Route path="settings" element={<SettingsLayout />}>
              <Route index element={<ProfilePage />} />
              <Route path="texts" element={<TextsPage page="texts" />} />
              <Route path="rights" element={<TextsPage page="rights" />} />
              <Route path="contact" element={<TextsPage page="contact" />} />
              <Route path="privacy" element={<TextsPage page="privacy" />} />
              <Route path="sessions" element={<SessionsPage />} />
              <Route path="export" element={<ExportPage />} />
            </Route>
            <Route path="trash" element={<TrashPage />} />
            <Route path="queue" element={<QueuePage />} />
            <Route path="*" element={<NotFoundPage />} />
          </Route>
        </Route>
      </Route>
    </Routes>
  );
}

function NotFoundPage() {
  const { paths } = useAdmin();
  return (
    <>
      <PageHeading title="Page not found" subtitle="There is nothing at this address." />
      <Link to={paths.dashboard}>Go to the dashboard</Link>
    </>
  );
}
