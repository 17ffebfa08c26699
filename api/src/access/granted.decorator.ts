import { createParamDecorator, type ExecutionContext, Injectable, type PipeTransform } from '@nestjs/common';
import type { Granted as GrantedIds } from '@portfolio/database';
import type { FastifyRequest } from 'fastify';
import { clientAddressOf } from '../limits/client-address.ts';
import { AccessService, type Opening } from './access.service.ts';

const requestOf = (context: ExecutionContext) => context.switchToHttp().getRequest<FastifyRequest>();

const Cookies = createParamDecorator((_: undefined, context: ExecutionContext) => requestOf(context).headers.cookie);

@Injectable()
export class GrantedPipe implements PipeTransform<string | undefined, Promise<GrantedIds>> {
  constructor(private readonly access: AccessService) {}

  transform(cookies: string | undefined): Promise<GrantedIds> {
    return this.access.granted(cookies);
  }
}

/** Galleries that the visitor has opened. */
export const Granted = () => Cookies(GrantedPipe);

/** What opening a gallery needs of the request. */
export const RequestOpening = createParamDecorator((_: undefined, context: ExecutionContext): Opening => {
  const request = requestOf(context);
  return {
    address: clientAddressOf(request),
    cookies: request.headers.cookie,
    isSecure: request.protocol === 'https',
  };
});
