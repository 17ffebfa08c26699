import { PageHead } from '../../app/page-head.tsx';
import { useSiteName } from '../../app/settings.ts';
import text from '../../app/text.module.css';

export function ImprintPage() {
  const name = useSiteName();
  return (
    <div className={text.page}>
      <PageHead title="Imprint" description={`Who is responsible for the website of ${name}.`} path="/imprint" />
      <h1 className={text.title}>Imprint</h1>
      <div className={text.prose}>
        <h2>Responsible for this website</h2>
        <p>
          {name}
          <br />
          12 Harbour Street
          <br />
          Northport
        </p>
        <h2>Contact</h2>
        <p>
          <a href="mailto:hello@example.com">hello@example.com</a>
        </p>
        <h2>Copyright</h2>
        <p>All photographs are © {name}. Please ask before you use one.</p>
        <h2>Privacy</h2>
        <p>This site sets no cookies for visitors, loads nothing from third parties and does not track anybody.</p>
      </div>
    </div>
  );
}
