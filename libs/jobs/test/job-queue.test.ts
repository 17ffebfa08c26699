import { describe } from '@jest/globals';
import { describeWithRedis } from '@portfolio/testing';
import { postgresMedium, redisMedium } from './medium.ts';
import { queueBehaviour } from './queue-behaviour.ts';
import { queueFaults } from './queue-faults.ts';

describe('the queue on PostgreSQL', () => {
  queueBehaviour(postgresMedium);
  queueFaults(postgresMedium);
});

describeWithRedis('the queue on Redis', () => {
  queueBehaviour(redisMedium);
  queueFaults(redisMedium);
});
