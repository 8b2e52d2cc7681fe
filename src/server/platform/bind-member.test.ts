import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { type ActingMember, actAs, actingMember } from './acting-member.ts'
import { bindMember } from './bind-member.ts'
import { parseOrganizationId } from './db/organization-id.ts'

test('Trust 4 reads every item on behalf of the member, although the reader is outside of the request', async () => {
  const organizationId = parseOrganizationId(randomUUID())
  const member: ActingMember = { organizationId, userId: randomUUID(), role: 'MEMBER', access: 'own' }
  async function* readers() {
    for (let part = 0; part < 3; part++) yield actingMember(organizationId)?.userId
  }
  const items = actAs(member, () => {
    const bound = bindMember(readers())
    void bound.next()
    return bound
  })
  const read: unknown[] = []
  for await (const item of items) read.push(item)
  expect(read).toEqual([member.userId, member.userId])
})
