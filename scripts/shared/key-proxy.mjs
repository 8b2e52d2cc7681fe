import { createServer, request } from 'node:http'

/** Passes requests on to a server with an API key, for programs that can't send one. Keeps `Host` and `Origin` if they name another site. */
export async function startKeyProxy(target, key) {
  const { hostname, port, host } = new URL(target)
  const server = createServer((incoming, outgoing) => {
    const own = `localhost:${server.address().port}`
    const headers = { ...incoming.headers, authorization: `Bearer ${key}` }
    if (headers.host === own || headers.host === own.replace('localhost', '127.0.0.1')) headers.host = host
    if (headers.origin === `http://${own}`) headers.origin = target
    const passed = request(
      { hostname, port, method: incoming.method, path: incoming.url, headers },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(outgoing)
      },
    )
    passed.on('error', () => outgoing.destroy())
    incoming.pipe(passed)
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://localhost:${server.address().port}`,
    stop: () => new Promise((resolve) => server.close(resolve)),
  }
}
