import { Controller, Get, UseGuards } from '@nestjs/common';
import type { UploadLimitsView } from '@portfolio/contracts';
import { AdminGuard } from '../auth/guards.ts';
import { ApiEnv } from '../env.ts';

@Controller('api/admin/upload-limits')
@UseGuards(AdminGuard)
export class UploadLimitsController {
  constructor(private readonly env: ApiEnv) {}

  /** Answers how large an upload may be. */
  @Get()
  limits(): UploadLimitsView {
    return { megabytes: this.env.MAX_UPLOAD_MB };
  }
}
