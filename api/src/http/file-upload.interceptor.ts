import { createHash, randomUUID } from 'node:crypto';
import { readdirSync, rmSync, statSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join, resolve } from 'node:path';
import {
  type CallHandler,
  type CanActivate,
  createParamDecorator,
  type ExecutionContext,
  Inject,
  Injectable,
  mixin,
  type NestInterceptor,
  type Type,
} from '@nestjs/common';
import { INTERCEPTORS_METADATA } from '@nestjs/common/constants.js';
import { type ErrorCode, isBlank, LIMITS } from '@portfolio/contracts';
import { makeFolder, processIdentity } from '@portfolio/lifecycle';
import type { FastifyReply, FastifyRequest } from 'fastify';
import multer, { diskStorage, MulterError, type StorageEngine } from 'multer';
import { lastValueFrom, type Observable, of } from 'rxjs';
import { ApiEnv } from '../env.ts';
import { AppError } from './app-error.ts';
import { FormFields } from './form-fields.ts';
import { requestOf } from './from-request.ts';
import { BODY_LIMIT } from './request-bodies.ts';

/** An uploaded file in a temporary folder. Its declared content type is ignored. */
export interface ReceivedFile {
  path: string;
  bytes: number;
  /** SHA-256 of the file, hexadecimal. */
  contentHash: string;
  /** Printable file name of the client; null without one. */
  name: string | null;
}

declare module 'fastify' {
  interface FastifyRequest {
    receivedFile?: ReceivedFile;
  }
}

export const UPLOAD_FIELDS = {
  image: {
    missing: 'image.missing',
    tooLarge: 'image.too-large',
    tooMany: 'Please select one image file only',
    description: 'JPEG, PNG, GIF or WebP, validated by its content.',
    types: 'image/jpeg, image/png, image/gif, image/webp',
  },
  part: {
    missing: 'import.part-missing',
    tooLarge: 'request.too-large',
    tooMany: 'Please send one part only',
    description: 'Bytes of a tar archive.',
    types: 'application/octet-stream',
  },
} as const satisfies Record<string, { missing: ErrorCode; tooLarge: ErrorCode } & Record<string, string>>;

export type UploadField = keyof typeof UPLOAD_FIELDS;

/**
 * Receives a multipart body with one file in the given field. The temporary file is removed at the end of the request,
 * unless it was moved; the other fields become the body.
 */
export function FileUpload(field: UploadField): Type<NestInterceptor> {
  const { missing, tooLarge, tooMany } = UPLOAD_FIELDS[field];
  @Injectable()
  class FileUploadInterceptor implements NestInterceptor {
    static readonly field: UploadField = field;
    private readonly receive;

    constructor(@Inject(ApiEnv) private readonly env: ApiEnv) {
      this.receive = multer({
        storage: hashed(
          diskStorage({
            destination: (_req, _file, done) =>
              void makeUploadFolder(env.UPLOAD_DIR).then(
                (folder) => done(null, folder),
                (error: Error) => done(error, ''),
              ),
            filename: (_req, _file, done) => done(null, randomUUID()),
          }),
        ),
        // Browsers send names in UTF-8.
        defParamCharset: 'utf8',
        limits: {
          files: 1,
          fields: 20,
          parts: 21,
          fieldNameSize: 100,
          fieldSize: BODY_LIMIT,
          fileSize: env.MAX_UPLOAD_MB * 1024 * 1024,
        },
      }).single(field);
    }

    async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
      const request = requestOf(context);
      const reply = context.switchToHttp().getResponse<FastifyReply>();
      if (request.mediaType !== 'multipart/form-data') throw new AppError('request.unsupported-type');
      const { file, body } = await this.read(request, reply);
      if (file) {
        const { path, size: bytes, contentHash, originalname } = file;
        request.receivedFile = { path, bytes, contentHash, name: printableName(originalname) };
      }
      request.body = new FormFields({ ...body });
      try {
        return of(await lastValueFrom(next.handle()));
      } finally {
        // A stored file was moved away.
        if (file) await rm(file.path, { force: true });
      }
    }

    private read(request: FastifyRequest, reply: FastifyReply): Promise<{ file?: HashedFile; body: object }> {
      const raw = request.raw as typeof request.raw & { file?: HashedFile; body: object };
      return new Promise((resolve, reject) => {
        this.receive(raw as never, reply.raw as never, (error: unknown) => {
          if (!error) return resolve({ ...(raw.file && { file: raw.file }), body: raw.body ?? {} });
          reject(this.toAppError(error));
        });
      });
    }

    private toAppError(error: unknown): unknown {
      if (error instanceof MulterError) {
        if (error.code === 'LIMIT_FILE_SIZE') return new AppError(tooLarge, { limit: this.env.MAX_UPLOAD_MB });
        if (error.code === 'LIMIT_FILE_COUNT') return AppError.at(field, 'request.invalid', tooMany);
        if (error.code === 'LIMIT_UNEXPECTED_FILE') return AppError.at(field, missing);
        return new AppError('request.malformed');
      }
      // Errors without a code are the parser's; system errors, such as a full disk, have one.
      return error instanceof Error && 'code' in error ? error : new AppError('request.malformed');
    }
  }
  return mixin(FileUploadInterceptor);
}

type HashedFile = Express.Multer.File & Pick<ReceivedFile, 'contentHash'>;

/** Adds `contentHash` to each file while it is received: reading it again would take three times as long. */
function hashed(storage: StorageEngine): StorageEngine {
  return {
    _handleFile: (request, file, done) => {
      const hash = createHash('sha256');
      // Paused, the stream waits for the storage, although it has a listener.
      file.stream.pause().on('data', (chunk: Buffer) => hash.update(chunk));
      storage._handleFile(request, file, (error, info) =>
        done(error, info && ({ ...info, contentHash: hash.digest('hex') } as Partial<HashedFile>)),
      );
    },
    _removeFile: (request, file, done) => storage._removeFile(request, file, done),
  };
}

/** Removes invisible characters, normalizes and truncates. */
function printableName(name: string): string | null {
  const visible = name.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '').normalize();
  const short = [...visible].slice(0, LIMITS.fileName).join('');
  return isBlank(short) ? null : short.trim();
}

/** Upload field of an interceptor; undefined for other interceptors. */
export const uploadFieldOf = (interceptor: unknown): UploadField | undefined =>
  typeof interceptor === 'function' && 'field' in interceptor ? (interceptor.field as UploadField) : undefined;

/** Refuses multipart bodies on routes without an upload interceptor. */
export class MultipartGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    if (requestOf(context).mediaType !== 'multipart/form-data') return true;
    const interceptors: unknown[] = Reflect.getMetadata(INTERCEPTORS_METADATA, context.getHandler()) ?? [];
    if (!interceptors.some(uploadFieldOf)) throw new AppError('request.unsupported-type');
    return true;
  }
}

/** The file that FileUpload received in the field. */
export const UploadedFile = createParamDecorator((field: UploadField, context: ExecutionContext): ReceivedFile => {
  const file = requestOf(context).receivedFile;
  if (!file) throw AppError.at(field, UPLOAD_FIELDS[field].missing);
  return file;
});

/** Names of upload folders, by host and process, among other files of the operator. */
const FOLDER_NAME = /^upload-(?<host>.+)-(?<pid>\d+)$/;

/** Milliseconds after which an upload folder of another host counts as abandoned; no request takes longer. */
const ABANDONED_MS = 24 * 60 * 60_000;

/** Creates this process's upload folder. @param root folder of all API processes, also of other containers */
export async function makeUploadFolder(root: string): Promise<string> {
  const folder = resolve(root, `upload-${hostname()}-${process.pid}`);
  makeFolder(folder);
  return folder;
}

/** Removes upload folders of killed processes, and of an earlier process with this id. Call it before the first upload. */
export function removeAbandonedUploads(root: string): void {
  makeFolder(root);
  for (const name of readdirSync(root)) {
    const { host, pid } = FOLDER_NAME.exec(name)?.groups ?? {};
    if (pid === undefined) continue;
    const folder = join(root, name);
    const isAbandoned = host === hostname() ? !isOfAnotherProcess(Number(pid)) : isUntouched(folder);
    if (isAbandoned) rmSync(folder, { recursive: true, force: true });
  }
}

const isOfAnotherProcess = (pid: number) => pid !== process.pid && processIdentity(pid) !== undefined;

/** Whether no upload has started or ended for a day. Another container may remove the folder at the same time. */
function isUntouched(folder: string): boolean {
  const found = statSync(folder, { throwIfNoEntry: false });
  return found !== undefined && found.mtimeMs < Date.now() - ABANDONED_MS;
}
