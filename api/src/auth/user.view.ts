import type { UserView } from '@portfolio/contracts';
import type { User } from '@portfolio/database';

export const toUserView = ({ id, name, email }: User): UserView => ({ id, name, email });
