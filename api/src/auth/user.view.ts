import type { UserResponse, UserView } from '@portfolio/contracts';
import type { User } from '@portfolio/database';
import { tagOf, Versioned } from '../http/versions.ts';

export const toUserView = ({ id, name, email }: User): UserView => ({ id, name, email });

export const tagOfUser = ({ id, name, email }: User): string => tagOf([id, name, email]);

export const toVersionedUser = (user: User): Versioned<UserResponse> =>
  new Versioned({ user: toUserView(user) }, tagOfUser(user));
