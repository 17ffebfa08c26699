import { Matches } from 'class-validator';
import { PublicForm } from './forms.ts';
import { LIMITS } from './limits.ts';
import { PageQuery, type PageView } from './pages.ts';
import {
  IsEmailAddress,
  IsFilled,
  IsId,
  IsIdList,
  IsOptionalBoolean,
  IsOptionalOneOf,
  IsRequiredText,
  MaxCharacters,
  IsText,
  MinCharacters,
  SENDER_PATTERN,
} from './validation.ts';

/** The body of POST /comments. */
export class PostComment extends PublicForm {
  /** @example "Ruth Calder" */
  @Matches(/^[\p{L}\p{M}\p{N}\p{Zs}.-]+$/u, { message: 'Name contains invalid characters' })
  @IsRequiredText('Name', LIMITS.authorName)
  author_name!: string;

  /** @example "ruth@example.com" */
  @IsEmailAddress()
  author_email!: string;

  /** @example "The third post from the end." */
  @MaxCharacters(LIMITS.comment.max, 'Comment is too long (max 1000 characters)')
  @MinCharacters(LIMITS.comment.min, 'Comment is too short')
  @IsFilled('Comment is required')
  content!: string;

  // Last: the response's message is that of the first faulty field, and visitors do not type this one.
  @IsId('Photo is not valid')
  photo_id!: number;
}

/** The body of PUT /comments/{id}/approve: `is_approved: false` makes the comment pending; otherwise it is approved. */
export class DecideComment {
  @IsOptionalBoolean('is_approved')
  is_approved?: boolean;
}

const IsCommentList = () =>
  IsIdList({ empty: 'Please select at least one comment', invalid: 'One of the selected comments is not valid' });

/** The body of PUT /comments/batch/approve. Missing comments are skipped. */
export class DecideComments extends DecideComment {
  /** @example [3, 1, 2] */
  @IsCommentList()
  comment_ids!: number[];
}

/** The body of POST /comments/batch/delete. Missing comments are skipped. */
export class DeleteComments {
  /** @example [3, 1, 2] */
  @IsCommentList()
  comment_ids!: number[];
}

/** The body of PUT /comments/{id}/reply. */
export class ReplyToComment {
  /** The artist's reply; an empty text removes it. @example "Thank you, Ruth." */
  @MaxCharacters(LIMITS.comment.max, 'Reply is too long (max 1000 characters)')
  @IsText('Reply must be text')
  content!: string;
}

const SENDER_MESSAGE = 'Enter an email address or a domain, such as example.com';

/** The body of POST /admin/blocked-senders. */
export class BlockSender {
  /** An email address, or a domain with its subdomains. @example "ruth@example.com" */
  @Matches(SENDER_PATTERN, { message: SENDER_MESSAGE })
  @MaxCharacters(LIMITS.email, SENDER_MESSAGE)
  sender!: string;
}

const COMMENT_STATUSES = ['pending', 'approved', 'all'] as const;

/** The filter of GET /comments. */
export class CommentQuery extends PageQuery {
  @IsOptionalOneOf('status', COMMENT_STATUSES)
  status?: (typeof COMMENT_STATUSES)[number];
}

/** A comment for visitors, without the author's email address. */
export interface CommentView {
  id: number;
  photo_id: number;
  /** @example "Ruth Calder" */
  author_name: string;
  /** @example "The third post from the end." */
  content: string;
  is_approved: boolean;
  /** @format date-time @example "2026-03-14T09:26:53.000Z" */
  created_at: string;
  /** The artist's reply; absent without one. */
  reply?: CommentReplyView;
}

export interface CommentReplyView {
  /** @example "Thank you, Ruth." */
  content: string;
  /** @format date-time @example "2026-03-15T08:00:00.000Z" */
  created_at: string;
}

export interface CommentResponse {
  /** @example {"id": 1, "photo_id": 3, "author_name": "Ruth Calder", "content": "The third post from the end.", "is_approved": false, "created_at": "2026-03-14T09:26:53.000Z"} */
  comment: CommentView;
}

export interface CommentListView extends PageView {
  comments: CommentView[];
  /** Whether the photo takes comments. */
  is_open: boolean;
}

/** A comment for the administrator. */
export interface ModeratedCommentView extends CommentView {
  /** @example "ruth@example.com" */
  author_email: string;
  /** @example "Harbour at low tide" */
  photo_title: string;
  /** Null until the photo is rendered. @example "/media/3/3f9a61c2e07b/320.jpeg" */
  photo_thumbnail_url: string | null;
}

export interface ModeratedCommentResponse {
  comment: ModeratedCommentView;
}

export interface ModeratedCommentListView extends PageView {
  comments: ModeratedCommentView[];
}

/** A sender whose comments are dropped. */
export interface BlockedSenderView {
  id: number;
  /** An email address or a domain. @example "example.com" */
  sender: string;
  /** Comments dropped so far. */
  dropped_comments: number;
  /** @format date-time @example "2026-03-14T09:26:53.000Z" */
  last_dropped_at: string | null;
  /** @format date-time @example "2026-03-14T09:26:53.000Z" */
  created_at: string;
}

export interface BlockedSenderResponse {
  blocked_sender: BlockedSenderView;
}

export interface BlockedSenderListView extends PageView {
  blocked_senders: BlockedSenderView[];
}
