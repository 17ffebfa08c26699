import type { UserResponse, UserView } from '@portfolio/contracts';
import type { User } from '@portfolio/database';
import { entityTagOf, Versioned } from '../http/versions.ts';

export const toUserView = ({ id, name, email }: User): UserView => ({ id, name, email });

export const entityTagOfUser = ({ id, name, email }: User): string => entityTagOf([id, name, email]);

export const toVersionedUser = (user: User): Versioned<UserResponse> =>
  new Versioned({ user: toUserView(user) }, entityTagOfUser(user));
