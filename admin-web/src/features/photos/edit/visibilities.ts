import { PHOTO_VISIBILITIES } from '@portfolio/contracts';

const WORDS = {
  public: { label: 'Public', hint: 'Visitors see it, unless all its galleries are inactive' },
  unlisted: { label: 'Unlisted', hint: 'Only its own address leads to it: no gallery, feed or search engine lists it' },
  hidden: { label: 'Hidden', hint: 'Only you see it' },
};

/** The visibilities of a photo, in words. */
export const VISIBILITIES = PHOTO_VISIBILITIES.map((value) => ({ value, ...WORDS[value] }));
