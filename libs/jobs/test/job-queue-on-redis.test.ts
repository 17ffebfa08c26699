import { describeWithRedis } from '@portfolio/testing';
import { redisMedium } from './medium.ts';
import { queueBehaviour } from './queue-behaviour.ts';
import { queueFaults } from './queue-faults.ts';

describeWithRedis('the queue on Redis', () => {
  queueBehaviour(redisMedium);
  queueFaults(redisMedium);
});
