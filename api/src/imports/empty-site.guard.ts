import { type CanActivate, Injectable } from '@nestjs/common';
import { AppError } from '../http/app-error.ts';
import { ImportsService } from './imports.service.ts';

/** Refuses an archive before its body is received. */
@Injectable()
export class EmptySiteGuard implements CanActivate {
  constructor(private readonly imports: ImportsService) {}

  async canActivate(): Promise<boolean> {
    const { is_empty, import: latest } = await this.imports.view();
    if (!is_empty) throw new AppError('import.not-empty');
    if (latest?.status === 'running') throw new AppError('import.running');
    return true;
  }
}
