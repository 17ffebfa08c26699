import { IsOptional } from 'class-validator';
import type { BatchResponse, PageView } from './pages.ts';
import { combine, IsIdList } from './validation.ts';

/** Days until something in the trash is deleted for good. */
export const TRASH_DAYS = 30;

export type TrashKind = 'photo' | 'gallery' | 'comment' | 'message' | 'news';

const IsTrashedList = () => combine(IsOptional(), IsIdList({ invalid: 'One of the selected items is not valid' }));

/** The body of POST /admin/trash/restore and /admin/trash/delete. Ids that are not in the trash are skipped. */
export class SelectTrashed {
  /** @example [3, 1, 2] */
  @IsTrashedList()
  photo_ids?: number[];

  /** @example [1] */
  @IsTrashedList()
  gallery_ids?: number[];

  /** @example [1] */
  @IsTrashedList()
  comment_ids?: number[];

  /** @example [1] */
  @IsTrashedList()
  message_ids?: number[];

  /** @example [1] */
  @IsTrashedList()
  news_ids?: number[];
}

/** Something in the trash. */
export interface TrashItemView {
  kind: TrashKind;
  id: number;
  /**
   * Title of a photo or gallery, author of a comment, subject of a message, headline of a news item.
   *
   * @example "Harbour at low tide"
   */
  title: string | null;
  /** Start of the text of a comment, message or news item; null for others. @example null */
  text: string | null;
  /** Small thumbnail of a rendered photo; null for others. @example "/media/3/3f9a61c2e07b/320.jpeg?ticket=20604.q2VJv0Vn" */
  thumbnail_url: string | null;
  /** @format date-time @example "2026-03-14T09:26:53.000Z" */
  deleted_at: string;
  /** From then on it is deleted for good. @format date-time @example "2026-04-13T09:26:53.000Z" */
  purged_at: string;
}

export interface TrashView extends PageView {
  /** Newest deletion first. */
  items: TrashItemView[];
}

/** The result of emptying the trash. One request deletes at most 500 items of a kind; repeat it for the rest. */
export interface EmptyTrashResponse extends BatchResponse {
  /** Remaining items. @example 0 */
  left: number;
}
