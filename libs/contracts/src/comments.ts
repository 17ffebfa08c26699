import { IsBoolean, IsIn, IsInt, IsOptional, Matches, Max, Min } from 'class-validator';
import { PublicForm } from './forms.ts';
import { LIMITS, MAX_ID } from './limits.ts';
import { PageQuery, type PageView } from './pages.ts';
import { EMAIL_PATTERN, IsFilled, MaxCharacters, MinCharacters } from './text.ts';

/** The body of POST /comments. */
export class PostComment extends PublicForm {
  /** @example "Ruth Calder" */
  @Matches(/^[\p{L}\p{M}\p{N}\p{Zs}.-]+$/u, { message: 'Name contains invalid characters' })
  @MaxCharacters(LIMITS.authorName, 'Name is too long')
  @IsFilled('Name is required')
  author_name!: string;

  /** @example "ruth@example.com" */
  @MaxCharacters(LIMITS.email, 'Invalid email address')
  @Matches(EMAIL_PATTERN, { message: 'Invalid email address' })
  @IsFilled('Email is required')
  author_email!: string;

  /** @example "The third post from the end." */
  @MaxCharacters(LIMITS.comment.max, 'Comment is too long (max 1000 characters)')
  @MinCharacters(LIMITS.comment.min, 'Comment is too short')
  @IsFilled('Comment is required')
  content!: string;

  // Last, since the first faulty field speaks for all: nobody typed this one.
  @Max(MAX_ID, { message: 'Photo is not valid' })
  @Min(1, { message: 'Photo is not valid' })
  @IsInt({ message: 'Photo is not valid' })
  photo_id!: number;
}

/** The body of PUT /comments/{id}/approve: none to approve, `is_approved: false` to reject. */
export class DecideComment {
  @IsOptional()
  @IsBoolean({ message: 'is_approved must be true or false' })
  is_approved?: boolean;
}

export const COMMENT_STATUSES = ['pending', 'approved', 'all'] as const;

/** How GET /comments is narrowed. */
export class CommentQuery extends PageQuery {
  @IsOptional()
  @IsIn(COMMENT_STATUSES, { message: `status must be one of ${COMMENT_STATUSES.join(', ')}` })
  status?: (typeof COMMENT_STATUSES)[number];
}

/** A comment as visitors see it: never with the author's address. */
export interface CommentView {
  id: number;
  photo_id: number;
  /** @example "Ruth Calder" */
  author_name: string;
  /** @example "The third post from the end." */
  content: string;
  is_approved: boolean;
  /**
   * @format date-time
   * @example "2026-03-14T09:26:53.000Z"
   */
  created_at: string;
}

export interface CommentAnswer {
  /** @example {"id": 1, "photo_id": 3, "author_name": "Ruth Calder", "content": "The third post from the end.", "is_approved": false, "created_at": "2026-03-14T09:26:53.000Z"} */
  comment: CommentView;
}

export interface CommentListView extends PageView {
  comments: CommentView[];
}

/** A comment as the administrator moderates it. */
export interface ModeratedCommentView extends CommentView {
  /** @example "ruth@example.com" */
  author_email: string;
  /** @example "Harbour at low tide" */
  photo_title: string;
}

export interface ModeratedCommentAnswer {
  comment: ModeratedCommentView;
}

export interface ModeratedCommentListView extends PageView {
  comments: ModeratedCommentView[];
}
