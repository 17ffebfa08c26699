import { Notice } from './notice.tsx';
import { PageHead } from '../seo/page-head.tsx';

/** What is shown at an address where there is nothing. */
export function NotFoundPage() {
  return (
    <>
      <PageHead title="Page not found" />
      <Notice page title="Page not found" action="Go to the home page" to="/">
        There is nothing at this address.
      </Notice>
    </>
  );
}
