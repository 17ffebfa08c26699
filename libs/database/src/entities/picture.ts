import { Column, CreateDateColumn, PrimaryGeneratedColumn } from 'typeorm';

/** One size of a picture in one format, as the worker wrote it. */
export interface Rendition {
  format: 'avif' | 'webp' | 'jpeg';
  /** Pixels. */
  width: number;
  height: number;
  bytes: number;
}

/** What photos and background images have in common: an original in storage, and once ready its renditions. */
export abstract class Picture {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column('text', { default: 'processing' })
  status!: 'processing' | 'ready' | 'failed';

  /** Why the last render failed, in words for the artist. */
  @Column('text', { nullable: true })
  failure!: string | null;

  /** Renders begun and not ended: more than a few means that this picture brings the worker down. */
  @Column('integer', { default: 0 })
  unfinishedRenders!: number;

  /** The version that those were to make, null for the first renditions: another version is begun without their count. */
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

  /** Pixels of the upright original. */
  @Column('integer')
  width!: number;

  @Column('integer')
  height!: number;

  /** ThumbHash, base64. */
  @Column('text', { nullable: true })
  placeholder!: string | null;

  /** Names the content of the renditions, and is part of their addresses; null until first ready. */
  @Column('text', { nullable: true })
  version!: string | null;

  @Column('jsonb', { default: [] })
  renditions!: Rendition[];

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt!: Date;

  /** When the row last changed hands between api, worker and sweep. */
  @Column('timestamptz', { default: () => 'now()' })
  updatedAt!: Date;
}

/** What a picture's row says of the file that was uploaded. */
export type NewOriginal = Pick<Picture, 'originalKey' | 'originalBytes' | 'contentHash' | 'width' | 'height'>;
