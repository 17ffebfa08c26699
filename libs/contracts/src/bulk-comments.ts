import { DecideComment } from './comments.ts';
import { IsIdList } from './id-list.ts';

const SomeComments = () =>
  IsIdList({ none: 'Please select at least one comment', bad: 'One of the selected comments is not valid' });

/** The body of PUT /comments/batch/approve: as for one comment. Those that exist no more are left out. */
export class DecideComments extends DecideComment {
  /** @example [3, 1, 2] */
  @SomeComments()
  comment_ids!: number[];
}

/** The body of POST /comments/batch/delete. Those that exist no more are left out. */
export class DeleteComments {
  /** @example [3, 1, 2] */
  @SomeComments()
  comment_ids!: number[];
}
