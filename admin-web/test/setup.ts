import '@testing-library/jest-dom/jest-globals';
import { afterEach } from '@jest/globals';
import { act } from '@testing-library/react';
import { toast } from 'react-hot-toast';

afterEach(() => {
  localStorage.clear();
  act(() => toast.remove());
});
