import { describe, expect, it } from '@jest/globals';
import type { Locator } from 'playwright-core';
import { eventually } from '@portfolio/lifecycle/supervisor';
import { artist, context, monitored, office, site, useArtist, useBackOffice, useSite } from '../../src/demo-site.ts';

useSite();
useArtist();
useBackOffice('/galleries');

const centre = async (target: Locator) => {
  await target.scrollIntoViewIfNeeded();
  const { x, y, width, height } = (await target.boundingBox())!;
  return { x: x + width / 2, y: y + height / 2 };
};

describe('galleries', () => {
  it('open with a chosen cover, cropped around its focal point', async () => {
    const { page } = monitored;
    const photo = (await artist.photos()).find(({ title }) => title === 'Grammar')!;
    await office.open(`/photos?edit=${photo.id}`);
    const picture = office.dialog('Edit Photo').locator('picture');
    await picture.locator('img').waitFor();
    const { x, y } = await centre(picture);
    await page.mouse.click(x - 40, y);
    await office.text(/^[34]\d% from the left, 50% from the top$/).waitFor();
    await office.get('button', 'Centre').click();
    await office.get('button', 'Focal point').focus();
    for (const key of ['Shift+ArrowUp', 'Shift+ArrowUp', 'ArrowRight']) await page.keyboard.press(key);
    await office.text('51% from the left, 30% from the top').waitFor();
    await office.press('Save Changes', 'Edit Photo');
    await office.waitForText('Photo updated successfully!');

    await office.show('Galleries');
    await office.use(office.get('button', 'Edit Dry Country'));
    await office.get('button', /^Move Grammar, number 2/).click();
    await office.press('Use as cover', 'Edit Gallery');
    await office.get('button', /^Move Grammar, number 2, cover/).waitFor();
    await office.get('switch', 'Open with the cover').click();
    await office.press('Update Gallery', 'Edit Gallery');
    await office.dialog('Edit Gallery').waitFor({ state: 'detached' });

    const visitor = await context.newPage();
    await visitor.goto(`${site.url}/gallery/dry-country`);
    const cover = visitor.locator('[data-background=hero] img');
    expect(await cover.evaluate((image) => getComputedStyle(image).objectPosition)).toBe('51% 30%');
    expect(await cover.boundingBox()).toMatchObject({ y: 0, height: visitor.viewportSize()!.height });
    expect(await cover.getAttribute('srcset')).toContain(`/media/${photo.id}/`);
    await visitor.close();
  });

  it('are ordered by dragging them', async () => {
    const handle = (name: string) => office.get('button', new RegExp(`^Move ${name}, number`));
    const titles = async () =>
      ((await (await fetch(`${site.url}/api/galleries`)).json()) as { galleries: { title: string }[] }).galleries.map(
        ({ title }) => title,
      );
    const [first, second, ...others] = await titles();
    const [from, to] = [await centre(handle(first!)), await centre(handle(second!))];
    const { mouse } = monitored.page;
    await mouse.move(from.x, from.y);
    await mouse.down();
    await mouse.move(from.x, from.y + 6, { steps: 2 });
    await mouse.move(to.x, to.y + 12, { steps: 8 });
    await mouse.up();
    await office.text(`${first} is now number 2 of ${others.length + 2}.`).waitFor({ state: 'attached' });

    const expected = [second, first, ...others];
    expect(await eventually(titles, (found) => found.join() === expected.join())).toEqual(expected);
  });
});
