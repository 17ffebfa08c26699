import type { ErrorCode } from '@portfolio/contracts';
import type { ApiEnv } from '../env.ts';

const MINUTE = 60;

export interface LimitRule {
  points: number;
  /** Fixed window from the first request. */
  seconds: number;
  code: ErrorCode;
}

export const LIMIT_NAMES = [
  'comments',
  'messages',
  'comment-requests',
  'message-requests',
  'log-requests',
  'embeds',
  'sign-ins-from-address',
  'sign-ins-to-account',
  'sign-ins-from-known-address',
  'current-passwords',
  'gallery-passwords-from-address',
  'gallery-passwords',
] as const;

export type LimitName = (typeof LIMIT_NAMES)[number];

export function limitRules(env: ApiEnv): Record<LimitName, LimitRule> {
  const posts = (points: number): LimitRule => ({ points, seconds: 10 * MINUTE, code: 'request.too-many' });
  const requests = (points: number): LimitRule => ({ points, seconds: MINUTE, code: 'request.too-many' });
  const signIns = (points: number, code: ErrorCode = 'auth.too-many') => ({ points, seconds: 15 * MINUTE, code });
  return {
    comments: posts(env.LIMIT_COMMENTS),
    messages: posts(env.LIMIT_MESSAGES),
    'comment-requests': requests(env.LIMIT_POSTS_PER_MINUTE),
    'message-requests': requests(env.LIMIT_POSTS_PER_MINUTE),
    'log-requests': requests(env.LIMIT_LOGS_PER_MINUTE),
    embeds: requests(env.LIMIT_EMBEDS_PER_MINUTE),
    'sign-ins-from-address': signIns(env.LIMIT_SIGN_INS),
    'sign-ins-to-account': signIns(env.LIMIT_SIGN_INS_PER_ACCOUNT),
    'sign-ins-from-known-address': signIns(env.LIMIT_SIGN_INS),
    'current-passwords': signIns(env.LIMIT_SIGN_INS),
    'gallery-passwords-from-address': signIns(env.LIMIT_SIGN_INS, 'gallery.too-many'),
    'gallery-passwords': signIns(env.LIMIT_SIGN_INS_PER_ACCOUNT, 'gallery.too-many'),
  };
}
