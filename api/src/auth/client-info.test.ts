import { describe, expect, it } from '@jest/globals';
import { coarseNetworkOf, describeDevice } from './client-info.ts';

const MOZILLA = 'Mozilla/5.0';
const KHTML = 'AppleWebKit/537.36 (KHTML, like Gecko)';
const IOS = '(iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';

describe('describeDevice', () => {
  it.each([
    ['Firefox on Windows', `${MOZILLA} (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0`],
    ['Chrome on Linux', `${MOZILLA} (X11; Linux x86_64) ${KHTML} Chrome/140.0.0.0 Safari/537.36`],
    ['Chrome on Linux', `${MOZILLA} (X11; Linux x86_64) ${KHTML} HeadlessChrome/140.0.0.0 Safari/537.36`],
    ['Chrome on Android', `${MOZILLA} (Linux; Android 10; K) ${KHTML} Chrome/140.0.0.0 Mobile Safari/537.36`],
    ['Chrome on ChromeOS', `${MOZILLA} (X11; CrOS x86_64 14541.0.0) ${KHTML} Chrome/140.0.0.0 Safari/537.36`],
    ['Edge on Windows', `${MOZILLA} (Windows NT 10.0; Win64) ${KHTML} Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0`],
    ['Opera on macOS', `${MOZILLA} (Macintosh; Intel Mac OS X 10_15_7) ${KHTML} Chrome/140.0 Safari/537.36 OPR/120.0`],
    [
      'Samsung Internet on Android',
      `${MOZILLA} (Linux; Android 10; K) ${KHTML} SamsungBrowser/28.0 Chrome/130.0 Mobile Safari/537.36`,
    ],
    ['Safari on iPhone', `${MOZILLA} ${IOS} Version/18.1 Mobile/15E148 Safari/604.1`],
    ['Chrome on iPhone', `${MOZILLA} ${IOS} CriOS/140.0 Mobile/15E148 Safari/604.1`],
    ['Firefox on iPhone', `${MOZILLA} ${IOS} FxiOS/140.0 Mobile/15E148 Safari/605.1.15`],
    ['Unknown browser on Linux', 'a-script/1.0 (Linux)'],
    ['Firefox on unknown system', 'Firefox/1'],
    ['Unknown device', 'curl/8.5.0'],
    ['Unknown device', '<script>alert(1)</script>'],
    ['Unknown device', `${'x'.repeat(100_000)} Firefox/1 (Windows)`],
    ['Unknown device', ''],
    ['Unknown device', undefined],
  ])('returns %s', (device, userAgent) => {
    expect(describeDevice(userAgent)).toBe(device);
  });
});

describe('coarseNetworkOf', () => {
  it.each([
    ['203.0.113.0/24', '203.0.113.77'],
    ['2001:db8:1::/48', '2001:db8:1:5::/64'],
    ['unknown', ''],
  ])('returns %s', (network, address) => {
    expect(coarseNetworkOf(address)).toBe(network);
  });
});
