import { request, type ClientRequest } from 'node:http';

/** Sends half of an upload, and leaves the request open. */
export function startUnfinishedUpload(origin: string, image: Buffer, headers: Record<string, string>): ClientRequest {
  const boundary = 'half-an-upload';
  const field = (disposition: string) => `--${boundary}\r\nContent-Disposition: form-data; ${disposition}\r\n`;
  const head = Buffer.from(
    `${field('name="title"')}\r\nHalf\r\n${field('name="image"; filename="half.jpg"')}Content-Type: image/jpeg\r\n\r\n`,
  );
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`);
  const upload = request(`${origin}/api/photos/upload`, {
    method: 'POST',
    headers: {
      ...headers,
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'content-length': head.length + image.length + tail.length,
    },
  });
  // The test kills the server.
  upload.on('error', () => undefined);
  upload.write(Buffer.concat([head, image.subarray(0, image.length / 2)]));
  return upload;
}
