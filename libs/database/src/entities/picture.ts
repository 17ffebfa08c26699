import type { PhotoStatus, RenditionView } from '@portfolio/contracts';
import { Column } from 'typeorm';
import { Row } from './row.ts';

/** One size of a picture in one format. */
export type Rendition = Omit<RenditionView, 'url'> & { bytes: number };

/** Focal point in fractions of width and height. */
export interface FocalPoint {
  focusX: number;
  focusY: number;
}

/** Columns of photos and background images: the original and its renditions. */
export abstract class Picture extends Row {
  @Column('text', { default: 'processing' })
  status!: PhotoStatus;

  /** Error of the last render, for the artist. */
  @Column('text', { nullable: true })
  failure!: string | null;

  /** Renders that neither finished nor failed, a running one included: their worker was killed. There is no fourth. */
  @Column('integer', { default: 0 })
  unfinishedRenders!: number;

  /** Rendition version that the unfinished renders make; null for a picture's first. Another version resets the count. */
  @Column('text', { nullable: true })
  unfinishedVersion!: string | null;

  /** Storage key of the file as uploaded. */
  @Column('text')
  originalKey!: string;

  @Column('integer')
  originalBytes!: number;

  /** SHA-256 of the original, hexadecimal. */
  @Column('text')
  contentHash!: string;

  /** Pixels after EXIF rotation. */
  @Column('integer')
  width!: number;

  @Column('integer')
  height!: number;

  /** ThumbHash, base64. */
  @Column('text', { nullable: true })
  placeholder!: string | null;

  /** Rendition version, part of the renditions' addresses; null until first ready. */
  @Column('text', { nullable: true })
  version!: string | null;

  @Column('jsonb', { default: [] })
  renditions!: Rendition[];

  /** Time of the last write of the render state. Housekeeping requeues unfinished pictures by it. */
  @Column('timestamptz', { default: () => 'now()' })
  updatedAt!: Date;
}

/** Columns of an uploaded original. */
export type NewOriginal = Pick<Picture, 'originalKey' | 'originalBytes' | 'contentHash' | 'width' | 'height'>;
