import { readFile } from 'node:fs/promises';
import { HtmlValidate, StaticConfigLoader } from 'html-validate';
import ogs from 'open-graph-scraper';
import { validateXML } from 'xmllint-wasm';

/** Custom properties of a picture, and of a layout's columns and tiles in each band of windows. */
const PICTURE_STYLES = [
  ...['--ratio', '--width', '--focus-x', '--focus-y', '--few', '--tall', '--both'],
  ...['--n', '--area', '--margin'].flatMap((name) => [0, 1, 2, 3, 4].map((band) => `${name}${band}`)),
];

const validator = new HtmlValidate(
  new StaticConfigLoader({
    root: true,
    extends: ['html-validate:recommended', 'html-validate:standard', 'html-validate:document', 'html-validate:a11y'],
    rules: {
      // React's HTML is valid: attribute names have no case, void elements may be self-closing, booleans may have values.
      'attr-case': 'off',
      'void-style': ['error', { style: 'selfclosing' }],
      'attribute-boolean-style': 'off',
      'attribute-empty-style': 'off',
      // Only proportions, places and placeholders of pictures, and heights of text areas, are inline styles.
      'no-inline-style': ['error', { allowedProperties: [...PICTURE_STYLES, 'background-image', 'min-block-size'] }],
      // Own files come from the same server as the page.
      'require-sri': ['error', { target: 'crossorigin' }],
    },
  }),
);

/** The validator misreads the semicolon in a data URL. */
const PLACEHOLDERS = /url\(data:image\/bmp;base64,[\w+/=]*\)/g;

/** Errors that html-validate finds in a page. */
export async function htmlFaults(html: string): Promise<string[]> {
  const { results } = await validator.validateString(html.replace(PLACEHOLDERS, 'none'));
  return results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, selector }) => `${ruleId}: ${message} (${selector})`),
  );
}

const SCHEMAS = ['sitemap', 'sitemap-image', 'rss'] as const;
const readSchema = (name: string) => readFile(new URL(`schemas/${name}.xsd`, import.meta.url), 'utf8');

/** Errors that libxml2 finds in a document by one of the schemas. */
export async function xmlFaults(xml: string, schema: (typeof SCHEMAS)[number]): Promise<string[]> {
  const files = await Promise.all(
    SCHEMAS.map(async (name) => ({ fileName: `${name}.xsd`, contents: await readSchema(name) })),
  );
  const main = `${schema}.xsd`;
  const { errors } = await validateXML({
    xml: { fileName: 'document.xml', contents: xml },
    schema: files.filter(({ fileName }) => fileName === main),
    preload: files.filter(({ fileName }) => fileName !== main),
  });
  return errors.map(({ rawMessage }) => rawMessage);
}

/** Open Graph and Twitter data of a page. */
export async function sharePreview(html: string) {
  const { result } = await ogs({ html, onlyGetOpenGraphInfo: true });
  return result;
}
