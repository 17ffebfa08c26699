import { InitialSchema1763700000000 } from './migrations/1763700000000-initial-schema.ts';
import { SettingsAndMessages1763720000000 } from './migrations/1763720000000-settings-and-messages.ts';
import { UnfinishedVersion1763730000000 } from './migrations/1763730000000-unfinished-version.ts';
import { ContentVersion1763740000000 } from './migrations/1763740000000-content-version.ts';
import { VisibleContent1763750000000 } from './migrations/1763750000000-visible-content.ts';
import { SiteId1763755000000 } from './migrations/1763755000000-site-id.ts';
import { PhotoVisibility1763760000000 } from './migrations/1763760000000-photo-visibility.ts';
import { PhotoUploads1763770000000 } from './migrations/1763770000000-photo-uploads.ts';
import { NoInventedTexts1763771000000 } from './migrations/1763771000000-no-invented-texts.ts';
import { Sessions1763773000000 } from './migrations/1763773000000-sessions.ts';
import { PhotoListings1763780000000 } from './migrations/1763780000000-photo-listings.ts';
import { GalleryLayouts1763790000000 } from './migrations/1763790000000-gallery-layouts.ts';
import { CoversAndFocus1763791000000 } from './migrations/1763791000000-covers-and-focus.ts';
import { FileDetails1763793000000 } from './migrations/1763793000000-file-details.ts';
import { Conversation1763797000000 } from './migrations/1763797000000-conversation.ts';
import { Trash1763799000000, TrashedPublication1763807000000 } from './migrations/1763799000000-trash.ts';
import { GalleryVisibility1763800000000 } from './migrations/1763800000000-gallery-visibility.ts';
import { GalleryPreviews1763801000000 } from './migrations/1763801000000-gallery-previews.ts';
import { GallerySchedules1763802000000 } from './migrations/1763802000000-gallery-schedules.ts';
import { NewsSchedules1763803000000 } from './migrations/1763803000000-news-schedules.ts';
import { PageViews1763804000000 } from './migrations/1763804000000-page-views.ts';
import { MissingTexts1763805000000 } from './migrations/1763805000000-missing-texts.ts';
import { NewsPictures1763806000000 } from './migrations/1763806000000-news-pictures.ts';
import { Tags1763812000000 } from './migrations/1763812000000-tags.ts';
import { StoredBytes1763813000000 } from './migrations/1763813000000-stored-bytes.ts';

/** In order of execution. */
export const MIGRATIONS = [
  InitialSchema1763700000000,
  SettingsAndMessages1763720000000,
  UnfinishedVersion1763730000000,
  ContentVersion1763740000000,
  VisibleContent1763750000000,
  SiteId1763755000000,
  PhotoVisibility1763760000000,
  PhotoUploads1763770000000,
  NoInventedTexts1763771000000,
  Sessions1763773000000,
  PhotoListings1763780000000,
  GalleryLayouts1763790000000,
  CoversAndFocus1763791000000,
  FileDetails1763793000000,
  Conversation1763797000000,
  Trash1763799000000,
  GalleryVisibility1763800000000,
  GalleryPreviews1763801000000,
  GallerySchedules1763802000000,
  NewsSchedules1763803000000,
  PageViews1763804000000,
  MissingTexts1763805000000,
  NewsPictures1763806000000,
  TrashedPublication1763807000000,
  Tags1763812000000,
  StoredBytes1763813000000,
];
