import { createParamDecorator, type ExecutionContext, Injectable } from '@nestjs/common';
import { AuthGuard } from '@nestjs/passport';
import type { Session, Viewer } from '@portfolio/database';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../http/app-error.ts';

/** Passport stores the session as `request.user`. */
type MaybeSignedIn = FastifyRequest & { user?: Session };

export const requestOf = (context: ExecutionContext) => context.switchToHttp().getRequest<MaybeSignedIn>();

@Injectable()
export class AdminGuard extends AuthGuard('jwt') {
  override handleRequest<T>(error: unknown, session: T | false): T {
    if (error) throw error;
    if (!session) throw new AppError('auth.required');
    return session;
  }
}

/** Accepts requests without a token as visitors, and refuses invalid tokens. */
@Injectable()
export class ViewerGuard extends AdminGuard {
  override async canActivate(context: ExecutionContext): Promise<boolean> {
    if (requestOf(context).headers.authorization === undefined) return true;
    return (await super.canActivate(context)) as boolean;
  }
}

export const CurrentUser = createParamDecorator(
  (_: undefined, context: ExecutionContext) => requestOf(context).user?.user,
);

export const CurrentSession = createParamDecorator(
  (_: undefined, context: ExecutionContext) => requestOf(context).user,
);

export const CurrentViewer = createParamDecorator((_: undefined, context: ExecutionContext): Viewer =>
  requestOf(context).user ? 'administrator' : 'visitor',
);
