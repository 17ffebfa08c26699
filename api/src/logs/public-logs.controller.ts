import { Body, Controller, HttpCode, Post, UseGuards } from '@nestjs/common';
import { LogEntry, type MessageResponse } from '@portfolio/contracts';
import { ApiErrors } from '../http/app-error.ts';
import { RequestLimit } from '../limits/request-limit.guard.ts';
import { LogsService } from './logs.service.ts';

/** Log of errors in browsers. It ignores the token, which may be the cause. */
@Controller('api/logs')
export class PublicLogsController {
  constructor(private readonly logs: LogsService) {}

  /** Logs an error of a browser. The token is ignored. */
  @Post('frontend')
  @HttpCode(202)
  @UseGuards(RequestLimit('log-requests'))
  @ApiErrors('request.too-many')
  write(@Body() entry: LogEntry): MessageResponse {
    this.logs.write(entry);
    return { message: 'Noted' };
  }
}
