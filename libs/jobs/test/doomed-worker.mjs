// A worker process that starts its job and never ends it, for a test to kill. It inherits the flags that load sources.
import { JobWorker, queueBackend } from '@portfolio/jobs';

const stuck = () => {
  process.send('started');
  return new Promise(() => undefined);
};
const names = ['photo.render', 'photo.discard', 'housekeeping.requeue', 'housekeeping.discard-orphans'];

new JobWorker({
  backend: queueBackend(JSON.parse(process.argv[2])),
  handlers: Object.fromEntries(names.map((name) => [name, stuck])),
  concurrency: 1,
  lockDuration: 1_000,
  onError: () => undefined,
});
