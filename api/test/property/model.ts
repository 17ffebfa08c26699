import { isInSchedule } from './rows.ts';
import { THE_RULE, type Rule } from './rule.ts';
import {
  type GalleryRow,
  type NewsRow,
  type PhotoRow,
  galleryPhotoPairs,
  type Questions,
  slugOf,
  titleOfGallery,
  type World,
} from './world.ts';

/** A guest has the passwords of all private galleries. */
export type Viewer = 'visitor' | 'guest' | 'administrator';

/** Everything that the site shows of a world, by the question; null is a 404. */
export type SiteContent = Record<string, unknown>;

/** Model of what a viewer sees: sets and filters by the specification, independent of the SQL. */
export class Model {
  constructor(
    private readonly world: World,
    private readonly viewer: Viewer,
    private readonly rule: Rule = THE_RULE,
  ) {}

  sees(photo: PhotoRow): boolean {
    return this.viewer === 'administrator' || this.isPublic(photo);
  }

  /** Whether its address shows it without a token. */
  isPublic(photo: PhotoRow): boolean {
    const { rule } = this;
    if (rule.photoMustBeReady && photo.status !== 'ready') return false;
    if (rule.photoMustNotBeHidden && photo.visibility === 'hidden') return false;
    return this.isAmong(photo, (gallery) => this.isOpen(gallery));
  }

  /** Whether lists, counts and covers include it; an unlisted photo has only its address. */
  lists(photo: PhotoRow): boolean {
    if (this.viewer === 'administrator') return true;
    return this.isPublic(photo) && this.isInGalleries(photo) && this.isAmong(photo, (one) => this.isListed(one));
  }

  /** Whether open galleries show it. */
  private isInGalleries({ status, visibility }: PhotoRow): boolean {
    const { photoMustBeReady, photoMustNotBeHidden, unlistedPhotoIsOnlyAtItsAddress } = this.rule;
    if (this.viewer === 'administrator') return true;
    if (photoMustBeReady && status !== 'ready') return false;
    return { public: true, unlisted: !unlistedPhotoIsOnlyAtItsAddress, hidden: !photoMustNotBeHidden }[visibility];
  }

  /** Whether the address of the gallery opens it. */
  private isOpen(gallery: GalleryRow): boolean {
    const { rule, viewer } = this;
    if (rule.galleryMustBeInSchedule && !isInSchedule(gallery)) return false;
    return {
      public: true,
      unlisted: rule.unlistedGalleryIsOpen,
      private: viewer === 'guest' || !rule.privateGalleryNeedsPassword,
      hidden: !rule.hiddenGalleryIsClosed,
    }[gallery.visibility];
  }

  private isListed(gallery: GalleryRow): boolean {
    const { listedGalleryMustBePublic, galleryMustBeInSchedule } = this.rule;
    if (galleryMustBeInSchedule && !isInSchedule(gallery)) return false;
    return gallery.visibility === 'public' || !listedGalleryMustBePublic;
  }

  /** Whether a gallery of this kind has the photo, or no gallery has it. */
  private isAmong(photo: PhotoRow, isOfKind: (gallery: GalleryRow) => boolean): boolean {
    const around = this.galleriesAround(photo);
    if (around.length === 0) return this.rule.photoWithoutGalleryIsPublic;
    return this.rule.oneGalleryIsEnough ? around.some(isOfKind) : around.every(isOfKind);
  }

  /** Whether its files are public. */
  isServed(photo: PhotoRow): boolean {
    return photo.hasFiles && this.isPublic(photo);
  }

  photos(): PhotoRow[] {
    return newestFirst(this.world.photos.filter((photo) => this.lists(photo)));
  }

  galleries(): GalleryRow[] {
    const isShown = (gallery: GalleryRow) => this.viewer === 'administrator' || this.isListed(gallery);
    return newestFirst(this.world.galleries.filter(isShown));
  }

  seesGallery(gallery: GalleryRow): boolean {
    return this.viewer === 'administrator' || this.isOpen(gallery);
  }

  photosOf(gallery: GalleryRow): PhotoRow[] {
    const inOrder = [...gallery.entries].sort((one, other) => one.position - other.position);
    return inOrder.map(({ photoId }) => this.photo(photoId)).filter((photo) => this.isInGalleries(photo));
  }

  /** @returns the error code when gallery or photo is missing */
  positionIn(galleryId: number, photoId: number) {
    const gallery = this.world.galleries.find(({ id }) => id === galleryId);
    if (!gallery || !this.seesGallery(gallery)) return 'gallery.not-found';
    const photos = this.photosOf(gallery);
    const at = photos.findIndex(({ id }) => id === photoId);
    if (at < 0) return 'photo.not-found';
    const summaryOf = (photo: PhotoRow | undefined) => (photo ? this.summary(photo) : null);
    return {
      gallery: { id: galleryId, title: titleOfGallery(gallery), slug: slugOf(gallery) },
      place: at + 1,
      total: photos.length,
      previous: summaryOf(photos[at - 1]),
      next: summaryOf(photos[at + 1]),
    };
  }

  /** @returns undefined without a visible photo */
  commentsOn(photo: PhotoRow): number[] | undefined {
    if (this.rule.commentNeedsPublicPhoto && !this.sees(photo)) return undefined;
    return ids(this.approved().filter(({ photoId }) => photoId === photo.id));
  }

  summary(photo: PhotoRow) {
    const around = this.lists(photo) ? this.galleriesAround(photo) : [];
    const galleries = ids(around.filter((gallery) => this.viewer === 'administrator' || this.isListed(gallery)));
    return {
      id: photo.id,
      visibility: this.visibilityOf(photo),
      galleries,
      gallery_id: galleries[0] ?? null,
      gallery_name: galleries[0] === undefined ? null : titleOfGallery({ id: galleries[0] }),
      comment_count: this.approved().filter(({ photoId }) => photoId === photo.id).length,
    };
  }

  /** A guest's `hidden` photos are those that other visitors do not see. */
  private visibilityOf(photo: PhotoRow) {
    const isGuestOnly = this.viewer === 'guest' && !new Model(this.world, 'visitor', this.rule).isPublic(photo);
    if (isGuestOnly) return 'hidden';
    return this.lists(photo) ? photo.visibility : 'unlisted';
  }

  gallerySummary(gallery: GalleryRow) {
    const photos = this.photosOf(gallery);
    return { id: gallery.id, photo_count: photos.length, cover: photos[0]?.hasFiles ? photos[0].id : null };
  }

  /** Latest first. */
  news(): number[] {
    const mayBeSeen = (item: NewsRow) =>
      (item.isActive || !this.rule.newsMustBeActive) && (isInSchedule(item) || !this.rule.newsMustBeInSchedule);
    return ids(newestFirst(this.world.news.filter((item) => this.viewer === 'administrator' || mayBeSeen(item))));
  }

  /** On the home page, equal for both viewers. */
  latestNews(): { id: number; picture: number | null } | null {
    const hasText = ({ text }: NewsRow) => text !== 'none' || !this.rule.latestNewsMustHaveText;
    const news = this.world.news.filter(hasText);
    const visible = new Model({ ...this.world, news }, 'visitor', this.rule).news();
    // Others were published when they were created, which is later.
    const isFromYesterday = (id: number) => news.find((item) => item.id === id)?.schedule === 'started';
    const id = visible.find((one) => !isFromYesterday(one)) ?? visible[0];
    return id === undefined ? null : { id, picture: this.pictureOf(id) };
  }

  private pictureOf(news: number): number | null {
    const photoId = this.world.news.find(({ id }) => id === news)?.photoId;
    const photo = this.world.photos.find(({ id }) => id === photoId);
    return photo && new Model(this.world, 'visitor', this.rule).isPublic(photo) ? photo.id : null;
  }

  background(): number | null {
    return newestFirst(this.world.backgrounds.filter(({ status }) => status === 'ready'))[0]?.id ?? null;
  }

  galleriesAround(photo: PhotoRow): GalleryRow[] {
    return this.world.galleries.filter(({ entries }) => entries.some(({ photoId }) => photoId === photo.id));
  }

  private approved() {
    return this.world.comments.filter(({ isApproved }) => isApproved || !this.rule.commentMustBeApproved);
  }

  private photo(id: number): PhotoRow {
    return this.world.photos.find((photo) => photo.id === id)!;
  }
}

/** Expected content of the site. @see readSite */
export function expectedSite(world: World, viewer: Viewer, questions: Questions, rule = THE_RULE): SiteContent {
  const model = new Model(world, viewer, rule);
  const all = model.photos();
  const found = all.filter(
    ({ title, description }) => has(title, questions.search) || has(description, questions.search),
  );
  const content: SiteContent = {
    photos: list(all.map((photo) => model.summary(photo))),
    'photos, searched': list(ids(found)),
    'photos, by tag': list(ids(all.filter((photo) => tagOf(photo) === questions.search.toLowerCase()))),
    tags: Object.fromEntries(
      all.map((photo) => [tagOf(photo), all.filter((one) => tagOf(one) === tagOf(photo)).length]),
    ),
    'photos, by sale': list(ids(all.filter(({ isForSale }) => isForSale === questions.isForSale))),
    'photos, with their pictures': list(all.map(({ id, hasFiles }) => ({ id, picture: hasFiles ? 'picture' : null }))),
    galleries: list(model.galleries().map((gallery) => model.gallerySummary(gallery))),
    news: list(model.news()),
    'latest news': model.latestNews(),
    background: model.background(),
    ...expectedSitemap(new Model(world, 'visitor', rule)),
  };
  for (const photo of world.photos) {
    content[`photo ${photo.id}`] = model.sees(photo) ? model.summary(photo) : null;
    const comments = model.commentsOn(photo);
    content[`comments on ${photo.id}`] = comments ? list(comments) : null;
    content[`files of ${photo.id}`] = model.isServed(photo);
    if (viewer === 'administrator' && photo.hasFiles)
      content[`files of ${photo.id}, by the address in the response`] = true;
  }
  for (const gallery of world.galleries) {
    const isSeen = model.seesGallery(gallery);
    const isListed = model.galleries().includes(gallery);
    const photos = model.photosOf(gallery);
    const both = photos.filter((photo) => found.includes(photo) && photo.isForSale === questions.isForSale);
    content[`gallery ${gallery.id}`] = isSeen
      ? { ...model.gallerySummary(gallery), photoCount: photos.length, photos: ids(photos) }
      : null;
    content[`gallery ${gallery.id}, by pages`] = isSeen ? list(ids(photos)) : null;
    content[`photos of gallery ${gallery.id}`] = list(isListed ? ids(newestFirst(photos)) : []);
    content[`photos of gallery ${gallery.id}, searched and by sale`] = list(isListed ? ids(newestFirst(both)) : []);
  }
  for (const [gallery, photo] of galleryPhotoPairs(world, questions)) {
    content[`position of ${photo} in gallery ${gallery}`] = model.positionIn(gallery, photo);
  }
  for (const item of world.news) content[`news ${item.id}`] = model.news().includes(item.id) ? item.id : null;
  for (const id of questions.gone.photos) {
    content[`photo ${id}`] = content[`comments on ${id}`] = null;
    content[`files of ${id}`] = false;
  }
  for (const id of questions.gone.galleries) {
    content[`gallery ${id}`] = content[`gallery ${id}, by pages`] = null;
    content[`photos of gallery ${id}`] = content[`photos of gallery ${id}, searched and by sale`] = list([]);
  }
  for (const id of questions.gone.news) content[`news ${id}`] = null;
  return viewer === 'administrator' ? { ...content, ...backOffice(world, model) } : { ...content, ...CLOSED };
}

/** Equal for both viewers. No world has ids beyond the first part. */
function expectedSitemap(visitor: Model): SiteContent {
  const [galleries, photos] = [visitor.galleries(), visitor.photos()];
  const entries = galleries.length + photos.length;
  return {
    sitemap: entries > 0 ? [{ part: 1, entries }] : [],
    'first part of the sitemap': {
      galleries: galleries.map((gallery) => ({ slug: slugOf(gallery), cover: visitor.gallerySummary(gallery).cover })),
      photos: photos.map(({ id, hasFiles }) => ({ id, picture: hasFiles ? id : null })),
    },
  };
}

/** Back office for visitors: closed. */
const CLOSED: SiteContent = { 'all comments': 401, dashboard: 401, 'photos by their files': 401 };

function backOffice(world: World, model: Model): SiteContent {
  const pending = world.comments.filter(({ isApproved }) => !isApproved);
  const approved = world.comments.filter(({ isApproved }) => isApproved);
  const isLatest = ({ id, title }: PhotoRow) => !world.photos.some((one) => one.title === title && one.id > id);
  return {
    'all comments': list(ids(newestFirst(world.comments))),
    'pending comments': list(ids(newestFirst(pending))),
    'approved comments': list(ids(newestFirst(approved))),
    'active galleries': list(ids(model.galleries().filter(({ visibility }) => visibility === 'public'))),
    'inactive galleries': list(ids(model.galleries().filter(({ visibility }) => visibility !== 'public'))),
    'processing photos': list(ids(model.photos().filter(({ status }) => status === 'processing'))),
    'hidden photos': list(ids(model.photos().filter(({ visibility }) => visibility === 'hidden'))),
    'photos in no gallery': list(ids(model.photos().filter((photo) => model.galleriesAround(photo).length === 0))),
    'photos by their files': newestFirst(world.photos.filter(isLatest)).map((photo) => model.summary(photo)),
    dashboard: {
      galleries: world.galleries.length,
      photos: world.photos.length,
      comments: approved.length,
      pendingComments: pending.length,
      recentPhotos: ids(model.photos()).slice(0, 5),
      recentComments: ids(newestFirst(world.comments)).slice(0, 5),
    },
  };
}

const tagOf = ({ title }: PhotoRow) => title.toLowerCase();
const ids = (rows: { id: number }[]) => rows.map(({ id }) => id);
const newestFirst = <T extends { id: number }>(rows: T[]) => [...rows].sort((one, other) => other.id - one.id);
const has = (text: string | null, word: string) => text !== null && text.toLowerCase().includes(word.toLowerCase());
const list = <T>(items: T[]) => ({ items, total: items.length });
