// Prints the services that a network namespace reaches. Argument: JSON of [service, host, port][].
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';

const TIMEOUT_MS = 2_000;

const isReachable = (host, port) =>
  new Promise((resolve) => {
    const socket = connect({ host, port, timeout: TIMEOUT_MS });
    const end = (isOpen) => () => {
      socket.destroy();
      resolve(isOpen);
    };
    socket.once('connect', end(true)).once('timeout', end(false)).once('error', end(false));
  });

/** Whether there is a default route, other than that of the loopback device. */
const hasWayOut = () => {
  const read = (name) => readFileSync(`/proc/net/${name}`, 'utf8').split('\n');
  const isDefault6 = (line) => /^0{32} 00 /.test(line) && !/\slo$/.test(line.trim());
  return read('route').some((line) => line.split('\t')[1] === '00000000') || read('ipv6_route').some(isDefault6);
};

const targets = JSON.parse(process.argv.at(-1));
const found = await Promise.all(
  targets.map(async ([name, host, port]) => ((await isReachable(host, port)) ? [name] : [])),
);
console.log(JSON.stringify([...new Set([...found.flat(), ...(hasWayOut() ? ['outside'] : [])])].sort()));
