import { createServer, type ServerResponse } from 'node:http'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { startDnsServer } from '#test/fakes/dns-server.ts'
import { ENDPOINTS, openWebhooks } from '#test/workspaces/webhooks.ts'

const dns = await startDnsServer()
const hooks = await openWebhooks({ dnsServer: dns.address })
const { owner, origin, port, addEndpoint, addContact, sendDue, listDeliveries, passMinutes } = hooks
afterAll(async () => {
  await hooks.close()
  await dns.stop()
})
beforeEach(async () => {
  await hooks.reset()
  dns.zone = {}
  dns.afterQuery = () => {}
})

describe('A40 deliveries', () => {
  test.each([
    [
      'redirects',
      'redirected',
      (response: ServerResponse) => response.writeHead(302, { location: '/x' }).end(),
    ],
    ['closes the connection', 'unreachable', (response: ServerResponse) => response.destroy()],
  ])('fail without harm when the receiver %s', async (_name, failure, answer) => {
    const { id } = await addEndpoint()
    hooks.respond = (_request, response) => answer(response)
    await owner.request('POST', `${ENDPOINTS}/${id}/test`)
    await sendDue()
    expect(hooks.received).toHaveLength(1)
    expect(await listDeliveries(id)).toMatchObject([{ state: 'waiting', status: null, failure }])
  })

  test('count as arrived when the receiver answers 200 with 200 MB, of which 64 KiB are read', async () => {
    const { id } = await addEndpoint()
    let written = 0
    hooks.respond = (_request, response) => {
      response.writeHead(200)
      const chunk = Buffer.alloc(1024 * 1024)
      const write = () => {
        while (written < 200 && !response.destroyed) {
          written += 1
          if (!response.write(chunk)) return response.once('drain', write)
        }
        return response.end()
      }
      write()
    }
    await owner.request('POST', `${ENDPOINTS}/${id}/test`)
    await sendDue()
    expect(await listDeliveries(id)).toMatchObject([{ state: 'arrived', status: 200 }])
    expect(written).toBeLessThan(60)
  })

  test.each([
    'http://10.0.0.1/',
    'http://169.254.169.254/latest',
    'http://[::1]:1/',
    'https://unknown.example',
  ])('never connect to %s', async (url) => {
    const { id } = await addEndpoint({ url })
    await owner.request('POST', `${ENDPOINTS}/${id}/test`)
    await sendDue()
    const [delivery] = await listDeliveries(id)
    expect(['refused_address', 'unknown_host']).toContain(delivery?.failure)
  })

  test('never follow a name to an address that it got after the first one was checked', async () => {
    // The one allowed address stands for a public one, and another one of this machine for a private one.
    const [allowed, hidden] = ['127.0.0.1', '127.0.0.2']
    let hiddenConnections = 0
    const inside = createServer().on('connection', (socket) => {
      hiddenConnections += 1
      socket.destroy()
    })
    await new Promise<void>((resolve) => inside.listen(port, hidden, resolve))
    try {
      const { id } = await addEndpoint({ url: `http://rebinding.example.com:${port}/hook` })
      const test = () => owner.request('POST', `${ENDPOINTS}/${id}/test`)
      dns.zone['rebinding.example.com'] = { A: [allowed] }
      dns.afterQuery = (query) => {
        if (query.startsWith('A ')) dns.zone['rebinding.example.com'] = { A: [hidden] }
      }
      await test()
      await sendDue()
      expect(await listDeliveries(id)).toMatchObject([{ state: 'arrived' }])
      await test()
      await sendDue()
      dns.zone['rebinding.example.com'] = { A: [allowed, hidden] }
      dns.afterQuery = () => {}
      await test()
      await sendDue()
      const failures = (await listDeliveries(id)).map(({ failure }) => failure)
      expect(failures).toEqual(['refused_address', 'refused_address', null])
      expect([hooks.received.length, hiddenConnections]).toEqual([1, 0])
    } finally {
      inside.close()
    }
  })
})

test('A40 a receiver that is down for an hour misses no event, and others get theirs at once', async () => {
  let isDown = true
  hooks.respond = ({ url }, response) => {
    if (url === '/down' && isDown) response.destroy()
    else response.writeHead(204).end()
  }
  const down = await addEndpoint({ url: `${origin}/down` })
  await addEndpoint({ url: `${origin}/up` })
  const contactIds: string[] = []
  const arrivedAt = (path: string) =>
    hooks.received
      .filter((each) => each.path === path)
      .map(({ body }) => (JSON.parse(body) as { data: { id: string } }).data.id)
  for (let minutes = 0; minutes < 60; minutes += 5) {
    contactIds.push(await addContact())
    await sendDue()
    expect(arrivedAt('/up')).toEqual(contactIds)
    await passMinutes(5)
  }
  const waiting = await listDeliveries(down.id)
  expect(waiting.map(({ state, failure }) => `${state} ${failure}`)).toEqual(
    contactIds.map(() => 'waiting unreachable'),
  )
  // At once, and after 5 seconds, 5 and 30 minutes: it isn't called more often while it is down.
  expect(Math.max(...waiting.map(({ attempt }) => attempt))).toBeLessThanOrEqual(4)

  isDown = false
  hooks.received = []
  // The longest pause in the first hour ends two hours and 24 minutes after the attempt before.
  for (let minutes = 0; minutes < 180; minutes += 5) {
    await sendDue()
    await passMinutes(5)
  }
  expect(arrivedAt('/down').toSorted()).toEqual(contactIds.toSorted())
  const deliveries = await listDeliveries(down.id)
  expect(new Set(deliveries.map(({ state }) => state))).toEqual(new Set(['arrived']))
  expect((await owner.request('GET', `${ENDPOINTS}/${down.id}`)).json).toMatchObject({
    ...{ isEnabled: true, failingSince: null },
  })
})
