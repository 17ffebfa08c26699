import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { getMetadataStorage } from 'class-validator';
import { validationMetadatasToSchemas } from 'class-validator-jsonschema';

/** Describes every route; the schemas of requests are read from the very rules that validate them. */
export function describeApi(app: INestApplication): OpenAPIObject {
  const settings = new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle('Portfolio API')
    .setDescription('Galleries, photographs, comments and news of one artist.')
    .setVersion('1')
    .addBearerAuth()
    .build();
  const document = SwaggerModule.createDocument(app, settings);
  const requests = validationMetadatasToSchemas({
    classValidatorMetadataStorage: getMetadataStorage(),
    refPointerPrefix: '#/components/schemas/',
  });
  const named = Object.keys(document.components?.schemas ?? {});
  const schemas = Object.fromEntries(Object.entries(requests).filter(([name]) => named.includes(name)));
  return {
    ...document,
    components: { ...document.components, schemas: { ...document.components?.schemas, ...schemas } as never },
  };
}
