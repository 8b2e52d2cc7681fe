import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { sendPublicFile } from './public-file.ts'

test('matches a returned tag, weak or strong, alone or in a list', async () => {
  const app = Fastify()
  app.get('/file', (request, reply) =>
    sendPublicFile(request, reply, { body: 'x', type: 'text/plain', maxAge: 1 }),
  )
  const tag = String((await app.inject('/file')).headers.etag)
  const strong = tag.replace('W/', '')
  const statusFor = async (tags: string) =>
    (await app.inject({ url: '/file', headers: { 'if-none-match': tags } })).statusCode
  for (const tags of [tag, strong, `"other", ${strong}`, '*'])
    expect([tags, await statusFor(tags)]).toEqual([tags, 304])
  for (const tags of ['"other"', 'W/"other"', '']) expect([tags, await statusFor(tags)]).toEqual([tags, 200])
  await app.close()
})
