import type { ExhibitionView } from './exhibitions.ts';
import { LIMITS } from './limits.ts';
import type { PictureView } from './photos/photo-views.ts';

/** A heading falls back to its default where it is empty. */
const HEADING = { kind: 'text', max: LIMITS.title, emptyMeansDefault: true } as const;

/**
 * Texts of the public pages with their defaults. An empty text falls back to its default with `emptyMeansDefault`, an empty
 * site title to the artist's name; pages omit others. Story and privacy have paragraphs, separated by an empty line.
 */
export const SITE_TEXTS = {
  site_title: { kind: 'text', label: 'Site title', default: '' },
  hero_text: { kind: 'text', label: 'Hero text', default: 'Welcome to my online portfolio', emptyMeansDefault: true },
  hero_call_to_action: { kind: 'text', label: 'Call to action', default: 'View Galleries', emptyMeansDefault: true },
  about_title: { ...HEADING, label: 'Page heading', default: 'About' },
  /** Id of a photo. Visitors see it if they may open the photo's page. */
  about_portrait: { kind: 'photo', label: 'Portrait', default: '' },
  about_story: { kind: 'text', label: 'Story', max: LIMITS.siteText, default: '' },
  about_authenticity_title: { ...HEADING, label: 'First heading', default: 'Authenticity' },
  about_authenticity: { kind: 'text', label: 'Authenticity', max: LIMITS.siteText, default: '' },
  about_moment_title: { ...HEADING, label: 'Second heading', default: 'Moment' },
  about_moment: { kind: 'text', label: 'Moment', max: LIMITS.siteText, default: '' },
  about_expression_title: { ...HEADING, label: 'Third heading', default: 'Expression' },
  about_expression: { kind: 'text', label: 'Expression', max: LIMITS.siteText, default: '' },
  exhibitions_title: { ...HEADING, label: 'Heading of the exhibitions', default: 'Exhibitions' },
  /** A JSON list of `ExhibitionView`. */
  exhibitions: { kind: 'exhibitions', label: 'Exhibitions', max: LIMITS.exhibitions, default: '' },
  contact_intro: { kind: 'text', label: 'Invitation', default: '' },
  reply_promise: { kind: 'text', label: 'Reply promise', default: 'I reply within 24 hours.' },
  contact_email: { kind: 'email', label: 'Email', max: LIMITS.email, default: '' },
  contact_phone: { kind: 'text', label: 'Telephone', default: '' },
  contact_address: { kind: 'text', label: 'Studio', default: '' },
  imprint: { kind: 'text', label: 'Responsible for this website', max: LIMITS.siteText, default: '' },
  privacy: {
    kind: 'text',
    label: 'Privacy',
    max: LIMITS.siteText,
    default:
      'This site sets no cookies, except for one that remembers a gallery you opened with a password or link. It loads nothing from third parties and does not track anybody. What you write in a comment or a message is kept, with the name and the email address that you give.',
  },
  social_links: { kind: 'addresses', label: 'Social links', default: '' },
} as const;

/** Texts of the pages /, /about, /contact and /imprint. Pages omit empty texts. */
export interface PublicTextsView {
  /** @example "Welcome to my online portfolio" */
  heroText: string;
  /** @example "View Galleries" */
  callToAction: string;
  /** @example "About" */
  aboutTitle: string;
  /** A photo of the artist's choice in all its sizes; null without one that visitors see. */
  aboutPortrait: PictureView | null;
  /** Paragraphs. @example ["I am a photographer of quiet places."] */
  aboutStory: string[];
  /** Heading of `aboutAuthenticity`. @example "Authenticity" */
  aboutAuthenticityTitle: string;
  /** @example "I show what was there." */
  aboutAuthenticity: string;
  /** @example "Moment" */
  aboutMomentTitle: string;
  /** @example "Light lasts a breath." */
  aboutMoment: string;
  /** @example "Expression" */
  aboutExpressionTitle: string;
  /** @example "A picture is finished when it says what the place felt like." */
  aboutExpression: string;
  /** @example "Exhibitions" */
  exhibitionsTitle: string;
  exhibitions: ExhibitionView[];
  /** @example "For prints, commissions and exhibitions." */
  contactIntro: string;
  /** @example "I reply within 24 hours." */
  replyPromise: string;
  /** @example "hello@example.com" */
  contactEmail: string;
  /** @example "+1 555 0100" */
  contactPhone: string;
  /** @example "12 Harbour Street, Northport" */
  contactAddress: string;
  /** Address of the person responsible for the site, in lines. @example "12 Harbour Street\nNorthport" */
  imprint: string;
  /** Paragraphs. @example ["This site sets no cookies for visitors."] */
  privacy: string[];
}
