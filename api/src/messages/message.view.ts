import type { MessageView } from '@portfolio/contracts';
import type { Message } from '@portfolio/database';

export type MessageOnPhoto = Message & { photo: { id: number; title: string } | null };

export const toMessageView = ({ photo, ...message }: MessageOnPhoto): MessageView => ({
  id: message.id,
  name: message.name,
  email: message.email,
  subject: message.subject,
  message: message.content,
  photo: photo && { id: photo.id, title: photo.title },
  is_read: message.isRead,
  mail_status: message.mailStatus,
  mail_failure: message.mailFailure,
  created_at: message.createdAt.toISOString(),
});
