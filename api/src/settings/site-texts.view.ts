import { visibleText, type PublicTextsView, type SettingValues } from '@portfolio/contracts';

/** Browsers and mail programs end lines with CR and LF. */
const unixLines = (text: string) => text.replaceAll('\r\n', '\n');

/** What the public pages say. */
export function toPublicTextsView(values: SettingValues): PublicTextsView {
  const text = (value: string) => visibleText(unixLines(value));
  return {
    heroText: text(values.hero_text),
    callToAction: text(values.hero_call_to_action),
    aboutStory: paragraphsOf(values.about_story),
    aboutAuthenticity: text(values.about_authenticity),
    aboutMoment: text(values.about_moment),
    aboutExpression: text(values.about_expression),
    contactIntro: text(values.contact_intro),
    replyPromise: text(values.reply_promise),
    contactEmail: text(values.contact_email),
    contactPhone: text(values.contact_phone),
    contactAddress: text(values.contact_address),
    imprint: linesOf(values.imprint).join('\n'),
    privacy: paragraphsOf(values.privacy),
  };
}

/** Lines with visible text, trimmed. */
export const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map(visibleText)
    .filter((line) => line !== '');

/** Paragraphs, separated by lines without visible text. */
const paragraphsOf = (text: string): string[] =>
  unixLines(text)
    .split(/\n\s*\n/)
    .map(visibleText)
    .filter((paragraph) => paragraph !== '');
