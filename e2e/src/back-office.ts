import type { Locator, Page } from 'playwright-core';

/** What an artist does in the back office, told by the names that stand on the screen. */
export class BackOffice {
  constructor(
    private readonly page: Page,
    /** Where it is: `/admin` of the site, or its own origin. */
    private readonly address: string,
  ) {}

  async open(path = ''): Promise<void> {
    await this.page.goto(`${this.address}${path}`);
  }

  async signIn({ email, password }: { email: string; password: string }): Promise<void> {
    await this.page.getByLabel('Email').fill(email);
    await this.page.getByLabel('Password').fill(password);
    await this.page.getByRole('button', { name: 'Sign In' }).click();
    await this.page.getByRole('button', { name: 'Logout' }).waitFor();
  }

  async showPhotos(): Promise<void> {
    await this.page.getByRole('link', { name: 'Photos', exact: true }).click();
    await this.page.getByRole('heading', { name: 'Photos', level: 1 }).waitFor();
  }

  async showGalleries(): Promise<void> {
    await this.page.getByRole('link', { name: 'Galleries', exact: true }).click();
    await this.page.getByRole('heading', { name: 'Galleries', level: 1 }).waitFor();
  }

  /** The card of a photo on the list of photos. */
  photoCard(title: string): Locator {
    return this.page.getByRole('list', { name: 'Photos', exact: true }).getByRole('listitem', { name: title });
  }

  async upload(image: Buffer, { title, altText }: { title: string; altText: string }): Promise<void> {
    await this.page.getByRole('button', { name: 'Add Photo' }).first().click();
    const dialog = this.page.getByRole('dialog', { name: 'Upload Photo' });
    await dialog
      .getByLabel('Image', { exact: true })
      .setInputFiles({ name: 'card.jpg', mimeType: 'image/jpeg', buffer: image });
    await dialog.getByLabel('Title').fill(title);
    await dialog.getByLabel('Alt Text').fill(altText);
    await dialog.getByRole('button', { name: 'Upload Photo' }).click();
    await dialog.waitFor({ state: 'detached' });
  }

  /** Makes a gallery of photos in the order of `titles`. */
  async createGallery(name: string, titles: string[]): Promise<void> {
    await this.page.getByRole('button', { name: 'Create Gallery' }).first().click();
    const dialog = this.page.getByRole('dialog', { name: 'Create Gallery' });
    await dialog.getByLabel('Title').fill(name);
    const photos = dialog.getByRole('list', { name: 'Photos to choose from' });
    for (const title of titles) await photos.getByRole('button', { name: title, exact: true }).click();
    await dialog.getByRole('button', { name: 'Create Gallery' }).click();
    await dialog.waitFor({ state: 'detached' });
  }
}
