import { createParamDecorator, type ExecutionContext, Injectable, type PipeTransform } from '@nestjs/common';
import type { Granted } from '@portfolio/database';
import { requestOf } from '../auth/guards.ts';
import { isFromPerson } from '../http/is-from-person.ts';
import { clientAddressOf } from '../limits/client-address.ts';
import { AccessService, type UnlockContext } from './access.service.ts';

const Cookies = createParamDecorator((_: undefined, context: ExecutionContext) => requestOf(context).headers.cookie);

@Injectable()
export class GrantedPipe implements PipeTransform<string | undefined, Promise<Granted>> {
  constructor(private readonly access: AccessService) {}

  transform(cookies: string | undefined): Promise<Granted> {
    return this.access.granted(cookies);
  }
}

/** Galleries that the visitor has opened. */
export const GrantedGalleries = () => Cookies(GrantedPipe);

/** Client address and kind, cookies and protocol of the request. */
export const RequestUnlockContext = createParamDecorator((_: undefined, context: ExecutionContext): UnlockContext => {
  const request = requestOf(context);
  return {
    address: clientAddressOf(request),
    cookies: request.headers.cookie,
    isSecure: request.protocol === 'https',
    isPerson: isFromPerson(request),
  };
});
