import { Injectable, Logger } from '@nestjs/common';
import { SLUG_PATTERN } from '@portfolio/contracts';
import type { Granted } from '@portfolio/database';
import { Passwords } from '../auth/passwords.ts';
import { SignInLimits } from '../auth/sign-in-limits.ts';
import { AppError } from '../http/app-error.ts';
import { AccessRepository, type PrivateGallery } from './access.repository.ts';
import { GalleryGrants, type GrantSource, readGrants } from './gallery-grants.ts';

/** A visitor's request to open a gallery. */
export interface UnlockContext {
  /** Client address for rate limits. */
  address: string;
  /** `Cookie` header. */
  cookies: string | undefined;
  isSecure: boolean;
  /** As `isFromPerson` decides. */
  isFromPerson: boolean;
}

@Injectable()
export class AccessService {
  private readonly logger = new Logger('access');

  constructor(
    private readonly access: AccessRepository,
    private readonly grants: GalleryGrants,
    private readonly passwords: Passwords,
    private readonly limits: SignInLimits,
  ) {}

  /** Galleries that the cookie opens. @param cookies untrusted `Cookie` header */
  async granted(cookies: string | undefined): Promise<Granted> {
    const grants = readGrants(cookies);
    if (grants.length === 0) return [];
    const sources = await this.access.listSources(grants);
    const isGranted = ({ galleryId, previewId, secret }: Required<GrantSource>) =>
      grants.some(
        (grant) => grant.galleryId === galleryId && grant.previewId === previewId && this.grants.isValid(grant, secret),
      );
    return sources.filter(isGranted).map(({ galleryId }) => galleryId);
  }

  /** @throws AppError gallery.not-found unless a gallery with this address is private */
  async findPrivate(slug: string): Promise<PrivateGallery> {
    // PostgreSQL rejects some texts that are no slugs.
    const gallery = SLUG_PATTERN.test(slug) ? await this.access.findPrivate(slug) : undefined;
    if (!gallery) throw new AppError('gallery.not-found');
    return gallery;
  }

  /**
   * Opens a private gallery.
   *
   * @returns `Set-Cookie` header
   * @throws AppError gallery.not-found, gallery.wrong-password; gallery.too-many also for the right password
   */
  async unlock(slug: string, password: string, { address, cookies, isSecure }: UnlockContext): Promise<string> {
    const { id, passwordHash } = await this.findPrivate(slug);
    const isCorrect = await this.limits.attemptGalleryPassword(id, address, () =>
      this.passwords.compare(passwordHash, password),
    );
    if (!isCorrect) {
      this.logger.warn(`A password of gallery ${id} was wrong.`);
      throw AppError.at('password', 'gallery.wrong-password');
    }
    return this.grants.cookie(this.grants.issue({ galleryId: id, secret: passwordHash }), cookies, isSecure);
  }
}
