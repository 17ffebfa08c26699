import { describe, expect, it } from '@jest/globals';
import { office, useBackOffice, useSite, useVisitor, visitor } from '../../src/demo-site.ts';

useSite();
useBackOffice();
useVisitor();

describe('news', () => {
  const DEMO = 'Slack Water at the Harbour Rooms';
  const PHOTO = 'Three Sisters';
  const CREATE = 'Create News Item';

  it('is listed in a table', async () => {
    await office.show('News');
    await office.row(DEMO).waitFor();
    const heads = await office.get('columnheader').allInnerTexts();
    expect(heads).toEqual(['Headline', 'Content', 'Link', 'Status', 'Created', 'Actions']);
    await office.row(DEMO).getByText('Active', { exact: true }).waitFor();
  });

  it('is created', async () => {
    await office.use(office.get('button', 'New News Item'));
    await office.write(office.field('Headline'), 'A book');
    await office.write(office.field('External Link'), 'https://example.com/book');
    await office.press('Create News', CREATE);
    await office.waitForText('News created successfully!');
    await office.dialog(CREATE).waitFor({ state: 'detached' });
    await office.row('A book').getByText('No content', { exact: true }).waitFor();
    await visitor.openUntil('/', visitor.text('A book'));
  });

  it('gets one of the photos as its picture, which leads visitors to the photo', async () => {
    await office.use(office.get('button', 'Edit A book'));
    await office.press('Choose Picture', 'Edit News Item');
    await office.dialog('Choose Picture').getByRole('button', { name: PHOTO }).click();
    await office.dialog('Edit News Item').getByText(PHOTO).waitFor();
    await office.press('Update News', 'Edit News Item');
    await office.waitForText('News updated successfully!');
    const picture = visitor
      .get('complementary', 'Latest news')
      .getByRole('link')
      .filter({ has: visitor.page.getByRole('img') });
    await visitor.openUntil('/', picture);
    await picture.click();
    await visitor.waitForHeading(PHOTO);
  });

  it('is edited', async () => {
    await office.use(office.get('button', 'Edit A book'));
    await office.write(office.field('Content'), 'It is out.');
    await office.press('Update News', 'Edit News Item');
    await office.dialog('Edit News Item').waitFor({ state: 'detached' });
    await office.row('A book').getByText('It is out.', { exact: true }).waitFor();
  });

  it('is deactivated', async () => {
    await office.get('switch', 'Active: A book').click();
    await office.row('A book').getByText('Inactive', { exact: true }).waitFor();
    await visitor.openUntil('/', visitor.text(DEMO));
  });

  it('is deleted after a confirmation, down to the empty state', async () => {
    const remove = async (name: string) => {
      await office.use(office.get('button', `Delete ${name}`));
      await office.confirm('Are you sure you want to delete this news item?');
    };
    await remove('A book');
    await office.waitForText('News deleted successfully');
    await office.row('A book').waitFor({ state: 'detached' });
    await remove(DEMO);
    await office.row(DEMO).waitFor({ state: 'detached' });
    await office.waitForText('No news items yet');
    await office.waitForText('Create your first news item to display on the home page');
  });
});
