import { defineConfig } from 'vitest/config'

/** Modules keep no state, so test files of a worker share them: loading them anew took a third of the time. */
const isolate = false

const databaseTests = ['src/server/platform/db/embedded-postgres.test.ts']
const speedTests = ['test/browser/site-lighthouse.spec.ts']

/**
 * The six kinds of test: what parsers of user text may take, pure rules and screens, the server on a real database, the database launcher, a browser, and
 * how fast public pages are.
 */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          environment: 'node',
          isolate,
          include: [
            'src/domain/**/*.test.ts',
            'src/contract/**/*.test.ts',
            'src/web/**/*.test.{ts,tsx}',
            'scripts/**/*.test.{mjs,ts}',
            'test/language/*.test.ts',
          ],
        },
      },
      {
        test: { name: 'budget', environment: 'node', include: ['test/budget/*.test.ts'] },
      },
      {
        test: {
          name: 'server',
          environment: 'node',
          isolate,
          include: ['src/server/**/*.test.ts'],
          exclude: databaseTests,
          globalSetup: ['test/database-template.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'database',
          environment: 'node',
          include: databaseTests,
          // Each test starts and kills whole servers.
          fileParallelism: false,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'browser',
          environment: 'node',
          isolate,
          include: ['test/browser/**/*.spec.ts', 'test/faults/**/*.spec.ts'],
          exclude: speedTests,
          globalSetup: ['test/database-template.ts'],
          // Each file has a product and a database of its own; they wait more than they compute.
          maxWorkers: 2,
          expect: { poll: { timeout: 20_000 } },
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'lighthouse',
          environment: 'node',
          include: speedTests,
          globalSetup: ['test/database-template.ts'],
          // What else the machine does would be measured too.
          sequence: { groupOrder: 1 },
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
})
