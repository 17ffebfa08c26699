/** Letters, digits and hyphens of any script: nothing that a header, a shell or a file system could read otherwise. */
const PLAIN = /[^\p{L}\p{M}\p{N}]+/gu;
/** Code points of the title that a name keeps, so that it fits every file system. */
const LONGEST = 60;

/** A file's name made of a title, such as `low-tide-7.jpg`. */
export function fileNameOf(title: string, id: number, extension: string): string {
  const words = [...title.normalize('NFC').toLowerCase().replace(PLAIN, '-')].slice(0, LONGEST).join('');
  return `${words.replace(/^-+|-+$/g, '') || 'photo'}-${id}.${extension}`;
}

/**
 * The value of Content-Disposition (RFC 6266): the name in ASCII for everybody, and as it is for who reads RFC 8187.
 *
 * @param name letters, marks and digits of any script, hyphens and dots
 */
export function disposition(kind: 'inline' | 'attachment', name: string): string {
  const ascii = name.normalize('NFKD').replace(/[^\w.-]/g, '');
  const whole = ascii === name ? '' : `; filename*=UTF-8''${encodeURIComponent(name)}`;
  return `${kind}; filename="${ascii.replace(/^-+/, '')}"${whole}`;
}
