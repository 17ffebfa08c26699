import { fileURLToPath } from 'node:url';
import type { PostComment, SaveNewsItem, SaveSettings } from '@portfolio/contracts';

/** Photo of the demo. */
export interface Piece {
  title: string;
  description: string;
  altText: string;
  /** Dollars, for a piece that is for sale. */
  sellingPrice?: number;
}

/** Gallery with its photos in order. */
export interface Gallery {
  title: string;
  slug: string;
  description: string;
  pieces: readonly Piece[];
}

/** Comment on a photo, which is named by its title. */
export type PieceComment = Pick<PostComment, 'author_name' | 'author_email' | 'content'> & { piece: string };

/** Settings of the demo. */
export const settings: SaveSettings['settings'] = {
  artist_name: 'Elin Marsh',
  about_story: [
    'I am Elin Marsh, a photographer of quiet places: coasts in bad weather, high ground before the day begins, and deserts when the sun is low.',
    'I began with a borrowed camera on a winter ferry and have carried one ever since. I work slowly, mostly alone, and go back to the same few places year after year, because a place shows itself only to those who return.',
    'The pictures on these pages are what stayed after everything that was merely pretty had been put away.',
  ].join('\n\n'),
  about_authenticity:
    'I show what was there. Nothing is moved into the frame, and nothing that belonged to it is taken out.',
  about_moment:
    'Light lasts a breath. Most of the work is walking, waiting and being in the right place when it comes.',
  about_expression: 'A picture is finished when it says what the place felt like, and not a word more.',
  exhibitions: JSON.stringify([
    { year: '2025', title: 'Slack Water', place: 'Harbour Rooms, Northport', link: 'https://example.com/slack-water' },
    { year: '2023', title: 'Before the Day', place: 'Aldwick Library', link: '' },
    { year: '2021', title: 'Quiet Places, with Imke Brandt', place: 'Saltmarsh Gallery, Eastmere', link: '' },
  ]),
  contact_intro: 'For prints, commissions and exhibitions, or to say what a picture made you think of.',
  contact_email: 'hello@example.com',
  contact_phone: '+1 555 0100',
  contact_address: '12 Harbour Street, Northport',
  imprint: '12 Harbour Street\nNorthport',
  // Set explicitly, so that the demo has no open first steps.
  dark_theme: 'false',
};

const slackWater: Gallery = {
  title: 'Slack Water',
  slug: 'slack-water',
  description: 'Four winters on one stretch of coast, in the half hour when the tide has stopped and not yet turned.',
  pieces: [
    {
      title: 'The Old Breakwater, Low Tide',
      description:
        'Four minutes, a little before sunrise. The posts have been here longer than anyone can tell me, and every winter there is one fewer.',
      altText: 'A line of worn wooden posts leads out across a perfectly still sea towards a pale pink horizon.',
      sellingPrice: 1250,
    },
    {
      title: 'Three Sisters',
      description:
        'I had been photographing them as rocks for years. It took a long exposure for me to see that it was a family.',
      altText: 'Three dark sea stacks of falling height stand in milk-smooth water under a streaked grey sky.',
    },
    {
      title: 'Moonrise, Outer Sound',
      description:
        'The ferry had gone and nobody else was on the pier. I waited for the wind to drop; it never did, and I am glad of it now.',
      altText:
        'A full moon behind thin cloud lays a broken path of light over dark, rippled water between low islands.',
    },
    {
      title: 'Squall Line',
      description: 'It took eleven minutes to reach me. I made three frames and then ran for the car.',
      altText: 'Rain hangs from a heavy grey cloud over open sea, with one bright gap along the horizon on the left.',
    },
  ],
};

const highGround: Gallery = {
  title: 'High Ground',
  slug: 'high-ground',
  description: 'Made above the tree line, or waiting just below it. Mostly this is a series about weather leaving.',
  pieces: [
    {
      title: 'Inversion, October',
      description: 'We climbed two hours in cloud with no reason to hope. Then, in about ten steps, this.',
      altText: 'Mountain ridges rise like islands from a white sea of valley fog in warm early light.',
    },
    {
      title: 'North Ridge, Last Light',
      description:
        'The warm part lasted as long as it takes to change a film holder. I know, because I was changing one.',
      altText: 'A snow-covered peak catches pink evening sun on one flank while the valley below lies in blue shadow.',
    },
    {
      title: 'Spruce, Seven Below',
      description:
        'Freezing fog carries sound oddly. I could hear a woodpecker the whole morning and never once saw it.',
      altText: 'Dark spruce trees stand in the foreground of a steep wood that fades, row behind row, into pale fog.',
      sellingPrice: 480,
    },
    {
      title: 'Two in the Morning, February',
      description: 'Twenty seconds on the ice, with the tripod legs frozen in and the lake talking underneath.',
      altText: 'Green curtains of northern lights hang over snowy mountains and shine back from a frozen lake.',
    },
  ],
};

const dryCountry: Gallery = {
  title: 'Dry Country',
  slug: 'dry-country',
  description: 'Sand keeps no promises. None of these places looked the same the next morning.',
  pieces: [
    {
      title: 'First Quarter of an Hour',
      description: 'The edge between the two sides was so exact that I kept checking the ground glass for a hair.',
      altText:
        'A finely rippled hollow lies in shadow between a bright dune on the left and one thin, lit crest curving away on the right.',
    },
    {
      title: 'Grammar',
      description:
        'Straight down, on my knees, with the sun nearly gone. It reads from left to right, as far as I can tell.',
      altText:
        'Wind ripples in sand seen from above, long wavering ridges that fork and join, each throwing a dark shadow.',
    },
    {
      title: 'Nine Ridges',
      description:
        'There had been wind all day and the dust was still coming down. I counted nine; my guide says eleven.',
      altText: 'Sharp-crested dunes with long curving shadows recede, rank behind rank, into dusty evening light.',
    },
    {
      title: 'Without a Torch',
      description: 'After an hour your eyes are good enough to walk by it. I left the torch in the tent on purpose.',
      altText: 'The Milky Way stands over dark, rippled dunes, with one crest picked out by faint moonlight.',
    },
  ],
};

export const galleries: readonly Gallery[] = [slackWater, highGround, dryCountry];

/** All photos, in the order of the galleries. */
export const pieces: readonly Piece[] = galleries.flatMap((gallery) => gallery.pieces);

/** Path of a piece's picture: its title in lower case, with hyphens. */
export function pictureFileOf({ title }: Piece): string {
  const words = title.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  return fileURLToPath(new URL(`../pictures/${words.join('-')}.jpg`, import.meta.url));
}

export const comments: readonly PieceComment[] = [
  {
    piece: 'The Old Breakwater, Low Tide',
    author_name: 'Ruth Calder',
    author_email: 'ruth.calder@example.com',
    content:
      'My grandfather tied his boat to the third post from the end. I had not thought about that in thirty years.',
  },
  {
    piece: 'The Old Breakwater, Low Tide',
    author_name: 'Tomas Lind',
    author_email: 'tomas@example.org',
    content: 'Saw the large print in the spring. The screen is kind to it, but the paper is something else.',
  },
  {
    piece: 'Spruce, Seven Below',
    author_name: 'Hanna Weiss',
    author_email: 'hanna.weiss@example.org',
    content: 'I keep looking for the woodpecker.',
  },
  {
    piece: 'Spruce, Seven Below',
    author_name: 'Idris Vaughan',
    author_email: 'idris@example.com',
    content: 'How do you meter for this? Mine always come out as a grey wall with sticks in it.',
  },
  {
    piece: 'Grammar',
    author_name: 'Maya Okafor',
    author_email: 'maya.okafor@example.com',
    content: 'I looked at this for a full minute before I knew how big it was. Wonderful.',
  },
];

export const newsItem = {
  headline: 'Slack Water at the Harbour Rooms',
  content:
    'The whole series, printed large for the first time, from the second week of March until the end of April. I will be there on both Saturdays and would be glad to say hello.',
  link: 'https://example.com/harbour-rooms/slack-water',
} satisfies SaveNewsItem;
