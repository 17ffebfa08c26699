import { Inject, Injectable, Logger, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { messageOf } from '@portfolio/lifecycle';
import { Redis } from 'ioredis';
import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRedis,
} from 'rate-limiter-flexible';
import type { DataSource } from 'typeorm';
import { SITE_ID } from '../backend/backend.module.ts';
import { ApiEnv } from '../env.ts';

interface CounterOptions {
  name: string;
  points: number;
  seconds: number;
  /** Whether memory replaces an unavailable store. Timers of Node last 24 days at most: longer windows need false. */
  isInsured?: boolean;
}

/**
 * Counters in Redis, or else in PostgreSQL, shared by all API processes. When the store is unavailable each process
 * counts in memory, so that an outage alone refuses nobody.
 */
@Injectable()
export class CounterStore implements OnModuleInit, OnApplicationShutdown {
  private readonly logger = new Logger('limits');
  private readonly redis: Redis | undefined;
  private clearsTable = true;

  constructor(
    env: ApiEnv,
    @InjectDataSource() private readonly database: DataSource,
    @Inject(SITE_ID) siteId: string,
  ) {
    this.redis = env.REDIS_URL === undefined ? undefined : this.connect(env.REDIS_URL, `site-${siteId}:`);
  }

  async onModuleInit(): Promise<void> {
    // The error handler logs a failure; ioredis reconnects.
    await this.redis?.connect().catch(() => undefined);
  }

  onApplicationShutdown(): void {
    this.redis?.disconnect();
  }

  counter({ name, points, seconds, isInsured = true }: CounterOptions): RateLimiterAbstract {
    const rule = { keyPrefix: name, points, duration: seconds };
    const options = { ...rule, ...(isInsured && { insuranceLimiter: new RateLimiterMemory(rule) }) };
    if (this.redis) {
      return new RateLimiterRedis({
        ...options,
        storeClient: this.redis,
        rejectIfRedisNotReady: true,
      });
    }
    // One counter clears the expired rows of all.
    const clearExpiredByTimeout = this.clearsTable;
    this.clearsTable = false;
    return new RateLimiterPostgres({
      ...options,
      storeClient: this.database,
      storeType: 'typeorm',
      tableName: 'rate_limits',
      tableCreated: true,
      clearExpiredByTimeout,
    });
  }

  private connect(url: string, keyPrefix: string): Redis {
    const redis = new Redis(url, {
      keyPrefix,
      lazyConnect: true,
      // Fails fast while disconnected: memory counts instead.
      enableOfflineQueue: false,
      maxRetriesPerRequest: 1,
      connectTimeout: 2_000,
      commandTimeout: 1_000,
      disconnectTimeout: 200,
      retryStrategy: (attempt) => Math.min(attempt * 200, 5_000),
    });
    redis.on('error', (error: Error) => this.logger.warn(messageOf(error)));
    return redis;
  }
}
