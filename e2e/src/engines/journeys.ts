import { DEMO_ACCOUNT } from '@portfolio/contracts';
import { isFullLevel } from '@portfolio/testing/level';
import type { EnginePage } from './engine-page.ts';

const FIRST = 'The Old Breakwater, Low Tide';
const SECOND = 'Three Sisters';
const THIRD = 'Moonrise, Outer Sound';
const FIRST_ALT = 'A line of worn wooden posts leads out across a perfectly still sea towards a pale pink horizon.';

const MIDDLE = { x: 0, y: 0 };

/** Visits two photos of a gallery, then sends a comment and a message. */
export async function visitorJourney(page: EnginePage): Promise<void> {
  await page.open('/');
  await page.waitForHeading('Welcome to my online portfolio');
  await page.click('link', 'View Galleries');
  await page.waitForHeading('Galleries');
  await page.click('link', /^View Gallery ?: Slack Water$/);
  await page.waitForHeading('Slack Water');
  await page.waitForText('4 photos');
  await page.waitForImage(FIRST_ALT);
  await page.click('link', new RegExp(`${FIRST}`));
  await page.waitForHeading(FIRST);
  await page.waitForImage(FIRST_ALT);
  await page.click('link', /^Next/);
  await page.waitForHeading(SECOND);

  if (page.javaScriptEnabled) {
    if (isFullLevel) await viewerJourney(page);
    await openAndCloseViewer(page);
  } else {
    // The button needs scripts.
    await page.waitForRemoval('button', `View full screen: ${SECOND}`);
  }

  await page.fill('Name', 'Ruth Calder-Lind');
  await page.fill('Email', 'ruth@');
  await page.fill('Comment', 'The third post from the end.');
  await page.click('button', 'Post Comment');
  await page.waitForText('Invalid email address');
  await page.fill('Email', 'ruth@example.com');
  await page.click('button', 'Post Comment');
  await page.waitForText('It will appear once it has been approved.');

  await page.click('link', 'Contact');
  await page.waitForHeading('Get in Touch');
  await page.fill('Name', 'Tomas');
  await page.fill('Email', 'tomas@example.org');
  await page.fill('Subject', 'A print');
  await page.fill('Message', 'Is there one?');
  await page.click('button', 'Send Message');
  await page.waitForText("Message sent successfully! I'll get back to you soon.");
}

async function viewerJourney(page: EnginePage): Promise<void> {
  await page.click('button', `View full screen: ${SECOND}`);
  await page.waitFor('dialog', `Photo 2 of 4, ${SECOND}`);
  await page.waitForCover('dialog', /^Photo/);
  // The controls stay with the information.
  await page.input.press('i');
  await page.click('button', 'Zoom in');
  await page.waitForText('125%');
  await page.click('button', 'Reset zoom');
  await page.input.press('ArrowLeft');
  await page.waitFor('dialog', `Photo 1 of 4, ${FIRST}`);
  await page.click('button', 'Next photo');
  await page.waitFor('dialog', `Photo 2 of 4, ${SECOND}`);
  await page.input.press('i');
  await page.input.drag(MIDDLE, { x: -500, y: 0 });
  await page.waitFor('dialog', `Photo 3 of 4, ${THIRD}`);
  await page.input.drag(MIDDLE, { x: 500, y: 0 });
  await page.waitFor('dialog', `Photo 2 of 4, ${SECOND}`);
  await page.input.drag(MIDDLE, { x: 0, y: 300 });
  await page.waitForRemoval('dialog', /^Photo/);
  await page.waitForHeading(SECOND);
}

async function openAndCloseViewer(page: EnginePage): Promise<void> {
  await page.click('button', `View full screen: ${SECOND}`);
  await page.waitFor('dialog', `Photo 2 of 4, ${SECOND}`);
  await page.input.press('ArrowLeft');
  await page.waitFor('dialog', `Photo 1 of 4, ${FIRST}`);
  await page.input.press('ArrowRight');
  await page.waitFor('dialog', `Photo 2 of 4, ${SECOND}`);
  await page.input.press('Escape');
  await page.waitForRemoval('dialog', /^Photo/);
}

export interface NewPhoto {
  title: string;
  altText: string;
  /** Path on this machine. */
  file: string;
}

/** Signs in, uploads a photo, puts it first in a new gallery, signs out and finds it on the site. */
export async function artistJourney(page: EnginePage, photo: NewPhoto, gallery: string): Promise<void> {
  await page.open('/admin');
  await page.fill('Email', DEMO_ACCOUNT.email);
  await page.fill('Password', DEMO_ACCOUNT.password);
  await page.click('button', 'Sign In');
  await page.waitForHeading('Dashboard');

  await page.click('link', /^Photos/);
  await page.waitForHeading('Photos');
  await page.click('button', 'Add Photo');
  await page.upload(photo.file);
  await page.fill('Title', photo.title);
  await page.fill('Alt Text', photo.altText);
  await page.click('button', 'Upload Photo');
  await page.waitForRemoval('dialog', 'Upload Photo');
  await page.waitForImage(photo.altText);

  await page.click('link', /^Galleries/);
  await page.waitForHeading('Galleries');
  await page.click('button', 'Create Gallery');
  await page.fill('Title', gallery);
  await page.click('option', SECOND);
  await page.click('option', photo.title);
  const first = `Move ${photo.title}, number 1, cover`;
  await page.drag(
    ['button', `Move ${photo.title}, number 2`],
    ['button', `Move ${SECOND}, number 1, cover`],
    ['button', first],
  );
  await page.waitFor('button', first);
  await page.click('button', 'Create Gallery');
  await page.waitForRemoval('dialog', 'Create Gallery');
  await page.click('button', 'Logout');
  await page.waitForHeading('Sign in');

  const link = new RegExp(`: ${gallery}$`);
  await page.openUntil('/galleries', 'link', link);
  await page.click('link', link);
  await page.waitForHeading(gallery);
  await page.waitForImage(photo.altText);
  await page.waitForText(new RegExp(`${photo.title}[^]*${SECOND}`));
}
