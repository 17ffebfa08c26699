import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { INTERCEPTORS_METADATA } from '@nestjs/common/constants.js';
import { Reflector } from '@nestjs/core';
import type { FastifyRequest } from 'fastify';
import { AppError } from './app-error.ts';
import { uploadFieldOf } from './file-upload.interceptor.ts';

/** Refuses multipart bodies on routes without an upload interceptor. */
@Injectable()
export class MultipartGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}

  canActivate(context: ExecutionContext): boolean {
    const { mediaType } = context.switchToHttp().getRequest<FastifyRequest>();
    if (mediaType !== 'multipart/form-data') return true;
    const interceptors = this.reflector.get<unknown[] | undefined>(INTERCEPTORS_METADATA, context.getHandler()) ?? [];
    if (!interceptors.some(uploadFieldOf)) throw new AppError('request.unsupported-type');
    return true;
  }
}
