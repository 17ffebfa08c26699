import type { Locator } from 'playwright-core';
import { jpeg } from './test-pictures.ts';
import { Visitor } from './visitor.ts';

/** Headings by name in the menu. */
const HEADINGS = {
  Dashboard: 'Dashboard',
  Galleries: 'Galleries',
  Photos: 'Photos',
  Comments: 'Manage Comments',
  News: 'Manage News',
  Messages: 'Messages',
  Settings: 'Settings',
  Trash: 'Trash',
  Queue: 'Queue',
};

export type OfficePage = keyof typeof HEADINGS;

/** The artist in the back office, under `/admin` of the site or `/admin-app` of its own origin. */
export class BackOffice extends Visitor {
  async signIn({ email, password }: { email: string; password: string }): Promise<void> {
    await this.page.getByLabel('Email').fill(email);
    await this.page.getByLabel('Password', { exact: true }).fill(password);
    await this.page.getByRole('button', { name: 'Sign In' }).click();
    await this.page.getByRole('button', { name: 'Logout' }).waitFor();
  }

  /** Link in the menu, which may include a count. */
  menu(page: OfficePage): Locator {
    return this.get('navigation', 'Admin').getByRole('link', { name: new RegExp(`^${page}`) });
  }

  async show(page: OfficePage): Promise<void> {
    await this.menu(page).click();
    await this.waitForHeading(HEADINGS[page]);
  }

  async showSettings(page: string): Promise<void> {
    await this.get('navigation', 'Settings').getByRole('link', { name: page }).click();
    await this.get('navigation', 'Settings').locator('[aria-current]').getByText(page).waitFor();
  }

  /** Waits for a text, such as a toast. */
  async waitForText(text: string): Promise<void> {
    await this.text(text).filter({ visible: true }).first().waitFor();
  }

  async waitForAlert(message: string): Promise<void> {
    await this.get('alert').getByText(message, { exact: true }).waitFor();
  }

  dialog(name: string): Locator {
    return this.get('dialog', name);
  }

  field(name: string): Locator {
    return this.page.getByLabel(name, { exact: true }).filter({ visible: true });
  }

  /** Confirms a dialog. */
  async confirm(text: string | RegExp, button = 'Delete'): Promise<void> {
    const dialog = this.get('alertdialog');
    await dialog.getByText(text, { exact: true }).waitFor();
    await dialog.getByRole('button', { name: button, exact: true }).click();
  }

  async press(button: string, dialog: string): Promise<void> {
    await this.dialog(dialog).getByRole('button', { name: button, exact: true }).click();
  }

  /** The row of a table that begins with a name. */
  row(name: string): Locator {
    return this.get('row', new RegExp(`^(Move .*, number \\d+ )?${name}`));
  }

  /** The card of a photo on the list of photos. */
  photoCard(title: string): Locator {
    return this.page.getByRole('list', { name: 'Photos', exact: true }).getByRole('listitem', { name: title });
  }

  async upload(image: Buffer, { title, altText }: { title: string; altText: string }): Promise<void> {
    await this.get('button', 'Add Photo').first().click();
    const dialog = this.dialog('Upload Photo');
    await dialog.getByLabel('Image', { exact: true }).setInputFiles(jpeg('card.jpg', image));
    await dialog.getByLabel('Title').fill(title);
    await dialog.getByLabel('Alt Text').fill(altText);
    await dialog.getByRole('button', { name: 'Upload Photo' }).click();
    await dialog.waitFor({ state: 'detached' });
  }

  /** Creates a gallery with photos in the order of `titles`. */
  async createGallery(name: string, titles: string[]): Promise<void> {
    await this.get('button', 'Create Gallery').first().click();
    const dialog = this.dialog('Create Gallery');
    await dialog.getByLabel('Title').fill(name);
    await this.choose(titles);
    await dialog.getByRole('button', { name: 'Create Gallery' }).click();
    await dialog.waitFor({ state: 'detached' });
  }

  /** Selects photos in the form of a gallery, by title and number. */
  async choose(titles: string[]): Promise<void> {
    const photos = this.get('listbox', 'Photos to choose from');
    for (const name of titles) await photos.getByRole('option', { name, exact: true }).click();
  }
}
