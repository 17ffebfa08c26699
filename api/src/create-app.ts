import 'reflect-metadata';
import compress from '@fastify/compress';
import { NestFactory, Reflector } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { SwaggerModule } from '@nestjs/swagger';
import { ProcessLogger, rejectDuplicateHostHeader } from '@portfolio/lifecycle';
import { registerRequestLogging, requestIdOptions, installFastPath } from '@portfolio/telemetry';
import { AppModule } from './app.module.ts';
import { ContentVersion } from './backend/content-version.ts';
import { watchConnections } from './close-app.ts';
import type { ApiEnv } from './env.ts';
import { Operations } from './health/operations.ts';
import { addCacheHeaders } from './http/cache/cache-headers.ts';
import { connectionOptions } from './http/connections.ts';
import { corsOptions } from './http/security-headers.ts';
import { ErrorFilter } from './http/error.filter.ts';
import { MultipartGuard } from './http/multipart.guard.ts';
import { API_TITLE, describeApi } from './http/openapi/describe-api.ts';
import { registerResponseCache } from './http/cache/register-response-cache.ts';
import { registerBodyParsers } from './http/request-bodies.ts';
import { RequestValidationPipe } from './http/request-validation.pipe.ts';
import { registerHelmet } from './http/security-headers.ts';
import { removeAbandonedUploads } from './http/file-upload.interceptor.ts';
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
  app.useGlobalGuards(new MultipartGuard(app.get(Reflector)));
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
