import { PublicForm } from './forms.ts';
import { LIMITS } from './limits.ts';
import { PageQuery, type PageView } from './pages.ts';
import {
  IfPresent,
  IsEmailAddress,
  IsIdList,
  IsOptionalBoolean,
  IsOptionalId,
  IsOptionalText,
  IsRequiredText,
} from './validation.ts';

/** The body of POST /contact. */
export class PostMessage extends PublicForm {
  /** @example "Ruth Calder" */
  @IsRequiredText('Name', LIMITS.personName.max)
  name!: string;

  /** @example "ruth@example.com" */
  @IsEmailAddress()
  email!: string;

  /** @example "The harbour" */
  @IsRequiredText('Subject', LIMITS.contact.subject)
  subject!: string;

  /** @example "Is there a print of it?" */
  @IsRequiredText('Message', LIMITS.contact.message)
  message!: string;

  /** The photo that the message is about. */
  @IsOptionalId('Photo is not valid')
  photo_id?: number | null;
}

/** The body of PUT /admin/messages/{id}/read. Without a body the message is marked read; with `is_read: false`, unread. */
export class MarkMessage {
  @IsOptionalBoolean('is_read')
  is_read?: boolean;
}

const IsMessageList = () =>
  IsIdList({ empty: 'Please select at least one message', invalid: 'One of the selected messages is not valid' });

/** The body of PUT /admin/messages/batch/read. Ids of deleted or unknown messages are skipped. */
export class MarkMessages extends MarkMessage {
  /** All messages where absent. @example [3, 1, 2] */
  @IfPresent()
  @IsMessageList()
  message_ids?: number[];
}

/** The body of POST /admin/messages/batch/delete. Ids of deleted or unknown messages are skipped. */
export class DeleteMessages {
  /** @example [3, 1, 2] */
  @IsMessageList()
  message_ids!: number[];
}

/** The query of GET /admin/messages. */
export class MessageQuery extends PageQuery {
  /** Text in name, email address, subject or message, ignoring case. @example "harbour" */
  @IsOptionalText('search', LIMITS.title)
  search?: string;
}

/** Mail delivery of a message. `waiting`: also between attempts; `failed`: no attempt follows; `off`: mail is not configured. */
export type MailStatus = 'waiting' | 'sent' | 'failed' | 'off';

/** A visitor's message to the artist. */
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
   * The photo that the message is about; null without one, or after its deletion.
   *
   * @example {"id": 3, "title": "Harbour at low tide"}
   */
  photo: { id: number; title: string } | null;
  is_read: boolean;
  mail_status: MailStatus;
  /** Error of the last mail attempt. @example null */
  mail_failure: string | null;
  /** @format date-time @example "2026-03-14T09:26:53.000Z" */
  created_at: string;
}

export interface InboxMessageResponse {
  message: MessageView;
}

export interface MessageListView extends PageView {
  messages: MessageView[];
  /** Unread messages of the whole inbox, whatever the search. */
  unread: number;
}
