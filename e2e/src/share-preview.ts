import ogs from 'open-graph-scraper';

/** Which addresses it takes: the site of a test is known by a name without a dot. */
const ADDRESSES = {
  allow_fragments: true,
  allow_protocol_relative_urls: false,
  allow_query_components: true,
  allow_trailing_dot: false,
  allow_underscores: false,
  protocols: ['http'],
  require_host: true,
  require_port: false,
  require_protocol: true,
  require_tld: false,
  require_valid_protocol: true,
  validate_length: true,
};

/** What a program that shows previews of links finds on a page. */
export async function sharePreview(address: string) {
  const { result } = await ogs({
    url: address,
    urlValidatorSettings: ADDRESSES,
    onlyGetOpenGraphInfo: true,
  });
  return result;
}
