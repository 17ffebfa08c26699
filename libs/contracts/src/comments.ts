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
  MinCharacters,
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

/** The body of PUT /comments/{id}/approve: none to approve, `is_approved: false` to reject. */
export class DecideComment {
  @IsOptionalBoolean('is_approved')
  is_approved?: boolean;
}

const IsCommentList = () =>
  IsIdList({ none: 'Please select at least one comment', bad: 'One of the selected comments is not valid' });

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
}

export interface CommentResponse {
  /** @example {"id": 1, "photo_id": 3, "author_name": "Ruth Calder", "content": "The third post from the end.", "is_approved": false, "created_at": "2026-03-14T09:26:53.000Z"} */
  comment: CommentView;
}

export interface CommentListView extends PageView {
  comments: CommentView[];
}

/** A comment for the administrator. */
export interface ModeratedCommentView extends CommentView {
  /** @example "ruth@example.com" */
  author_email: string;
  /** @example "Harbour at low tide" */
  photo_title: string;
}

export interface ModeratedCommentResponse {
  comment: ModeratedCommentView;
}

export interface ModeratedCommentListView extends PageView {
  comments: ModeratedCommentView[];
}
