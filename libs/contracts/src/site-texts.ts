import { LIMITS } from './limits.ts';

/**
 * Texts of the public pages with their defaults. An empty text falls back to its default if it is `needed`, else its page
 * omits it. Story and privacy have paragraphs, separated by an empty line.
 */
export const SITE_TEXTS = {
  site_title: { kind: 'text', label: 'Site title', default: '' },
  hero_text: { kind: 'text', label: 'Hero text', default: 'Welcome to my online portfolio', needed: true },
  hero_call_to_action: { kind: 'text', label: 'Call to action', default: 'View Galleries', needed: true },
  about_story: { kind: 'text', label: 'Story', max: LIMITS.siteText, default: '' },
  about_authenticity: { kind: 'text', label: 'Authenticity', max: LIMITS.siteText, default: '' },
  about_moment: { kind: 'text', label: 'Moment', max: LIMITS.siteText, default: '' },
  about_expression: { kind: 'text', label: 'Expression', max: LIMITS.siteText, default: '' },
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
      'This site sets no cookies for visitors, loads nothing from third parties and does not track anybody. What you write in a comment or a message is kept, with the name and the email address that you give.',
  },
  social_links: { kind: 'addresses', label: 'Social links', default: '' },
} as const;

/** Texts of the pages /, /about, /contact and /imprint. Pages omit empty texts. */
export interface PublicTextsView {
  /** @example "Welcome to my online portfolio" */
  heroText: string;
  /** @example "View Galleries" */
  callToAction: string;
  /** Paragraphs. @example ["I am a photographer of quiet places."] */
  aboutStory: string[];
  /** @example "I show what was there." */
  aboutAuthenticity: string;
  /** @example "Light lasts a breath." */
  aboutMoment: string;
  /** @example "A picture is finished when it says what the place felt like." */
  aboutExpression: string;
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
