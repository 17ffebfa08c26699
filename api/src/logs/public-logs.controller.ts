import { Body, Controller, HttpCode, Post, UseGuards } from '@nestjs/common';
import { LogEntry, type MessageResponse } from '@portfolio/contracts';
import { ApiErrors } from '../http/api-errors.decorator.ts';
import { RequestLimit } from '../limits/request-limit.guard.ts';
import { LogsService } from './logs.service.ts';

/** Takes what goes wrong in browsers. It asks for no token and minds no bad one: that may be the very fault. */
@Controller('api/logs')
export class PublicLogsController {
  constructor(private readonly logs: LogsService) {}

  /**
   * Notes what went wrong in a browser.
   *
   * A token that is no good is no matter here.
   */
  @Post('frontend')
  @HttpCode(202)
  @UseGuards(RequestLimit('log-requests'))
  @ApiErrors('request.too-many')
  write(@Body() entry: LogEntry): MessageResponse {
    this.logs.write(entry);
    return { message: 'Noted' };
  }
}
