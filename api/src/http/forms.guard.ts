import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyRequest } from 'fastify';
import { AppError } from './app-error.ts';

/** Where `@ApiConsumes` writes down what a route takes. */
const CONSUMES = 'swagger/apiConsumes';

/** Refuses a form with files where the route's description does not say that it takes one. */
@Injectable()
export class FormsGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}

  canActivate(context: ExecutionContext): boolean {
    const { headers } = context.switchToHttp().getRequest<FastifyRequest>();
    if (!headers['content-type']?.startsWith('multipart/form-data')) return true;
    const types = this.reflector.get<string[] | undefined>(CONSUMES, context.getHandler()) ?? [];
    if (!types.includes('multipart/form-data')) throw new AppError('request.unsupported-type');
    return true;
  }
}
