import 'reflect-metadata';
import compress from '@fastify/compress';
import type { INestApplication } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { SwaggerModule } from '@nestjs/swagger';
import {
  Connections,
  GracefulServer,
  ProcessLogger,
  Readiness,
  rejectDuplicateHostHeader,
  SHUTDOWN_TIMEOUT_MS,
} from '@portfolio/lifecycle';
import { registerRequestLogging, requestIdOptions, installFastPath } from '@portfolio/telemetry';
import { AppModule } from './app.module.ts';
import { ContentVersion } from './backend/content-version.ts';
import type { ApiEnv } from './env.ts';
import { EventStreams } from './events/event-streams.ts';
import { Operations } from './health/operations.ts';
import { AppError } from './http/app-error.ts';
import { addCacheHeaders, registerResponseCache } from './http/cache/response-cache.ts';
import { connectionOptions } from './http/connections.ts';
import { ErrorFilter } from './http/error.filter.ts';
import { MultipartGuard, removeAbandonedUploads } from './http/file-upload.interceptor.ts';
import { API_TITLE, describeApi } from './http/openapi/describe-api.ts';
import { registerBodyParsers } from './http/request-bodies.ts';
import { RequestValidationPipe } from './http/request-validation.pipe.ts';
import { corsOptions, registerHelmet } from './http/security-headers.ts';
import { sendEntityTags } from './http/versions.ts';
import { MediaService } from './media/media.service.ts';
import { mediaFastPaths, registerInternalMediaCalls } from './media/media-fast-path.ts';

/** Creates the API, which does not listen yet. */
export async function createApp(env: ApiEnv): Promise<NestFastifyApplication> {
  removeAbandonedUploads(env.UPLOAD_DIR);
  const adapter = new FastifyAdapter({ ...connectionOptions(env), ...requestIdOptions });
  registerBodyParsers(adapter.getInstance(), env.BODY_TIMEOUT_S);
  addCacheHeaders(adapter.getInstance());
  sendEntityTags(adapter.getInstance());

  const logger = new ProcessLogger(env.LOG_LEVEL);
  const app = await NestFactory.create<NestFastifyApplication>(AppModule.with(env), adapter, {
    logger,
    abortOnError: false,
    bodyParser: false,
  });
  const observers = { metrics: app.get(Operations).http, logger: logger.pino };
  const [media, contentVersion] = [app.get(MediaService), app.get(ContentVersion)];
  for (const fastPath of mediaFastPaths(media, contentVersion)) {
    installFastPath(app.getHttpServer(), fastPath, observers);
  }
  watchConnections(app);
  registerRequestLogging(adapter.getInstance(), observers);
  adapter.getInstance().addHook('onRequest', rejectDuplicateHostHeader);
  app.useGlobalGuards(new MultipartGuard());
  app.useGlobalPipes(new RequestValidationPipe());
  app.useGlobalFilters(new ErrorFilter());
  app.enableCors(corsOptions(env.ADMIN_ORIGINS));
  await registerHelmet(app);
  if (env.ANSWER_CACHE) registerResponseCache(adapter.getInstance(), contentVersion);
  // Responses only: a compressed request body could expand to any size.
  await app.register(compress, { threshold: 1024, encodings: ['br', 'gzip'], globalDecompression: false });
  registerInternalMediaCalls(adapter.getInstance(), media, contentVersion);
  SwaggerModule.setup('api/docs', app, () => describeApi(app), {
    jsonDocumentUrl: 'api/docs-json',
    raw: ['json'],
    customSiteTitle: API_TITLE,
  });
  return app;
}

/** Milliseconds without a byte read by the client. Longer than the proxy's, which buffers for slow visitors. */
const UNREAD_TIMEOUT_MS = 120_000;

const servers = new WeakMap<INestApplication, GracefulServer>();

/** Tracks connections from the first one on, for the shutdown. */
function watchConnections(app: INestApplication): void {
  Connections.of(app.getHttpServer(), UNREAD_TIMEOUT_MS);
  const shutdownResponse = new AppError('service.unavailable').toView();
  servers.set(
    app,
    new GracefulServer({ server: app.getHttpServer(), readiness: app.get(Readiness), shutdownResponse }),
  );
}

export const listenApp = (app: INestApplication, { HOST, PORT }: Pick<ApiEnv, 'HOST' | 'PORT'>): Promise<unknown> =>
  servers.get(app)!.listen(HOST, (host) => app.listen(PORT, host));

/**
 * Drains, refuses new requests, finishes those in flight, closes the remaining connections, then closes the modules.
 *
 * @param drainFor milliseconds of full service while readiness is 503
 */
export async function closeApp(app: INestApplication, { drainFor = 0 } = {}): Promise<void> {
  const endStreams = () => app.get(EventStreams).end();
  await servers.get(app)?.stop({ drainFor, within: SHUTDOWN_TIMEOUT_MS, endStreams });
  await app.close();
}
