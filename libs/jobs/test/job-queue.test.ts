import { describe } from '@jest/globals';
import { postgresMedium } from './medium.ts';
import { queueBehaviour } from './queue-behaviour.ts';
import { queueFaults } from './queue-faults.ts';

describe('the queue on PostgreSQL', () => {
  queueBehaviour(postgresMedium);
  queueFaults(postgresMedium);
});
