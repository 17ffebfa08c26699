/** One part of a form, as its bytes are to be: nothing is escaped or put right. */
export interface Part {
  name: string;
  /** A part with a file name is a file. */
  filename?: string;
  type?: string;
  content: string | Buffer;
}

export const BOUNDARY = 'a-boundary';

/** A multipart body, byte by byte, for what no client would send. */
export function multipart(parts: Part[]): Buffer {
  const written = parts.flatMap(({ name, filename, type, content }) => [
    `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"`,
    filename === undefined ? '' : `; filename="${filename}"`,
    `\r\n${type === undefined ? '' : `Content-Type: ${type}\r\n`}\r\n`,
    content,
    '\r\n',
  ]);
  return Buffer.concat([...written, `--${BOUNDARY}--\r\n`].map((piece) => Buffer.from(piece as string)));
}
