/** A part of a multipart body. */
export interface Part {
  name: string;
  /** Of a file; a field has none. */
  filename?: string;
  type?: string;
  content: string | Buffer;
}

/** Writes the parts as they are: names are not made safe, since that is what is tried. */
export function multipart(parts: Part[], boundary: string): Buffer {
  const written = parts.flatMap(({ name, filename, type, content }) => [
    Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="${name}"`),
    Buffer.from(filename === undefined ? '' : `; filename="${filename}"`),
    Buffer.from(type === undefined ? '\r\n\r\n' : `\r\nContent-Type: ${type}\r\n\r\n`),
    Buffer.isBuffer(content) ? content : Buffer.from(content),
    Buffer.from('\r\n'),
  ]);
  return Buffer.concat([...written, Buffer.from(`--${boundary}--\r\n`)]);
}
