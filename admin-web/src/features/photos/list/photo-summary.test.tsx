import { expect, it } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { PhotoSummary } from './photo-summary.tsx';

it('groups the digits of each number', () => {
  render(
    <PhotoSummary
      total={12_000}
      isFiltered={false}
      selected={0}
      loaded={1_200}
      isSelectingAll={true}
      onSelectAll={() => {}}
      onClearFilter={() => {}}
    >
      {null}
    </PhotoSummary>,
  );

  expect(screen.getByText('Reading 1,200 of 12,000 photos…')).toBeVisible();
});
