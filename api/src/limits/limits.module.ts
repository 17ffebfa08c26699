import { Global, Module } from '@nestjs/common';
import { CounterStore } from './counter-store.ts';
import { LimitsService } from './limits.service.ts';
import { PublicPosts } from './public-posts.ts';

@Global()
@Module({
  providers: [CounterStore, LimitsService, PublicPosts],
  exports: [LimitsService, PublicPosts],
})
export class LimitsModule {}
