/** Parts of the publication rule; tests switch one off and expect a failure. */
export interface Rule {
  mustBeReady: boolean;
  mustNotBeHidden: boolean;
  mustBeListed: boolean;
  oneOpenGalleryIsEnough: boolean;
  withoutGalleryIsPublic: boolean;
  unlistedGalleryIsOpen: boolean;
  privateGalleryNeedsPassword: boolean;
  hiddenGalleryIsClosed: boolean;
  listedGalleryMustBePublic: boolean;
  galleryMustBeInSchedule: boolean;
  commentMustBeApproved: boolean;
  commentNeedsPublicPhoto: boolean;
  newsMustBeActive: boolean;
  newsMustBeInSchedule: boolean;
  latestNewsMustSaySomething: boolean;
}

export const THE_RULE: Rule = {
  mustBeReady: true,
  mustNotBeHidden: true,
  mustBeListed: true,
  oneOpenGalleryIsEnough: true,
  withoutGalleryIsPublic: true,
  unlistedGalleryIsOpen: true,
  privateGalleryNeedsPassword: true,
  hiddenGalleryIsClosed: true,
  listedGalleryMustBePublic: true,
  galleryMustBeInSchedule: true,
  commentMustBeApproved: true,
  commentNeedsPublicPhoto: true,
  newsMustBeActive: true,
  newsMustBeInSchedule: true,
  latestNewsMustSaySomething: true,
};
