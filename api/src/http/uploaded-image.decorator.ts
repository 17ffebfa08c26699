import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { AppError } from './app-error.ts';
import type { UploadedImage as Image } from './image-upload.interceptor.ts';

/** The image that ImageUpload received. */
export const UploadedImage = createParamDecorator((_: undefined, context: ExecutionContext): Image => {
  const image = context.switchToHttp().getRequest<FastifyRequest>().uploadedImage;
  if (!image) throw AppError.at('image', 'image.missing');
  return image;
});
