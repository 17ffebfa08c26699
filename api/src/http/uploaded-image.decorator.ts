import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { AppError } from './app-error.ts';
import type { ReceivedImage } from './image-upload.interceptor.ts';

/** The image that ImageUpload received. */
export const UploadedImage = createParamDecorator((_: undefined, context: ExecutionContext): ReceivedImage => {
  const image = context.switchToHttp().getRequest<FastifyRequest>().receivedImage;
  if (!image) throw AppError.at('image', 'image.missing');
  return image;
});
