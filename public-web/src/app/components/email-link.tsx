import text from './text.module.css';

/** An address to write to. What stands before its @ may have a meaning in a link: it is spelled out. */
export const EmailLink = ({ email }: { email: string }) => (
  <a href={`mailto:${encodeURI(email).replace(/[?#&]/g, encodeURIComponent)}`} className={text.reach}>
    {email}
  </a>
);
