import { Injectable, type PipeTransform } from '@nestjs/common';
import type { Granted } from '@portfolio/database';
import { clientAddressOf, fromRequest, isFromPerson } from '../http/from-request.ts';
import { AccessService, type UnlockContext } from './access.service.ts';

const Cookies = fromRequest(({ headers }) => headers.cookie);

@Injectable()
class GrantedPipe implements PipeTransform<string | undefined, Promise<Granted>> {
  constructor(private readonly access: AccessService) {}

  transform(cookies: string | undefined): Promise<Granted> {
    return this.access.granted(cookies);
  }
}

/** Galleries that the visitor has opened. */
export const GrantedGalleries = () => Cookies(GrantedPipe);

/** Client address and kind, cookies and protocol of the request. */
export const RequestUnlockContext = fromRequest((request): UnlockContext => ({
  address: clientAddressOf(request),
  cookies: request.headers.cookie,
  isSecure: request.protocol === 'https',
  isFromPerson: isFromPerson(request),
}));
