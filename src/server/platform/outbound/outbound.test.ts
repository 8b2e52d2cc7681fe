import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import type { AddressInfo, Server } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createCertificate } from '#test/fakes/certificate.ts'
import { type DnsServer, startDnsServer } from '#test/fakes/dns-server.ts'
import { createAddressPolicy } from './address-policy.ts'
import { createOutbound, type OutboundRequest } from './outbound.ts'
import { OutboundError } from './outbound-error.ts'
import { createResolver } from './resolver.ts'

const PUBLIC_ADDRESS = '93.184.215.14'
const LIMITS = { maxBytes: 64 * 1024, timeoutMs: 5000, redirects: 0 } as const
const CERTIFICATE = createCertificate(['idp.example.com', 'localhost'])

type Handler = (request: IncomingMessage, response: ServerResponse) => void
let handle: Handler
let requests: { host: string | undefined; url: string | undefined; method: string | undefined }[]
let connections = 0
let dns: DnsServer
let http: { server: Server; port: number }
let https: { server: Server; port: number }

async function listen(server: Server) {
  server.on('connection', () => {
    connections += 1
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { server, port: (server.address() as AddressInfo).port }
}

beforeAll(async () => {
  const onRequest: Handler = (request, response) => {
    requests.push({ host: request.headers.host, url: request.url, method: request.method })
    handle(request, response)
  }
  dns = await startDnsServer()
  http = await listen(createHttpServer(onRequest))
  https = await listen(createHttpsServer(CERTIFICATE, onRequest))
})
afterAll(async () => {
  http.server.close()
  https.server.close()
  await dns.stop()
})
beforeEach(() => {
  handle = (_request, response) => response.end('ok')
  requests = []
  connections = 0
  dns.mode = 'answers'
  dns.afterQuery = () => {}
  dns.queries.length = 0
  dns.zone = { 'idp.example.com': { A: ['127.0.0.1'] } }
})

/** By default nothing is allowed beyond the public internet. */
const outbound = (allow: string[] = []) =>
  createOutbound({
    resolver: createResolver([dns.address], 1000),
    addressKind: createAddressPolicy(allow),
    certificates: CERTIFICATE.cert,
  })
const LOOPBACK = ['127.0.0.0/8']

async function failureOf(url: string, options: { allow?: string[] } & Partial<OutboundRequest> = {}) {
  const { allow = [], ...request } = options
  const error = await outbound(allow)
    .request(url, { ...LIMITS, ...request })
    .catch((cause: unknown) => cause)
  expect(error).toBeInstanceOf(OutboundError)
  return (error as OutboundError).reason
}

describe('opens no connection to', () => {
  /** `PORT` is that of a server on the loopback address, which must see no connection. */
  test.each([
    'https://127.0.0.1:PORT/',
    'https://127.1:PORT/',
    'https://127.0.0.1.:PORT/',
    'https://2130706433:PORT/',
    'https://0x7f000001:PORT/',
    'https://0x7f.1:PORT/',
    'https://0177.0.0.1:PORT/',
    'https://127.000.000.001:PORT/',
    'https://%31%32%37.0.0.1:PORT/',
    'https://①②⑦.⓪.⓪.①:PORT/',
    'https://127。0。0。1:PORT/',
    'https://0.0.0.0:PORT/',
    'https://0:PORT/',
    'https://10.0.0.1/',
    'https://172.16.0.1/',
    'https://192.168.1.1/',
    'https://100.64.0.1/',
    'https://169.254.169.254/latest/meta-data/',
    'https://0xa9fea9fe/latest/meta-data/',
    'https://198.18.0.1/',
    'https://224.0.0.1/',
    'https://255.255.255.255/',
    'https://[::1]:PORT/',
    'https://[0:0:0:0:0:0:0:1]:PORT/',
    'https://[::]:PORT/',
    'https://[::ffff:127.0.0.1]:PORT/',
    'https://[::ffff:7f00:1]:PORT/',
    'https://[::127.0.0.1]:PORT/',
    'https://[64:ff9b::7f00:1]:PORT/',
    'https://[64:ff9b:1::a9fe:a9fe]/',
    'https://[2002:7f00:1::]/',
    'https://[2001:0:7f00:1::]/',
    'https://[fe80::1]/',
    'https://[fc00::1]/',
    'https://[fd00:ec2::254]/',
    'https://[2001:db8::1]/',
    'https://[3fff::1]/',
    'https://[fe80::1%25eth0]:PORT/',
    'https://private.example.com:PORT/',
    'https://mixed.example.com:PORT/',
    'https://private6.example.com:PORT/',
    'https://gone.example.com:PORT/',
    'https://localhost:PORT/',
    'https://user:password@public.example.com:PORT/',
    'https://public.example.com@127.0.0.1:PORT/',
    'http://public.example.com:PORT/',
    'http://127.0.0.1:PORT/',
    'file:///etc/passwd',
    'ftp://127.0.0.1:PORT/',
    'gopher://127.0.0.1:PORT/',
    'unix:/var/run/docker.sock',
    'javascript:alert(1)',
    '//127.0.0.1:PORT/',
    'https://',
    '',
  ])('%s', async (url) => {
    dns.zone = {
      'public.example.com': { A: [PUBLIC_ADDRESS] },
      'private.example.com': { A: ['127.0.0.1'] },
      'private6.example.com': { A: [PUBLIC_ADDRESS], AAAA: ['::1'] },
      'mixed.example.com': { A: [PUBLIC_ADDRESS, '127.0.0.1'] },
      localhost: { A: ['127.0.0.1'] },
    }
    for (const { port } of [http, https]) {
      const reason = await failureOf(url.replace('PORT', String(port)))
      expect(['bad_url', 'refused_address', 'unknown_host']).toContain(reason)
    }
    expect(connections).toBe(0)
  })

  test.each(['169.254.169.254', '[::ffff:a9fe:a9fe]', '[64:ff9b::a9fe:a9fe]', '[fd00:ec2::254]'])(
    '%s, whatever OUTBOUND_ALLOW contains',
    async (host) => {
      expect(await failureOf(`http://${host}/`, { allow: ['0.0.0.0/0', '::/0'] })).toBe('refused_address')
    },
  )

  test('a name that is answered with another address after it was checked', async () => {
    dns.zone = { 'rebinding.example.com': { A: ['127.0.0.1'] } }
    dns.afterQuery = () => {
      dns.zone = { 'rebinding.example.com': { A: ['10.0.0.1'] } }
    }
    handle = (_request, response) => response.writeHead(302, { location: '/again' }).end()
    const url = `http://rebinding.example.com:${http.port}/`
    dns.zone['rebinding.example.com'] = { A: ['127.0.0.1'], AAAA: [] }
    // The first connection goes to the checked address without another query; the redirect is checked again.
    expect(await failureOf(url, { allow: LOOPBACK, redirects: 3 })).toBe('refused_address')
    expect(connections).toBe(1)
    expect(dns.queries.toSorted()).toEqual([
      'A rebinding.example.com',
      'A rebinding.example.com',
      'AAAA rebinding.example.com',
      'AAAA rebinding.example.com',
    ])
  })

  test.each([
    'https://10.0.0.1/',
    'http://public.example.com/',
    'file:///etc/passwd',
    'https://a:b@idp.example.com/',
  ])('the target of a redirect to %s', async (location) => {
    dns.zone['public.example.com'] = { A: [PUBLIC_ADDRESS] }
    handle = (_request, response) => response.writeHead(307, { location }).end()
    const url = `http://idp.example.com:${http.port}/`
    expect(['bad_url', 'refused_address']).toContain(await failureOf(url, { allow: LOOPBACK, redirects: 5 }))
    expect(requests).toHaveLength(1)
  })
})

describe('an allowed call', () => {
  test('keeps Host and SNI, and checks the certificate for the name', async () => {
    const url = `https://idp.example.com:${https.port}/keys?a=1`
    const response = await outbound(LOOPBACK).request(url, {
      ...LIMITS,
      headers: { Host: 'evil.example.com' },
    })
    expect(response).toMatchObject({ status: 200, url, body: Buffer.from('ok') })
    expect(requests).toEqual([{ host: `idp.example.com:${https.port}`, url: '/keys?a=1', method: 'GET' }])
    dns.zone['other.example.com'] = { A: ['127.0.0.1'] }
    expect(await failureOf(`https://other.example.com:${https.port}/`, { allow: LOOPBACK })).toBe(
      'unreachable',
    )
    expect(requests).toHaveLength(1)
  })

  test('ignores the proxy settings of the process', async () => {
    const proxied = {
      HTTP_PROXY: 'http://127.0.0.1:9',
      HTTPS_PROXY: 'http://127.0.0.1:9',
      NODE_USE_ENV_PROXY: '1',
    }
    const before = { ...process.env }
    Object.assign(process.env, proxied)
    try {
      const url = `http://idp.example.com:${http.port}/`
      expect(await outbound(LOOPBACK).request(url, LIMITS)).toMatchObject({ status: 200 })
    } finally {
      for (const name of Object.keys(proxied)) delete process.env[name]
      Object.assign(process.env, before)
    }
  })

  test('uses plain http only inside OUTBOUND_ALLOW, also for a literal address', async () => {
    const url = `http://127.0.0.1:${http.port}/`
    expect(await outbound(['127.0.0.1']).request(url, LIMITS)).toMatchObject({ status: 200 })
    expect(await failureOf(url, { allow: ['10.0.0.0/8'] })).toBe('refused_address')
  })

  test('sends its body and follows as many redirects as its caller allows', async () => {
    const url = `http://idp.example.com:${http.port}/start`
    handle = (request, response) => {
      if (request.url === '/start') response.writeHead(303, { location: '/end' }).end()
      else response.end(JSON.stringify(request.headers))
    }
    const post = {
      ...LIMITS,
      method: 'POST',
      body: 'a=1',
      headers: { 'Content-Type': 'text/plain' },
    } as const
    const followed = await outbound(LOOPBACK).request(url, { ...post, redirects: 1 })
    expect(followed.url).toBe(`http://idp.example.com:${http.port}/end`)
    expect(requests.map(({ method }) => method)).toEqual(['POST', 'GET'])
    expect(followed.body.toString()).not.toContain('text/plain')
    expect(await failureOf(url, { ...post, allow: LOOPBACK })).toBe('redirected')
  })

  test('takes its secrets to no other origin', async () => {
    dns.zone['other.example.com'] = { A: ['127.0.0.1'] }
    handle = (request, response) => {
      const isFirst = request.headers.host?.startsWith('idp')
      if (isFirst) response.writeHead(307, { location: `http://other.example.com:${http.port}/` }).end()
      else response.end(JSON.stringify(request.headers))
    }
    const { body } = await outbound(LOOPBACK).request(`http://idp.example.com:${http.port}/`, {
      ...{ ...LIMITS, redirects: 1 },
      headers: { Authorization: 'Bearer secret', Cookie: 'sid=secret', 'X-Trace': '7' },
    })
    expect(body.toString()).not.toContain('secret')
    expect(body.toString()).toContain('"x-trace":"7"')
  })

  test('ends at its size, whatever length the server announces', async () => {
    handle = (_request, response) => {
      const timer = setInterval(() => response.write('x'.repeat(1000)), 1)
      response.on('close', () => clearInterval(timer))
    }
    const url = `http://idp.example.com:${http.port}/`
    expect(await failureOf(url, { allow: LOOPBACK, maxBytes: 5000 })).toBe('too_large')
  })

  test.each<[string, Handler]>([
    ['never answers', () => {}],
    ['drips', (_request, response) => response.write('x')],
  ])('ends in time when the server %s', async (_name, behavior) => {
    handle = behavior
    const url = `http://idp.example.com:${http.port}/`
    expect(await failureOf(url, { allow: LOOPBACK, timeoutMs: 300 })).toBe('timed_out')
  })

  test('ends in time when the name servers stay silent', async () => {
    dns.mode = 'is silent'
    expect(await failureOf('https://idp.example.com/', { timeoutMs: 300 })).toBe('timed_out')
  })

  test('passes a body on as it arrives', async () => {
    let finish = () => {}
    handle = (_request, response) => {
      response.write('first')
      finish = () => response.end('last')
    }
    const { body } = await outbound(LOOPBACK).stream(`http://idp.example.com:${http.port}/`, LIMITS)
    const parts: string[] = []
    for await (const part of body) {
      parts.push(String(part))
      finish()
    }
    expect(parts).toEqual(['first', 'last'])
  })

  test('tells when the connection breaks', async () => {
    handle = (request) => request.socket.destroy()
    expect(await failureOf(`http://idp.example.com:${http.port}/`, { allow: LOOPBACK })).toBe('unreachable')
  })
})
