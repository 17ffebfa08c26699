import { expect, it } from '@jest/globals';
import { IsOptional } from 'class-validator';
import { EnvError, IsTrustedProxies, loadEnv } from '../src/index.ts';

class ProxyEnv {
  @IsOptional()
  @IsTrustedProxies()
  TRUST_PROXY?: string;
}
const read = (TRUST_PROXY: string) => loadEnv(ProxyEnv, { TRUST_PROXY }).TRUST_PROXY;

it.each(['loopback', 'uniquelocal, 203.0.113.7', '10.0.0.0/8,fd00::/8,::1'])(
  'IsTrustedProxies accepts %s',
  (proxies) => {
    expect(read(proxies)).toBe(proxies);
  },
);

it.each(['true', '1', '10.0.0.0/33', '0.0.0.0/0', '10.0.0', 'loopback,', '*', '10.0.0.0/8/8', '10.0.0.0/', '::1/129'])(
  'IsTrustedProxies rejects %s',
  (proxies) => {
    expect(() => read(proxies)).toThrow(EnvError);
    expect(() => read(proxies)).toThrow('TRUST_PROXY: must list addresses or networks');
  },
);
