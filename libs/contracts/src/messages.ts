import { IsBoolean, IsInt, IsOptional, Matches, Max, Min } from 'class-validator';
import { PublicForm } from './forms.ts';
import { LIMITS, MAX_ID } from './limits.ts';
import type { PageView } from './pages.ts';
import { EMAIL_PATTERN, IsFilled, MaxCharacters } from './text.ts';

/** The body of POST /contact. */
export class PostMessage extends PublicForm {
  /** @example "Ruth Calder" */
  @MaxCharacters(LIMITS.personName.max, 'Name is too long')
  @IsFilled('Name is required')
  name!: string;

  /** @example "ruth@example.com" */
  @MaxCharacters(LIMITS.email, 'Invalid email address')
  @Matches(EMAIL_PATTERN, { message: 'Invalid email address' })
  @IsFilled('Email is required')
  email!: string;

  /** @example "The harbour" */
  @MaxCharacters(LIMITS.contact.subject, 'Subject is too long')
  @IsFilled('Subject is required')
  subject!: string;

  /** @example "Is there a print of it?" */
  @MaxCharacters(LIMITS.contact.message, 'Message is too long')
  @IsFilled('Message is required')
  message!: string;

  /** The photo that is asked about. */
  @IsOptional()
  @Max(MAX_ID, { message: 'Photo is not valid' })
  @Min(1, { message: 'Photo is not valid' })
  @IsInt({ message: 'Photo is not valid' })
  photo_id?: number | null;
}

/** The body of PUT /admin/messages/{id}/read: none to mark it read, `is_read: false` to mark it unread. */
export class MarkMessage {
  @IsOptional()
  @IsBoolean({ message: 'is_read must be true or false' })
  is_read?: boolean;
}

export const MAIL_STATUSES = ['waiting', 'sent', 'failed', 'off'] as const;
/** How far the mail about a message is: `off` where no mail server is configured, `failed` after the last attempt. */
export type MailStatus = (typeof MAIL_STATUSES)[number];

/** What a visitor wrote to the artist. */
export interface MessageView {
  id: number;
  /** @example "Ruth Calder" */
  name: string;
  /** @example "ruth@example.com" */
  email: string;
  /** @example "The harbour" */
  subject: string;
  /** @example "Is there a print of it?" */
  message: string;
  /**
   * The photo that is asked about; null where none is, or where it is gone since.
   *
   * @example {"id": 3, "title": "Harbour at low tide"}
   */
  photo: { id: number; title: string } | null;
  is_read: boolean;
  mail_status: MailStatus;
  /**
   * Why mailing it failed, last time.
   *
   * @example null
   */
  mail_failure: string | null;
  /**
   * @format date-time
   * @example "2026-03-14T09:26:53.000Z"
   */
  created_at: string;
}

export interface MessageAnswer {
  message: MessageView;
}

export interface MessageListView extends PageView {
  messages: MessageView[];
  /** Unread messages in all pages together. */
  unread: number;
}
