/** What a page may do and load. */
export interface PagePolicy {
  /** Origins beside our own that its scripts, styles and requests may come from and go to. */
  origins?: string[];
  /** The page's scripts add `<style>` elements. */
  inlineStyles?: boolean;
}

/** The headers that keep a page to what it is meant to do. */
export function securityHeaders({ origins = [], inlineStyles = false }: PagePolicy = {}): Record<string, string> {
  const own = ["'self'", ...origins].join(' ');
  const directives = [
    "default-src 'none'",
    `script-src ${own}`,
    // Placeholders and proportions of pictures are attributes; nothing else in a page may bring styles along.
    `style-src ${own}${inlineStyles ? " 'unsafe-inline'" : ''}`,
    "style-src-attr 'unsafe-inline'",
    `img-src ${own} data: blob:`,
    `font-src ${own}`,
    `connect-src ${own}`,
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ];
  return {
    'content-security-policy': directives.join('; '),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), browsing-topics=()',
    'cross-origin-opener-policy': 'same-origin',
  };
}
