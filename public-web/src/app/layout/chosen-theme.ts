/**
 * Applies the theme that the visitor has chosen, and handles the switch in the footer. It runs inline in the head, before the
 * first paint, and must not use its module. The choice is in the browser's storage: a cookie would split page caches.
 */
export function chosenTheme(): void {
  const root = document.documentElement;
  const metas = ['theme-color', 'color-scheme'].map((name) => Object.assign(document.createElement('meta'), { name }));

  const apply = (chosen: string | null) => {
    root.dataset['chosen'] = chosen ?? '';
    for (const meta of metas) meta.remove();
    if (!chosen) return;
    const contents = [chosen === 'dark' ? '#111110' : '#faf9f6', chosen];
    for (const [index, meta] of metas.entries()) meta.content = contents[index] ?? '';
    // The first of equal elements wins.
    document.head.prepend(...metas);
  };
  const restore = () => {
    try {
      const stored = localStorage.getItem('theme');
      apply(stored === 'dark' || stored === 'light' ? stored : null);
    } catch {
      root.dataset['chosen'] ??= '';
    }
  };

  restore();
  // Another tab has stored a choice, or the page comes from the back/forward cache.
  addEventListener('storage', restore);
  addEventListener('pageshow', restore);
  addEventListener(
    'click',
    (event) => {
      if (!(event.target instanceof Element) || !event.target.closest('#theme-switch')) return;
      // Or it would be replayed after hydration.
      event.stopImmediatePropagation();
      const { theme, chosen } = root.dataset;
      const isSystemDark = matchMedia('(prefers-color-scheme: dark)').matches;
      const own = theme === 'dark' || (theme === 'auto' && isSystemDark) ? 'dark' : 'light';
      const next = (chosen || own) === 'dark' ? 'light' : 'dark';
      // The site's own theme needs no choice, and follows the system again.
      const choice = next === own ? null : next;
      apply(choice);
      try {
        if (choice) localStorage.setItem('theme', choice);
        else localStorage.removeItem('theme');
      } catch {
        // Without storage the choice ends with the page.
      }
    },
    true,
  );
}
