import { Controller, Get, Query, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiErrors } from '../http/app-error.ts';
import { ExportsService } from './exports.service.ts';

@Controller('api/exports')
export class PublicExportsController {
  constructor(private readonly exports: ExportsService) {}

  /** Downloads an export. Links send no bearer token: the token of the link is enough, for a day. */
  @Get('download')
  @ApiErrors('export.not-found', 'media.range')
  download(@Query('token') token: unknown, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.exports.download(token, request, reply);
  }
}
