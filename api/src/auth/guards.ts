import { type ExecutionContext, Injectable } from '@nestjs/common';
import { AuthGuard } from '@nestjs/passport';
import type { Viewer } from '@portfolio/database';
import { AppError } from '../http/app-error.ts';
import { fromRequest, requestOf } from '../http/from-request.ts';
import { AuthService } from './auth.service.ts';
import { bearerTokenOf } from './jwt.strategy.ts';

@Injectable()
export class AdminGuard extends AuthGuard('jwt') {
  constructor(private readonly auth: AuthService) {
    super();
  }

  override async canActivate(context: ExecutionContext): Promise<boolean> {
    await super.canActivate(context);
    const request = requestOf(context);
    request.session = request.user && (await this.auth.sessionOf(request.user));
    if (!request.session) throw new AppError('auth.required');
    return true;
  }

  override handleRequest<T>(error: unknown, claims: T | false): T {
    if (error) throw error;
    if (!claims) throw new AppError('auth.required');
    return claims;
  }
}

/** Accepts requests without a token as visitors, and refuses invalid tokens. */
@Injectable()
export class ViewerGuard extends AdminGuard {
  override async canActivate(context: ExecutionContext): Promise<boolean> {
    return requestOf(context).headers.authorization === undefined || super.canActivate(context);
  }
}

export const CurrentToken = fromRequest((request) => bearerTokenOf(request) ?? '');

export const CurrentSession = fromRequest(({ session }) => session);

export const CurrentViewer = fromRequest(({ session }): Viewer => (session ? 'administrator' : 'visitor'));
