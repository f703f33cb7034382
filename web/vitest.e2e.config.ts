import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['e2e/**/*.e2e.ts'],
    testTimeout: 180_000,
    hookTimeout: 120_000,
    // A busy machine needs more than the usual second.
    expect: { poll: { timeout: 60_000 } },
    // Each file has its own program; program and browser wait for each other
    // most of the time. Files that run in the same process share its loaded
    // modules and its browser.
    maxWorkers: 2,
    isolate: false,
  },
});
