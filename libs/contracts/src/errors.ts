import type { UserResponse } from './auth.ts';
import type { CurrentGalleryView } from './galleries.ts';
import type { NewsItemResponse } from './news.ts';
import type { PhotoResponse } from './photos/photo-views.ts';
import type { CurrentBackgroundView, WebsiteSettingsView } from './settings.ts';

/** HTTP status and message of each error code. */
export const ERRORS = {
  'request.invalid': { status: 400, message: 'The request is not valid' },
  'request.malformed': { status: 400, message: 'The request could not be read' },
  'request.too-large': { status: 413, message: 'The request is too large' },
  'request.too-slow': { status: 408, message: 'The request timed out' },
  'request.headers-too-large': { status: 431, message: 'The headers are too large' },
  'request.unsupported-type': { status: 415, message: 'Unsupported request format' },
  'request.too-many': { status: 429, message: 'Too many requests. Please try again in a little while.' },
  'request.outdated': { status: 412, message: 'This was changed elsewhere in the meantime. Please try again.' },
  'request.spam': { status: 400, message: 'This could not be accepted. Please wait a moment and try again.' },
  'route.not-found': { status: 404, message: 'Not found' },
  'auth.required': { status: 401, message: 'Please sign in' },
  'auth.wrong-credentials': { status: 401, message: 'Invalid email or password' },
  'auth.too-many': { status: 429, message: 'Too many failed attempts. Please try again later.' },
  'session.not-found': { status: 404, message: 'Session not found' },
  'profile.password-required': { status: 400, message: 'Current password is required when changing email' },
  'profile.wrong-password': { status: 400, message: 'Current password is incorrect' },
  'profile.email-taken': { status: 409, message: 'Email is already in use' },
  'gallery.not-found': { status: 404, message: 'Gallery not found' },
  'gallery.gone': { status: 410, message: 'Gallery not found' },
  'gallery.password-required': { status: 400, message: 'Please set a password for the private gallery' },
  'schedule.order': { status: 400, message: 'The end must be after the beginning' },
  'gallery.wrong-password': { status: 403, message: 'The password is not right' },
  'gallery.too-many': { status: 429, message: 'Too many wrong passwords. Please try again later.' },
  'gallery.slug-taken': { status: 409, message: 'URL Identifier is already in use' },
  'gallery.unknown-photo': { status: 400, message: 'One of the selected photos does not exist any more' },
  'preview.not-found': { status: 404, message: 'This preview link has expired or was revoked' },
  'photo.not-found': { status: 404, message: 'Photo not found' },
  'photo.gone': { status: 410, message: 'Photo not found' },
  'photo.not-failed': { status: 409, message: 'Only a failed photo can be retried' },
  'tag.not-found': { status: 404, message: 'Tag not found' },
  'photo.unknown-gallery': { status: 400, message: 'The selected gallery does not exist any more' },
  'comment.not-found': { status: 404, message: 'Comment not found' },
  'comment.closed': { status: 409, message: 'Comments are closed.' },
  'sender.not-found': { status: 404, message: 'Blocked sender not found' },
  'news.not-found': { status: 404, message: 'News item not found' },
  'news.gone': { status: 410, message: 'News item not found' },
  'message.not-found': { status: 404, message: 'Message not found' },
  'job.not-found': { status: 404, message: 'This job has not failed, or no longer exists' },
  'export.not-found': { status: 404, message: 'Export not found' },
  'export.running': { status: 409, message: 'The export is still running' },
  'import.not-empty': {
    status: 409,
    message: 'This site is not empty. An archive can be imported into a new site only.',
  },
  'import.running': { status: 409, message: 'An import is running already' },
  'import.unsupported': { status: 415, message: 'Please select the .tar file of an export' },
  'import.part-missing': { status: 400, message: 'The part of the archive is missing' },
  'background.not-found': { status: 404, message: 'There is no background image' },
  'media.not-found': { status: 404, message: 'Image not found' },
  'image.missing': { status: 400, message: 'Please select an image file' },
  'image.too-large': { status: 413, message: 'Image size must be less than {limit}MB' },
  'media.range': { status: 416, message: 'The requested range is not in the file' },
  'image.unsupported': { status: 415, message: 'Please upload a JPEG, PNG, GIF or WebP image' },
  'image.damaged': { status: 422, message: 'The image is damaged and cannot be read' },
  'image.too-many-pixels': { status: 422, message: 'The image has more than 100 megapixels' },
  'service.unavailable': { status: 503, message: 'The site is busy right now. Please try again in a moment.' },
  'storage.full': { status: 507, message: 'The storage is full. Free some space on the server, then try again.' },
  'server.failed': { status: 500, message: 'Something went wrong' },
} as const satisfies Record<string, { status: number; message: string }>;

export type ErrorCode = keyof typeof ERRORS;

/** The body of every error response. `errors` has a message for each invalid field. */
export interface ErrorView {
  statusCode: number;
  message: string;
  code: ErrorCode;
  errors?: Record<string, string>;
  /** Current state of the resource, with status 412 only. The response's `ETag` is its version. */
  current?: CurrentView;
}

/** The current state of a resource that a conditional request found changed. */
export type CurrentView =
  | CurrentGalleryView
  | PhotoResponse
  | NewsItemResponse
  | WebsiteSettingsView
  | CurrentBackgroundView
  | UserResponse;
