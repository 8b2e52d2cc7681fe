import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { request } from 'node:https'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { TLSSocket } from 'node:tls'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createCertificate } from '#test/fakes/certificate.ts'
import { becomeSubscriber } from '#test/product/client.ts'
import { freePort } from '#test/product/free-port.ts'
import { type Product, startProduct } from '#test/product/product.ts'

const APP = 'app.example.com'
const DOMAIN = 'app.acme-realty.example'
/** Debian's packages install them here; CADDY and NGINX name others. */
const CADDY = process.env.CADDY ?? '/usr/bin/caddy'
const NGINX = process.env.NGINX ?? '/usr/sbin/nginx'
const DEPLOY = path.resolve(import.meta.dirname, '../../deploy')

let folder: string
let product: Product
let port: number

beforeAll(async () => {
  if (!existsSync(CADDY) && !existsSync(NGINX)) return
  folder = await mkdtemp(path.join(tmpdir(), 'proxies-'))
  port = await freePort()
  const local = await startProduct({ TRUST_PROXY: 'loopback' })
  await becomeSubscriber(local, 'ann@example.com')
  const database = new pg.Client({ connectionString: local.database.ownerUrl })
  await database.connect()
  await database.query(
    `insert into proven_domains (use, domain, organization_id) select 'app', $1, id from organizations`,
    [DOMAIN],
  )
  await database.end()
  await local.end('SIGTERM')
  await local.restart()
  product = local
})
afterAll(async () => {
  await product?.stop()
  if (folder) await rm(folder, { recursive: true, force: true })
})

/** A sample file of `deploy`, with the addresses of this test. */
function sample(name: string): string {
  const upstream = new URL(product.url).host
  return readFileSync(path.join(DEPLOY, name), 'utf8').replaceAll('127.0.0.1:3000', upstream)
}

async function withProxy(command: string, args: string[], work: () => Promise<void>): Promise<void> {
  const proxy: ChildProcess = spawn(command, args, { cwd: folder, env: { HOME: folder } })
  let output = ''
  proxy.stderr?.on('data', (chunk: Buffer) => {
    output += chunk.toString()
  })
  const ended = new Promise((resolve) => proxy.once('exit', resolve))
  try {
    await expect.poll(async () => (await get(DOMAIN, '/healthz')).status, { message: output }).toBe(200)
    await work()
  } finally {
    proxy.kill('SIGTERM')
    await ended
  }
}

type ProxyResponse = { status: number | string; body: string; subject: string }

/** A request to the proxy for a host; `status` is an error code if the handshake fails. */
function get(host: string, url: string): Promise<ProxyResponse> {
  return new Promise((resolve) => {
    const call = request(
      { host: '127.0.0.1', port, path: url, servername: host, headers: { host }, rejectUnauthorized: false },
      async (response) => {
        const { subjectaltname = '' } = (response.socket as TLSSocket).getPeerCertificate()
        let body = ''
        for await (const chunk of response) body += chunk
        resolve({ status: response.statusCode ?? 0, body, subject: subjectaltname })
      },
    )
    call.on('error', (error: NodeJS.ErrnoException) =>
      resolve({ status: error.code ?? 'failed', body: '', subject: '' }),
    )
    call.end()
  })
}

async function expectDomainToWork(): Promise<void> {
  const robots = await get(DOMAIN, '/robots.txt')
  expect(robots).toMatchObject({ status: 200, body: 'User-agent: *\nDisallow: /\n' })
  expect(robots.subject).toContain(DOMAIN)
  expect((await get(DOMAIN, '/metrics')).status).toBe(404)
  for (const host of ['evil.example', 'x.app.acme-realty.example'])
    expect([host, (await get(host, '/')).status]).toEqual([host, expect.any(String)])
}

describe.skipIf(!existsSync(CADDY))('A40 behind Caddy with the sample file', () => {
  test('a proven domain gets its certificate and its site, other names get none', async () => {
    const options = `{\n\tadmin off\n\tskip_install_trust\n\tlocal_certs\n\tauto_https disable_redirects\n\thttps_port ${port}\n\tstorage file_system ${folder}/caddy`
    const file = path.join(folder, 'Caddyfile')
    writeFileSync(file, sample('Caddyfile').replace(/^\{$/m, options))
    await withProxy(CADDY, ['run', '--config', file, '--adapter', 'caddyfile'], expectDomainToWork)
  })
})

describe.skipIf(!existsSync(NGINX))('A40 behind nginx with the sample file', () => {
  test('a proven domain gets its site, other names get no answer', async () => {
    for (const host of [APP, DOMAIN]) {
      const { key, cert } = createCertificate([host])
      writeFileSync(path.join(folder, `${host}.pem`), cert)
      writeFileSync(path.join(folder, `${host}.key`), key)
    }
    const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
      .map((name) => `${name}_temp_path ${folder}/${name};`)
      .join('\n')
    const config = sample('nginx.conf')
      .replaceAll('listen 443', `listen 127.0.0.1:${port}`)
      .replaceAll('/etc/ssl/', `${folder}/`)
      .replace('http {', `http {\naccess_log off;\n${places}`)
    writeFileSync(path.join(folder, 'nginx.conf'), `pid ${folder}/nginx.pid;\nerror_log stderr;\n${config}`)
    writeFileSync(path.join(folder, 'product.conf'), sample('product.conf'))
    const args = ['-p', folder, '-c', path.join(folder, 'nginx.conf'), '-g', 'daemon off;', '-e', 'stderr']
    await withProxy(NGINX, args, expectDomainToWork)
  })
})
