import { readFile } from 'node:fs/promises';
import { validateXML } from 'xmllint-wasm';

const SCHEMAS = ['sitemap', 'sitemap-image', 'rss'] as const;
const readSchema = (name: string) => readFile(new URL(`schemas/${name}.xsd`, import.meta.url), 'utf8');

/** What is wrong with a document by libxml2 and one of the schemas beside this file; empty where nothing is. */
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
