import { type CameraFacts, LIMITS } from '@portfolio/contracts';
import ExifReader from 'exifreader';
import {
  captureDate,
  distinctKeywords,
  firstNumber,
  positiveNumber,
  type Tags,
  textOf,
  textsOf,
  tidyLine,
  tidyText,
} from './tag-values.ts';

/** What an image file says about its photo, within the limits of the photo's fields. */
export interface FileDetails {
  title?: string | undefined;
  description?: string | undefined;
  altText?: string | undefined;
  keywords: string[];
  /** By the camera's clock: ISO 8601 to the millisecond, without a time zone. */
  capturedAt?: string | undefined;
  /** City and country. */
  place?: string | undefined;
  facts: CameraFacts;
}

/** Only these tags are read: GPS coordinates never are. */
const TAGS = {
  xmp: [
    ...['title', 'description', 'AltTextAccessibility', 'subject', 'creator', 'rights', 'City', 'Country'],
    ...['DateTimeOriginal', 'DateCreated', 'Make', 'Model', 'LensModel', 'Lens'],
    ...['ExposureTime', 'FNumber', 'ISOSpeedRatings', 'PhotographicSensitivity', 'FocalLength'],
  ],
  iptc: [
    ...['Coded Character Set', 'Object Name', 'Caption/Abstract', 'Keywords', 'By-line', 'Copyright Notice'],
    ...['City', 'Country/Primary Location Name', 'Date Created', 'Time Created'],
  ],
  exif: [
    ...['ImageDescription', 'Artist', 'Copyright', 'XPTitle', 'XPKeywords', 'Make', 'Model', 'LensModel'],
    ...['DateTimeOriginal', 'SubSecTimeOriginal', 'DateTimeDigitized', 'SubSecTimeDigitized'],
    ...['ExposureTime', 'FNumber', 'ISOSpeedRatings', 'FocalLength'],
  ],
};

/** Descriptions that cameras write into the EXIF of every file. */
const OF_CAMERA =
  /^(?:OLYMPUS DIGITAL CAMERA|SONY DSC|MINOLTA DIGITAL CAMERA|KODAK .*CAMERA|DCIM.*|SAMSUNG.*CAMERA.*|Default)$/i;

/** Parser of XMP, for runtimes without one. */
type DomParser = { parseFromString(text: string, type: 'application/xml'): unknown };

/**
 * Reads the details of an image file. XMP wins over IPTC, and that over EXIF.
 *
 * @param data a JPEG, PNG or WebP file, a TIFF with EXIF, or an XMP packet
 * @returns no details for a file without metadata or with damaged ones
 */
export const readFileDetails = (data: ArrayBuffer): FileDetails => toFileDetails(readTags(data));

/** Tags of a file by standard. */
export function readTags(data: ArrayBuffer | Buffer, domParser?: DomParser): Tags {
  try {
    const { xmp, iptc, exif } = ExifReader.load(data, {
      expanded: true,
      includeTags: TAGS,
      ...(domParser && { domParser: domParser as never }),
    });
    return { xmp, iptc, exif } as Tags;
  } catch {
    // Damaged, or without metadata.
    return {};
  }
}

export function toFileDetails({ xmp = {}, iptc = {}, exif = {} }: Tags): FileDetails {
  const line = (max: number, ...sources: (string | undefined)[]) =>
    sources.map((source) => tidyLine(source, max)).find((text) => text !== undefined);
  const short = (...sources: (string | undefined)[]) => line(LIMITS.title, ...sources);
  const camera = (tags: Tags['xmp'] = {}) =>
    cameraName(tidyLine(textOf(tags['Make'])), tidyLine(textOf(tags['Model'])));
  const number = (...names: string[]) =>
    names.map((name) => positiveNumber(xmp[name])).find((value) => value !== undefined);
  // Programs copy the camera's text from EXIF into XMP and IPTC.
  const captions = [xmp['description'], iptc['Caption/Abstract'], exif['ImageDescription']]
    .map((tag) => textOf(tag)?.trim())
    .map((text) => (text !== undefined && OF_CAMERA.test(text) ? undefined : text));
  const places = [
    short(textOf(xmp['City']), textOf(iptc['City'])),
    short(textOf(xmp['Country']), textOf(iptc['Country/Primary Location Name'])),
  ];
  return {
    title: short(textOf(xmp['title']), textOf(iptc['Object Name']), textOf(exif['XPTitle'])),
    description: captions.map((text) => tidyText(text, LIMITS.description)).find((text) => text !== undefined),
    altText: line(LIMITS.altText, textOf(xmp['AltTextAccessibility'])),
    keywords:
      [textsOf(xmp['subject']), textsOf(iptc['Keywords']), textOf(exif['XPKeywords'])?.split(';') ?? []]
        .map(distinctKeywords)
        .find((keywords) => keywords.length > 0) ?? [],
    capturedAt: captureDate({ xmp, iptc, exif }),
    place: line(LIMITS.place, [...new Set(places)].filter(Boolean).join(', ')),
    facts: {
      camera: camera(xmp) ?? camera(exif),
      lens: short(textOf(xmp['LensModel']), textOf(xmp['Lens']), textOf(exif['LensModel'])),
      exposureTime: number('ExposureTime') ?? positiveNumber(exif['ExposureTime']),
      aperture: number('FNumber') ?? positiveNumber(exif['FNumber']),
      iso: number('PhotographicSensitivity', 'ISOSpeedRatings') ?? firstNumber(exif['ISOSpeedRatings']),
      focalLength: number('FocalLength') ?? positiveNumber(exif['FocalLength']),
      creator: short(textsOf(xmp['creator']).join(', '), textsOf(iptc['By-line']).join(', '), textOf(exif['Artist'])),
      copyright: short(textOf(xmp['rights']), textOf(iptc['Copyright Notice']), textOf(exif['Copyright'])),
    },
  };
}

/** Maker and model, without the maker's repetition: "Canon" and "Canon EOS R5" give "Canon EOS R5". */
function cameraName(make = '', model = ''): string | undefined {
  const [maker = ''] = make.split(' ');
  const isRepeated = model.toLowerCase().startsWith(maker.toLowerCase());
  return tidyLine(isRepeated ? model || make : `${make} ${model}`);
}
