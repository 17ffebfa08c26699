/** What search engines are told about the site and whose it is. */
export function SiteStructuredData() {
  return null;
}
