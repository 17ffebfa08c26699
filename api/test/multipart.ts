/** Part of a form, written without escaping. */
export interface Part {
  name: string;
  /** A part with a file name is a file. */
  filename?: string;
  type?: string;
  content: string | Buffer;
}

export const BOUNDARY = 'a-boundary';

/** Builds a multipart body, also invalid ones. */
export function multipart(parts: Part[]): Buffer {
  const pieces = parts.flatMap(({ name, filename, type, content }) => [
    `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"`,
    filename === undefined ? '' : `; filename="${filename}"`,
    `\r\n${type === undefined ? '' : `Content-Type: ${type}\r\n`}\r\n`,
    content,
    '\r\n',
  ]);
  return Buffer.concat([...pieces, `--${BOUNDARY}--\r\n`].map((piece) => Buffer.from(piece as string)));
}
