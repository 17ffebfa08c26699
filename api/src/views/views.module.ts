import { Module } from '@nestjs/common';
import { PublicViewsController } from './public-views.controller.ts';
import { ViewCounter } from './view-counter.ts';
import { ViewsController } from './views.controller.ts';
import { ViewsRepository } from './views.repository.ts';
import { ViewsService } from './views.service.ts';

@Module({
  controllers: [PublicViewsController, ViewsController],
  providers: [ViewCounter, ViewsRepository, ViewsService],
})
export class ViewsModule {}
