import { expect, test } from 'vitest'
import { createAppShell } from '#server/platform/http/app-shell.ts'
import { createRateLimiter } from '#server/platform/http/limits.ts'
import { serveCalendarFeeds } from './routes.ts'
import type { CalendarFeedsService } from './service.ts'

test('A40 a calendar is read only so often, from wherever, and others go on', async () => {
  const shell = await createAppShell({ appUrl: 'http://localhost:3000', logLevel: 'silent', bodyLimit: 1024 })
  const service = {
    find: async (token: string) => ({ id: token }),
    render: async () => 'BEGIN:VCALENDAR',
  } as unknown as CalendarFeedsService
  serveCalendarFeeds(shell, service, { take: createRateLimiter(() => 0) })
  const read = async (token: string, remoteAddress: string) =>
    shell.inject({ url: `/feeds/tasks/${token}.ics`, remoteAddress })
  const statuses: number[] = []
  for (let i = 0; i < 20; i++) statuses.push((await read('one', `192.0.2.${i}`)).statusCode)
  expect(new Set(statuses)).toEqual(new Set([200]))
  const refusal = await read('one', '192.0.2.99')
  expect([refusal.statusCode, refusal.headers['retry-after']]).toEqual([429, '2'])
  expect((await read('two', '192.0.2.99')).statusCode).toBe(200)
  await shell.close()
})
