import 'reflect-metadata';
import compress from '@fastify/compress';
import helmet from '@fastify/helmet';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { SwaggerModule } from '@nestjs/swagger';
import { ProcessLogger } from '@portfolio/lifecycle';
import { AppModule } from './app.module.ts';
import type { ApiEnv } from './env.ts';
import { ErrorFilter } from './http/error.filter.ts';
import { readJsonBodies } from './http/json-body.ts';
import { describeApi } from './http/openapi/describe-api.ts';
import { RequestValidationPipe } from './http/request-validation.pipe.ts';
import { removeAbandonedUploads } from './http/upload-folder.ts';

/** Bytes of a JSON body; the largest is a gallery with its list of photos. */
const BODY_LIMIT = 256 * 1024;

/** Builds the api, ready to listen. */
export async function createApp(env: ApiEnv): Promise<NestFastifyApplication> {
  removeAbandonedUploads(env.UPLOAD_DIR);
  const adapter = new FastifyAdapter({ bodyLimit: BODY_LIMIT, routerOptions: { maxParamLength: 300 } });
  // The body of a multipart request is left on the raw request, where the upload interceptor reads it.
  adapter.getInstance().addContentTypeParser('multipart/form-data', (_request, _payload, done) => done(null));
  readJsonBodies(adapter, BODY_LIMIT);

  const app = await NestFactory.create<NestFastifyApplication>(AppModule.with(env), adapter, {
    logger: new ProcessLogger(env.LOG_LEVEL),
    abortOnError: false,
  });
  app.useGlobalPipes(new RequestValidationPipe());
  app.useGlobalFilters(new ErrorFilter());
  app.enableCors({ origin: env.ADMIN_ORIGINS, methods: ['GET', 'POST', 'PUT', 'DELETE'], maxAge: 600 });
  await app.register(helmet, {
    // Pictures and JSON are for other origins too: the back office may run on its own.
    crossOriginResourcePolicy: { policy: 'cross-origin' },
    contentSecurityPolicy: {
      directives: {
        defaultSrc: ["'self'"],
        imgSrc: ["'self'", 'data:'],
        styleSrc: ["'self'", "'unsafe-inline'"],
        upgradeInsecureRequests: null,
      },
    },
    // Whether the site is reached by TLS is known where TLS ends.
    strictTransportSecurity: false,
  });
  await app.register(compress, { threshold: 1024, encodings: ['br', 'gzip'] });
  SwaggerModule.setup('api/docs', app, () => describeApi(app), { jsonDocumentUrl: 'api/docs-json', raw: ['json'] });
  return app;
}
