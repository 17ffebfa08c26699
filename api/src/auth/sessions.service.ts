import { Injectable, Logger } from '@nestjs/common';
import type {
  ActiveSessionView,
  SecurityEventListView,
  SecurityEventView,
  SessionListView,
} from '@portfolio/contracts';
import type { SecurityEvent, Session, User } from '@portfolio/database';
import { AppError } from '../http/app-error.ts';
import type { ClientInfo } from './client-info.ts';
import { SessionsRepository } from './sessions.repository.ts';

@Injectable()
export class SessionsService {
  private readonly logger = new Logger('auth');

  constructor(private readonly sessions: SessionsRepository) {}

  async list(current: Session): Promise<SessionListView> {
    const sessions = await this.sessions.list(current.user);
    return { sessions: sessions.map((session) => toActiveSessionView(session, current)) };
  }

  async events({ id }: User): Promise<SecurityEventListView> {
    return { events: (await this.sessions.listEvents(id)).map(toSecurityEventView) };
  }

  /** @throws AppError session.not-found, also for another administrator's session */
  async revoke(user: User, id: number, client: ClientInfo): Promise<void> {
    if (!(await this.sessions.revoke(user, id, client))) throw new AppError('session.not-found');
    this.logger.log(`Account ${user.id} has ended one of its sessions.`);
  }
}

const toActiveSessionView = (session: Session, current: Session): ActiveSessionView => ({
  id: session.id,
  device: session.device,
  network: session.network,
  created_at: session.createdAt.toISOString(),
  last_used_at: session.lastUsedAt.toISOString(),
  is_current: session.id === current.id,
});

const toSecurityEventView = (event: SecurityEvent): SecurityEventView => ({
  id: event.id,
  type: event.type,
  device: event.device,
  network: event.network,
  revoked_device: event.revokedDevice,
  count: event.count,
  at: event.at.toISOString(),
});
