/**
 * Parts of the publication rule in the model. A test switches each off and expects that some random site then shows
 * something else.
 */
export interface Rule {
  photoMustBeReady: boolean;
  photoMustNotBeHidden: boolean;
  unlistedPhotoIsOnlyAtItsAddress: boolean;
  oneGalleryIsEnough: boolean;
  photoWithoutGalleryIsPublic: boolean;
  unlistedGalleryIsOpen: boolean;
  privateGalleryNeedsPassword: boolean;
  hiddenGalleryIsClosed: boolean;
  listedGalleryMustBePublic: boolean;
  galleryMustBeInSchedule: boolean;
  commentMustBeApproved: boolean;
  commentNeedsPublicPhoto: boolean;
  newsMustBeActive: boolean;
  newsMustBeInSchedule: boolean;
  latestNewsMustHaveText: boolean;
}

export const THE_RULE: Rule = {
  photoMustBeReady: true,
  photoMustNotBeHidden: true,
  unlistedPhotoIsOnlyAtItsAddress: true,
  oneGalleryIsEnough: true,
  photoWithoutGalleryIsPublic: true,
  unlistedGalleryIsOpen: true,
  privateGalleryNeedsPassword: true,
  hiddenGalleryIsClosed: true,
  listedGalleryMustBePublic: true,
  galleryMustBeInSchedule: true,
  commentMustBeApproved: true,
  commentNeedsPublicPhoto: true,
  newsMustBeActive: true,
  newsMustBeInSchedule: true,
  latestNewsMustHaveText: true,
};
