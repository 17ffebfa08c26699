/**
 * What happens on the site while the administrator looks, as GET /admin/events tells it: each a server-sent event with
 * its type as the event's name and the rest as JSON.
 */
export type SiteEvent =
  | {
      type: 'photo.progress';
      photo_id: number;
      /** From 0 to 100. */
      percent: number;
    }
  | { type: 'photo.ready' | 'photo.failed'; photo_id: number }
  | { type: 'background.ready' | 'background.failed'; background_id: number }
  | { type: 'comment.created'; comment_id: number; photo_id: number }
  | { type: 'message.created'; message_id: number };
