import type { INestApplicationContext } from '@nestjs/common';
import type { JobHandlers } from '@portfolio/jobs';
import { DiscardOrphans } from './housekeeping/discard-orphans.ts';
import { Requeue } from './housekeeping/requeue.ts';
import { MailMessage } from './messages/mail-message.ts';
import { DiscardPhoto } from './photos/discard-photo.ts';
import { RenderPhoto } from './photos/render-photo.ts';

/** Everything the worker does, by the name of the job. */
export function jobHandlers(app: INestApplicationContext): JobHandlers {
  const renderPhoto = app.get(RenderPhoto);
  const discardPhoto = app.get(DiscardPhoto);
  const mailMessage = app.get(MailMessage);
  const requeue = app.get(Requeue);
  const discardOrphans = app.get(DiscardOrphans);
  return {
    'photo.render': (payload) => renderPhoto.run(payload),
    'photo.discard': (payload) => discardPhoto.run(payload),
    'photo.refresh': async () => undefined,
    'background.render': async () => undefined,
    'background.discard': async () => undefined,
    'message.mail': (payload, context) => mailMessage.run(payload, context),
    'housekeeping.requeue': () => requeue.run(),
    'housekeeping.discard-orphans': () => discardOrphans.run(),
    'housekeeping.refresh-pictures': async () => undefined,
  };
}
