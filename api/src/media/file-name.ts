/** All but letters, marks and digits of any script. */
const UNSAFE = /[^\p{L}\p{M}\p{N}]+/gu;
/** Limit in code points, for every file system. */
const MAX_LENGTH = 60;

/** Makes a file name of a title, such as `low-tide-7.jpg`. */
export function fileNameOf(title: string, id: number, extension: string): string {
  const words = [...title.normalize('NFC').toLowerCase().replace(UNSAFE, '-')].slice(0, MAX_LENGTH).join('');
  return `${words.replace(/^-+|-+$/g, '') || 'photo'}-${id}.${extension}`;
}

/**
 * Value of Content-Disposition (RFC 6266), with the full name in `filename*` (RFC 8187). The `content-disposition` package
 * leaves ASCII names unquoted and turns other letters into question marks.
 *
 * @param name letters, marks and digits of any script, hyphens and dots
 */
export function disposition(kind: 'inline' | 'attachment', name: string): string {
  const ascii = name.normalize('NFKD').replace(/[^\w.-]/g, '');
  const extended = ascii === name ? '' : `; filename*=UTF-8''${encodeURIComponent(name)}`;
  return `${kind}; filename="${ascii.replace(/^-+/, '')}"${extended}`;
}
