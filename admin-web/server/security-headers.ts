/** Headers of the standalone pages, which may talk to the API and show its images, and to nobody else. */
export function securityHeaders(apiOrigin: string): Record<string, string> {
  const api = apiOrigin === '' ? '' : ` ${apiOrigin}`;
  return {
    'content-security-policy': [
      "default-src 'self'",
      `connect-src 'self'${api}`,
      `img-src 'self' data: blob:${api}`,
      // The toasts put their styles into the page at run time.
      "style-src 'self' 'unsafe-inline'",
      "object-src 'none'",
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'none'",
    ].join('; '),
    'referrer-policy': 'strict-origin-when-cross-origin',
    'x-frame-options': 'DENY',
  };
}
