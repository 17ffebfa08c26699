import type { INestApplicationContext } from '@nestjs/common';
import type { JobHandlers } from '@portfolio/jobs';
import { DiscardExports, ExportSite } from './exports/export-site.ts';
import { EmptyTrash } from './housekeeping/empty-trash.ts';
import { PruneViews } from './housekeeping/prune-views.ts';
import { Requeue } from './housekeeping/requeue.ts';
import { ImportSite } from './imports/import-site.ts';
import { MailMessage } from './messages/mail-message.ts';
import { DiscardOrphans, DiscardPicture } from './pictures/discard-files.ts';
import { BACKGROUND, PHOTO } from './pictures/picture-kind.ts';
import { ReadCaptureDates } from './pictures/read-capture-dates.ts';
import { RebuildPicture } from './pictures/rebuild-picture.ts';
import { RefreshPicture, RefreshPictures } from './pictures/refresh-picture.ts';
import { RenderPicture } from './pictures/render-picture.ts';

export function jobHandlers(app: INestApplicationContext): JobHandlers {
  const render = app.get(RenderPicture);
  const refresh = app.get(RefreshPicture);
  const rebuild = app.get(RebuildPicture);
  const discard = app.get(DiscardPicture);
  return {
    'photo.render': ({ photoId }, { signal }) => render.run(PHOTO, photoId, signal),
    'photo.refresh': ({ photoId }, { signal }) => refresh.run(PHOTO, photoId, signal),
    'photo.rebuild': ({ photoId }, { signal }) => rebuild.run(PHOTO, photoId, signal),
    'photo.discard': ({ photoId, originalKey }) => discard.run(PHOTO, photoId, originalKey),
    'background.render': ({ backgroundId }, { signal }) => render.run(BACKGROUND, backgroundId, signal),
    'background.refresh': ({ backgroundId }, { signal }) => refresh.run(BACKGROUND, backgroundId, signal),
    'background.rebuild': ({ backgroundId }, { signal }) => rebuild.run(BACKGROUND, backgroundId, signal),
    'background.discard': ({ backgroundId, originalKey }) => discard.run(BACKGROUND, backgroundId, originalKey),
    'message.mail': (payload, context) => app.get(MailMessage).run(payload, context),
    export: (payload, context) => app.get(ExportSite).run(payload, context),
    import: (payload, context) => app.get(ImportSite).run(payload, context),
    'housekeeping.requeue': (payload) => app.get(Requeue).run(payload),
    'housekeeping.empty-trash': () => app.get(EmptyTrash).run(),
    'housekeeping.prune-views': () => app.get(PruneViews).run(),
    'housekeeping.discard-exports': () => app.get(DiscardExports).run(),
    'housekeeping.discard-orphans': () => app.get(DiscardOrphans).run(),
    'housekeeping.refresh-pictures': () => app.get(RefreshPictures).run(),
    'housekeeping.read-capture-dates': () => app.get(ReadCaptureDates).run(),
  };
}
