// Process of the fake S3 server for tests. Arguments: PORT FOLDER.
import { startS3 } from './start-s3.ts';

const [port, folder] = process.argv.slice(2);
if (port === undefined || folder === undefined) {
  console.error('Usage: serve-s3 PORT FOLDER');
  process.exit(2);
}
const s3 = await startS3({ port: Number(port), folder });
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void s3.stop());
