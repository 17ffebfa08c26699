import { act } from '@testing-library/react';
import { FakeResponse } from './fake-api.ts';

/** Fake `XMLHttpRequest`. Tests send its progress and its response. */
export class FakeUpload {
  static all: FakeUpload[] = [];

  readonly upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {};
  readonly headers: Record<string, string> = {};
  status = 0;
  response: unknown = null;
  responseType = '';
  form = new FormData();
  aborted = false;
  onload?: () => void;
  onerror?: () => void;
  onabort?: () => void;

  constructor() {
    FakeUpload.all.push(this);
  }

  open(): void {}

  setRequestHeader(name: string, value: string): void {
    this.headers[name] = value;
  }

  /** `Retry-After` header of the response, in seconds. */
  retryAfter: string | null = null;

  getResponseHeader(name: string): string | null {
    return name === 'retry-after' ? this.retryAfter : null;
  }

  send(form: FormData): void {
    this.form = form;
  }

  abort(): void {
    this.aborted = true;
    this.onabort?.();
  }

  /** Text fields of the form. */
  get fields(): Record<string, string> {
    return Object.fromEntries(
      [...this.form].filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
    );
  }

  progress(fraction: number): Promise<void> {
    return act(async () => this.upload.onprogress?.({ loaded: fraction * 100, total: 100 }));
  }

  /** @param response body of a 201, or a FakeResponse */
  respond(response: unknown): Promise<void> {
    const { status, body } = response instanceof FakeResponse ? response : new FakeResponse(201, response);
    return act(async () => {
      this.status = status;
      this.response = body;
      this.onload?.();
    });
  }

  loseConnection(): Promise<void> {
    return act(async () => this.onerror?.());
  }
}

/** Replaces `XMLHttpRequest`. @returns uploads in the order of their start */
export function fakeUploads(): FakeUpload[] {
  FakeUpload.all = [];
  globalThis.XMLHttpRequest = FakeUpload as unknown as typeof XMLHttpRequest;
  return FakeUpload.all;
}
