import { get } from 'node:http'

/** Bytes of a file sent to a browser that accepts gzip. */
export function gzippedBytes(url: string): Promise<number> {
  return new Promise((resolve, reject) => {
    get(url, { headers: { 'accept-encoding': 'gzip' } }, (response) => {
      let byteCount = 0
      response.on('data', (chunk: Buffer) => {
        byteCount += chunk.length
      })
      response.on('end', () => resolve(byteCount))
    }).on('error', reject)
  })
}
