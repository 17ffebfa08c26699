import { createHash, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { type CreatePreview, LIMITS, type NewPreviewResponse, type PreviewView } from '@portfolio/contracts';
import type { GalleryPreview } from '@portfolio/database';
import { AppError } from '../http/app-error.ts';
import { AccessRepository } from './access.repository.ts';
import type { UnlockContext } from './access.service.ts';
import { GalleryGrants } from './gallery-grants.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** Bytes of a token: nobody can guess one, so attempts to open a link need no rate limit. */
const TOKEN_BYTES = 32;

const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url');

@Injectable()
export class PreviewsService {
  constructor(
    private readonly access: AccessRepository,
    private readonly grants: GalleryGrants,
  ) {}

  async list(galleryId: number): Promise<PreviewView[]> {
    const previews = await this.access.listPreviews(galleryId);
    if (!previews) throw new AppError('gallery.not-found');
    return previews.map(toPreviewView);
  }

  /** The response alone has the link; the database has the hash of its token. */
  async create(
    galleryId: number,
    { name, days = LIMITS.previewDays.default }: CreatePreview,
  ): Promise<NewPreviewResponse> {
    const token = randomBytes(TOKEN_BYTES).toString('base64url');
    const expiresAt = new Date(Date.now() + days * DAY_MS);
    const preview = await this.access.insertPreview({ galleryId, name, tokenHash: hashOf(token), expiresAt });
    if (!preview) throw new AppError('gallery.not-found');
    return { preview: toPreviewView(preview), link: `/preview?token=${token}` };
  }

  async revoke(galleryId: number, id: number): Promise<void> {
    if (!(await this.access.removePreview(galleryId, id))) throw new AppError('preview.not-found');
  }

  /**
   * Opens the gallery of a link, and records the time if a person opened it, as `isFromPerson` decides.
   *
   * @returns slug of the gallery, and the `Set-Cookie` header
   * @throws AppError preview.not-found for an unknown, revoked or expired link
   */
  async open(
    token: string,
    { cookies, isSecure, isFromPerson }: Omit<UnlockContext, 'address'>,
  ): Promise<{ slug: string; setCookie: string }> {
    const used = await this.access.usePreview(hashOf(token), isFromPerson);
    if (!used) throw new AppError('preview.not-found');
    return { slug: used.slug, setCookie: this.grants.cookie(this.grants.issue(used), cookies, isSecure) };
  }
}

const toPreviewView = ({ id, name, expiresAt, lastUsedAt, createdAt }: GalleryPreview): PreviewView => ({
  id,
  name,
  expires_at: expiresAt.toISOString(),
  last_used_at: lastUsedAt?.toISOString() ?? null,
  created_at: createdAt.toISOString(),
});
