import type { INestApplicationContext } from '@nestjs/common';
import type { JobHandlers } from '@portfolio/jobs';
import { DiscardOrphans } from './housekeeping/discard-orphans.ts';
import { Requeue } from './housekeeping/requeue.ts';
import { DiscardPhoto } from './photos/discard-photo.ts';
import { RenderPhoto } from './photos/render-photo.ts';

/** Everything the worker does, by the name of the job. */
export function jobHandlers(app: INestApplicationContext): JobHandlers {
  const renderPhoto = app.get(RenderPhoto);
  const discardPhoto = app.get(DiscardPhoto);
  const requeue = app.get(Requeue);
  const discardOrphans = app.get(DiscardOrphans);
  return {
    'photo.render': (payload) => renderPhoto.run(payload),
    'photo.discard': (payload) => discardPhoto.run(payload),
    'housekeeping.requeue': () => requeue.run(),
    'housekeeping.discard-orphans': () => discardOrphans.run(),
  };
}
