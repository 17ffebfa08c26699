/** A server-sent event of GET /admin/events: `type` is the event's name, the other fields are its JSON data. */
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
