import { type DynamicModule, Module } from '@nestjs/common';
import { AccessModule } from './access/access.module.ts';
import { AuthModule } from './auth/auth.module.ts';
import { BackendModule } from './backend/backend.module.ts';
import { CommentsModule } from './comments/comments.module.ts';
import { DashboardModule } from './dashboard/dashboard.module.ts';
import type { ApiEnv } from './env.ts';
import { EventsModule } from './events/events.module.ts';
import { ExportsModule } from './exports/exports.module.ts';
import { GalleriesModule } from './galleries/galleries.module.ts';
import { HealthModule } from './health/health.module.ts';
import { ImportsModule } from './imports/imports.module.ts';
import { LimitsModule } from './limits/limits.module.ts';
import { LogsModule } from './logs/logs.module.ts';
import { MediaModule } from './media/media.module.ts';
import { MessagesModule } from './messages/messages.module.ts';
import { NewsModule } from './news/news.module.ts';
import { PhotosModule } from './photos/photos.module.ts';
import { QueueModule } from './queue/queue.module.ts';
import { SettingsModule } from './settings/settings.module.ts';
import { SitemapModule } from './sitemap/sitemap.module.ts';
import { TrashModule } from './trash/trash.module.ts';
import { ViewsModule } from './views/views.module.ts';

@Module({})
export class AppModule {
  static with(env: ApiEnv): DynamicModule {
    return {
      module: AppModule,
      imports: [
        BackendModule.with(env),
        LimitsModule,
        AuthModule,
        AccessModule,
        PhotosModule,
        GalleriesModule,
        CommentsModule,
        NewsModule,
        MessagesModule,
        SettingsModule,
        SitemapModule,
        DashboardModule,
        ViewsModule,
        QueueModule,
        TrashModule,
        ExportsModule,
        ImportsModule,
        EventsModule,
        LogsModule,
        MediaModule,
        HealthModule,
      ],
    };
  }
}
