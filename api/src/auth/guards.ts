import { createParamDecorator, type ExecutionContext, Injectable } from '@nestjs/common';
import { AuthGuard } from '@nestjs/passport';
import type { Session, Viewer } from '@portfolio/database';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../http/app-error.ts';

/** Passport names the property. */
type MaybeSignedIn = FastifyRequest & { user?: Session };

const requestOf = (context: ExecutionContext) => context.switchToHttp().getRequest<MaybeSignedIn>();

/** Lets the administrator in, and nobody else. */
@Injectable()
export class AdminGuard extends AuthGuard('jwt') {
  override handleRequest<T>(error: unknown, session: T | false): T {
    if (error) throw error;
    if (!session) throw new AppError('auth.required');
    return session;
  }
}

/**
 * Lets everybody in and knows the administrator. A token that is no good is refused rather than overlooked: whoever
 * shows one expects to see more than a visitor does.
 */
@Injectable()
export class ViewerGuard extends AdminGuard {
  override async canActivate(context: ExecutionContext): Promise<boolean> {
    if (requestOf(context).headers.authorization === undefined) return true;
    return (await super.canActivate(context)) as boolean;
  }
}

/** The administrator who asks, behind AdminGuard. */
export const CurrentUser = createParamDecorator(
  (_: undefined, context: ExecutionContext) => requestOf(context).user?.user,
);

/** The session of the administrator who asks, with its user, behind AdminGuard. */
export const CurrentSession = createParamDecorator(
  (_: undefined, context: ExecutionContext) => requestOf(context).user,
);

/** Who is looking, behind either guard. */
export const CurrentViewer = createParamDecorator((_: undefined, context: ExecutionContext): Viewer =>
  requestOf(context).user ? 'administrator' : 'visitor',
);
