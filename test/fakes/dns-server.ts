import { createSocket } from 'node:dgram'
import type { AddressInfo } from 'node:net'

/** Records of one name. Without a type, the name exists but has no record of it; an unknown name doesn't exist. */
export type DnsRecords = {
  A?: string[]
  AAAA?: string[]
  TXT?: string[]
  CNAME?: string[]
  MX?: [priority: number, exchange: string][]
}

const TYPES = { A: 1, CNAME: 5, MX: 15, TXT: 16, AAAA: 28 } as const
type RecordType = keyof typeof TYPES
const NAME_ERROR = 3
const SERVER_FAILURE = 2

/** A name server on the loopback address, for `DNS_SERVERS`. It speaks the protocol, so that the real resolver is tested. */
export async function startDnsServer(zone: Record<string, DnsRecords> = {}) {
  const socket = createSocket('udp4')
  const queries: string[] = []
  const server = {
    /** Records by name in lower case; a test may change them at any time. */
    zone,
    /** `TXT example.com`, in order. */
    queries,
    /** How the server behaves: answers, answers with an error, or stays silent. */
    mode: 'answers' as 'answers' | 'fails' | 'is silent',
    /** Runs after each query was answered, to change records between two queries. */
    afterQuery: (_query: string) => {},
    address: '',
    stop: () => new Promise<void>((resolve) => socket.close(() => resolve())),
  }
  socket.on('message', (message, { port, address }) => {
    const question = readQuestion(message)
    const type = (Object.keys(TYPES) as RecordType[]).find((name) => TYPES[name] === question.type)
    const query = `${type ?? question.type} ${question.name}`
    queries.push(query)
    if (server.mode === 'is silent') return
    const records = server.zone[question.name]
    const code = server.mode === 'fails' ? SERVER_FAILURE : records ? 0 : NAME_ERROR
    const data = code === 0 && type ? (records?.[type] ?? []).map((value) => encode(type, value)) : []
    socket.send(answerOf(message, question, { code, data }), port, address)
    server.afterQuery(query)
  })
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))
  server.address = `127.0.0.1:${(socket.address() as AddressInfo).port}`
  return server
}
export type DnsServer = Awaited<ReturnType<typeof startDnsServer>>

type Question = { name: string; type: number; end: number }
const HEADER_BYTES = 12

function readQuestion(message: Buffer): Question {
  const labels: string[] = []
  let at = HEADER_BYTES
  for (let length = message.readUInt8(at); length > 0; length = message.readUInt8(at)) {
    labels.push(message.toString('latin1', at + 1, at + 1 + length))
    at += length + 1
  }
  return { name: labels.join('.').toLowerCase(), type: message.readUInt16BE(at + 1), end: at + 5 }
}

function answerOf(
  message: Buffer,
  { type, end }: Question,
  { code, data }: { code: number; data: readonly Buffer[] },
): Buffer {
  const header = Buffer.alloc(HEADER_BYTES)
  message.copy(header, 0, 0, 2) // the id
  header.writeUInt16BE(0x8180 | code, 2) // a recursive response
  header.writeUInt16BE(1, 4)
  header.writeUInt16BE(data.length, 6)
  const records = data.map((value) => {
    const head = Buffer.alloc(12)
    head.writeUInt16BE(0xc000 | HEADER_BYTES, 0) // the name of the question
    head.writeUInt16BE(type, 2)
    head.writeUInt16BE(1, 4)
    head.writeUInt16BE(value.length, 10)
    return Buffer.concat([head, value])
  })
  return Buffer.concat([header, message.subarray(HEADER_BYTES, end), ...records])
}

function encode(type: RecordType, value: string | [number, string]): Buffer {
  if (typeof value !== 'string') {
    const [priority, exchange] = value
    return Buffer.concat([Buffer.from([priority >> 8, priority & 255]), nameBytes(exchange)])
  }
  if (type === 'A') return Buffer.from(value.split('.').map(Number))
  if (type === 'AAAA') return ipv6Bytes(value)
  return type === 'TXT' ? textBytes(value) : nameBytes(value)
}

function nameBytes(name: string): Buffer {
  const labels = name.split('.').filter(Boolean)
  return Buffer.concat([...labels.map((label) => lengthAndBytes(Buffer.from(label))), Buffer.from([0])])
}

/** A text longer than 255 bytes consists of several parts. */
function textBytes(text: string): Buffer {
  const bytes = Buffer.from(text)
  const parts: Buffer[] = []
  for (let at = 0; at === 0 || at < bytes.length; at += 255)
    parts.push(lengthAndBytes(bytes.subarray(at, at + 255)))
  return Buffer.concat(parts)
}

function lengthAndBytes(bytes: Buffer): Buffer {
  return Buffer.concat([Buffer.from([bytes.length]), bytes])
}

function ipv6Bytes(address: string): Buffer {
  const canonical = new URL(`http://[${address}]`).hostname.slice(1, -1)
  const [head = '', tail = ''] = canonical.split('::')
  const groups = (text: string) => (text ? text.split(':').map((group) => Number.parseInt(group, 16)) : [])
  const missing = 8 - groups(head).length - groups(tail).length
  const all = [...groups(head), ...Array<number>(missing).fill(0), ...groups(tail)]
  return Buffer.from(all.flatMap((group) => [group >> 8, group & 255]))
}
