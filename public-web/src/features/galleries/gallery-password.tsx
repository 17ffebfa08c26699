import { TextField } from '@portfolio/ui/field';
import { InlineFailure } from '@portfolio/ui/notice';
import text from '../../app/components/text.module.css';
import { useSentForm } from '../../app/forms/form-state.ts';
import formStyles from '../../app/forms/public-form.module.css';
import { PageHead } from '../../app/seo/page-head.tsx';
import styles from './gallery-header.module.css';

/** Password form of a private gallery. The browser submits it natively, since the response sets a cookie. */
export function GalleryPassword({ title }: { title: string }) {
  const { returned } = useSentForm('unlock');
  return (
    <div className={styles.plain}>
      <PageHead title={title} />
      <h1 className={styles.title} dir="auto">
        {title}
      </h1>
      <div lang="en">
        <p className={text.lead}>This gallery is private. Enter the password that you got from the artist.</p>
        <form method="post" noValidate aria-label="Open the gallery" className={formStyles.form}>
          <TextField
            label="Password"
            name="password"
            type="password"
            required
            autoComplete="current-password"
            autoFocus={returned?.errors['password'] !== undefined}
            error={returned?.errors['password']}
          />
          {returned?.failure && (
            <InlineFailure tabIndex={-1} autoFocus>
              {returned.failure}
            </InlineFailure>
          )}
          <div className={formStyles.end}>
            <button type="submit" className={formStyles.submit}>
              Open Gallery
            </button>
          </div>
        </form>
      </div>
    </div>
  );
}
