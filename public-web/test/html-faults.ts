import { HtmlValidate, StaticConfigLoader } from 'html-validate';

const validator = new HtmlValidate(
  new StaticConfigLoader({
    root: true,
    extends: ['html-validate:recommended', 'html-validate:standard', 'html-validate:document', 'html-validate:a11y'],
    rules: {
      // How React writes HTML. The standard takes all of it: names of attributes have no case, a void element may end in a
      // slash, and an attribute that is on or off may have a value.
      'attr-case': 'off',
      'void-style': ['error', { style: 'selfclosing' }],
      'attribute-boolean-style': 'off',
      'attribute-empty-style': 'off',
      // Proportions and placeholders of pictures follow from data; nothing else may be styled in place.
      'no-inline-style': ['error', { allowedProperties: ['--ratio', '--width', 'background-image'] }],
      // Our own files come from our own server, as the page does: who could change them could change the page.
      'require-sri': ['error', { target: 'crossorigin' }],
    },
  }),
);

/** The validator takes the semicolon in the address of a placeholder for the end of a property. */
const PLACEHOLDERS = /url\(data:image\/bmp;base64,[\w+/=]*\)/g;

/** What is wrong with the HTML of a page, as html-validate finds it; empty where nothing is. */
export async function htmlFaults(html: string): Promise<string[]> {
  const { results } = await validator.validateString(html.replace(PLACEHOLDERS, 'none'));
  return results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, selector }) => `${ruleId}: ${message} (${selector})`),
  );
}
