import { describeWithRedis } from '@portfolio/testing';
import { redisBackend } from './test-backend.ts';
import { queueBehaviour } from './queue-behaviour.ts';
import { queueFaults } from './queue-faults.ts';

describeWithRedis('the queue on Redis', () => {
  queueBehaviour(redisBackend);
  queueFaults(redisBackend);
});
