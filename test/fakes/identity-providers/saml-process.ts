// A SAML identity provider as a process of its own. Prints its URL and entity ID as one line of JSON.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { inflateRawSync } from 'node:zlib'
import { escapeHtml, loginPage, personOfLogin } from './login.ts'
import {
  createSigningKey,
  encodeResponse,
  providerMetadata,
  responseFacts,
  signedResponse,
} from './saml-documents.ts'

const signingKey = createSigningKey()
const server = createServer((request, response) => {
  void answer(request, response).catch((error: Error) => response.writeHead(500).end(error.message))
})
server.listen(0, '127.0.0.1', () => {
  console.log(JSON.stringify({ url: url(), metadata: metadata(), cert: signingKey.cert }))
})

// Another site than the product for browsers, as in real life.
const url = () => `http://localhost:${(server.address() as AddressInfo).port}`
const entityId = () => `${url()}/entity`
const metadata = () => providerMetadata(entityId(), `${url()}/sso`, signingKey)

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname, searchParams } = new URL(request.url ?? '', url())
  response.setHeader('content-type', 'text/html')
  if (pathname === '/sso' && request.method === 'GET') {
    const samlRequest = searchParams.get('SAMLRequest') ?? ''
    response.end(loginPage('SAML provider', '/sso', { SAMLRequest: samlRequest }))
  } else if (pathname === '/sso') {
    const form = new URLSearchParams(await readBody(request))
    response.end(answerTo(form.get('SAMLRequest') ?? '', form.get('login') ?? ''))
  } else if (pathname === '/start') {
    // A sign-in that the identity provider starts, as its portal of apps does.
    const { acs = '', audience = '', login = '' } = Object.fromEntries(searchParams)
    response.end(postPage(acs, responseOf({ acs, audience, requestId: null, login })))
  } else response.writeHead(404).end()
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}

function answerTo(samlRequest: string, login: string): string {
  const xml = inflateRawSync(Buffer.from(samlRequest, 'base64')).toString()
  const find = (pattern: RegExp) => pattern.exec(xml)?.[1] ?? ''
  const acs = find(/AssertionConsumerServiceURL="([^"]+)"/)
  const audience = find(/<saml:Issuer[^>]*>([^<]+)</)
  return postPage(acs, responseOf({ acs, audience, requestId: find(/\bID="([^"]+)"/), login }))
}

function responseOf(details: {
  acs: string
  audience: string
  requestId: string | null
  login: string
}): string {
  const { acs, audience, requestId, login } = details
  const person = personOfLogin(login)
  return signedResponse(responseFacts({ issuer: entityId(), acs, audience, requestId, person }), signingKey)
}

function postPage(acs: string, xml: string): string {
  return `<!doctype html><html lang="en"><title>Continue</title><form method="post" action="${escapeHtml(acs)}">
    <input type="hidden" name="SAMLResponse" value="${encodeResponse(xml)}"><button>Continue</button></form>
    <script>document.forms[0].submit()</script>`
}
