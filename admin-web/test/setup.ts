import '@testing-library/jest-dom/jest-globals';
import { afterEach } from '@jest/globals';
import { act, configure } from '@testing-library/react';
import { toast } from 'react-hot-toast';

// A busy machine may need longer than the second that is waited otherwise.
configure({ asyncUtilTimeout: 5_000 });

afterEach(() => {
  localStorage.clear();
  act(() => toast.remove());
});
