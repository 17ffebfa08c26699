/** The parts of the API, each a folder of api/src, in the order in which the page shows them. */
export const TAGS: Record<string, string> = {
  galleries: 'Photos in an order of their own, each gallery at an address of its own.',
  photos: 'The photographs: uploading, changing and finding them.',
  comments: 'What visitors write below a photo, and its moderation.',
  news: 'The card on the home page.',
  messages: 'What visitors write to the artist.',
  settings: 'The look of the site, and what goes into its pictures.',
  auth: 'Signing in, and the account of the administrator.',
  dashboard: 'What the back office opens with.',
  queue: 'What the worker has to do, and what it could not do.',
  events: 'What happens on the site, as it happens.',
  media: 'The image files. They are not under /api.',
  logs: 'Faults that happen in the browsers of visitors.',
  health: 'Whether the site works.',
  docs: 'This description.',
};
