import { Inject, Injectable, Logger, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { Redis } from 'ioredis';
import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRedis,
} from 'rate-limiter-flexible';
import type { DataSource } from 'typeorm';
import { SITE_ID } from '../backend/site-id.ts';
import { ApiEnv } from '../env.ts';

interface CounterOptions {
  name: string;
  points: number;
  seconds: number;
  /** Whether memory stands in for a store that is away; its timers reach no further than 24 days. */
  isInsured?: boolean;
}

/**
 * Where counters are kept, so that all api processes count together: in Redis where there is one, else in PostgreSQL.
 * A store that is away is stood in for by this process's memory: the limits hold less well for a while, and nobody is
 * turned away because of it.
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
    this.redis = env.REDIS_URL === undefined ? undefined : this.reach(env.REDIS_URL, `site-${siteId}:`);
  }

  async onModuleInit(): Promise<void> {
    // A Redis that is away now is told of by its error, and tried again.
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
    // One of them clears the table, of the rows of all.
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

  private reach(url: string, keyPrefix: string): Redis {
    const redis = new Redis(url, {
      keyPrefix,
      lazyConnect: true,
      // A request waits for no connection: what cannot be counted there now is counted here.
      enableOfflineQueue: false,
      maxRetriesPerRequest: 1,
      connectTimeout: 2_000,
      commandTimeout: 1_000,
      disconnectTimeout: 200,
      retryStrategy: (attempt) => Math.min(attempt * 200, 5_000),
    });
    redis.on('error', (error: Error) => this.logger.warn(error.message || error.name));
    return redis;
  }
}
