import { Injectable } from '@nestjs/common';
import { BACKGROUND_KEYS } from '@portfolio/storage';
import { JobDispatcher } from '../backend/job-dispatcher.ts';
import { AppError } from '../http/app-error.ts';
import type { ReceivedFile } from '../http/file-upload.interceptor.ts';
import { type Precondition, Versioned } from '../http/versions.ts';
import { BACKGROUND_MEDIA, MediaAddress } from '../media/media-address.ts';
import { UploadsService } from '../media/uploads.service.ts';
import { BackgroundRepository } from './background.repository.ts';
import { entityTagOfBackground, toBackgroundSettingView } from './background.view.ts';

@Injectable()
export class BackgroundService {
  constructor(
    private readonly backgrounds: BackgroundRepository,
    private readonly jobs: JobDispatcher,
    private readonly address: MediaAddress,
    private readonly uploads: UploadsService,
  ) {}

  /**
   * Stores the file before the row, and the row before the job. Visitors see the previous image until this one is ready.
   *
   * @returns address of the original, for the administrator
   */
  async upload(image: ReceivedFile, precondition?: Precondition): Promise<string> {
    const id = await this.uploads.store(BACKGROUND_KEYS, image, async (original) => {
      const inserted = await this.backgrounds.insert(original, precondition);
      if (inserted === 'outdated') throw await this.outdated();
      return inserted;
    });
    await this.jobs.enqueue('background.render', { backgroundId: id });
    return this.address.original(BACKGROUND_MEDIA, id);
  }

  async remove(precondition?: Precondition): Promise<void> {
    const removed = await this.backgrounds.removeAll(precondition);
    if (removed === 'outdated') throw await this.outdated();
    if (removed.length === 0) throw new AppError('background.not-found');
    // Concurrent, since each enqueue waits for its timeout when the queue is down.
    const areEnqueued = await Promise.all(
      removed.map(({ id, originalKey }) => this.jobs.enqueue('background.discard', { backgroundId: id, originalKey })),
    );
    const left = removed.filter((_, index) => !areEnqueued[index]);
    await this.uploads.trash(left.map(({ originalKey }) => originalKey));
  }

  private async outdated(): Promise<AppError> {
    const [latest, shown] = await Promise.all([this.backgrounds.findLatest(), this.backgrounds.findShown()]);
    const background_image = toBackgroundSettingView(latest, shown, this.address);
    return AppError.outdated(new Versioned({ background_image }, entityTagOfBackground(latest)));
  }
}
