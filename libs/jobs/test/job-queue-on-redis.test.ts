import { describeWithRedis } from '@portfolio/testing';
import { redisBackend } from './test-backend.ts';
import { queueBehaviour } from './queue-behaviour.ts';
import { testQueueFaults } from './queue-fault-tests.ts';

describeWithRedis('the queue on Redis', () => {
  queueBehaviour(redisBackend);
  testQueueFaults(redisBackend);
});
