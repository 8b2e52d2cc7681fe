// Response times of lists for a member with own records, and for one who sees all, in turns on the same product.
import assert from 'node:assert/strict'
import { contactSort, listContacts } from '#contract/contacts.ts'
import { isSuccess, quantile, send } from '#test/product/load.ts'
import { withServerClient } from '#test/server-client.ts'
import { addMember } from '../shared/people.ts'
import type { BenchContext, Measurement } from './bench-part.ts'
import { startUnlimited } from './unlimited-product.ts'

const CALL_COUNT = 400
const WARM_UP = 40
/** Shares of the organization's contacts that a member owns. */
const SHARES = [0.01, 0.1]
/** How much longer a list may take with own records. */
const GOAL = 1.1

export async function measureOwnRecords(context: BenchContext): Promise<Measurement[]> {
  const { ownerUrl, organizationId, contacts, cookie } = context
  const owners: { share: number; cookie: string; owned: number }[] = []
  for (const share of SHARES) {
    const owned = Math.max(1, Math.round(contacts * share))
    const email = `own-${share}-${Date.now()}@example.com`
    const member = await addMember({ ownerUrl }, organizationId, { email, role: 'MEMBER' })
    await withServerClient(ownerUrl, async (client) => {
      await client.query(
        `update memberships set access = 'own' where user_id = (select id from users where email = $1)`,
        [email],
      )
      await client.query(
        `update contacts set owner_id = (select id from users where email = $3)
          where organization_id = $1 and id in (
            select id from contacts where organization_id = $1 and owner_id is null order by md5(id::text) limit $2)`,
        [organizationId, owned, email],
      )
      await client.query('vacuum analyze contacts')
    })
    owners.push({ share, cookie: member.cookie, owned })
  }
  const product = await startUnlimited(context)
  const lines: Measurement[] = []
  for (const { share, cookie: ownCookie, owned } of owners) {
    for (const sort of contactSort.options) {
      const path = `${listContacts.path}?sort=${sort}&limit=50`
      const read = async (sender: string) => {
        const { status, ms } = await send(product.url, { path, headers: { cookie: sender } })
        assert.ok(isSuccess({ status }), `${path}: ${status}`)
        return ms
      }
      const response = await fetch(product.url + path, { headers: { cookie: ownCookie } })
      const total = owned > 1000 ? '1000+' : String(owned)
      assert.equal(response.headers.get('x-total-count'), total)
      const own: number[] = []
      const all: number[] = []
      for (let n = -WARM_UP; n < CALL_COUNT; n++) {
        const [ownMs, allMs] = [await read(ownCookie), await read(cookie)]
        if (n < 0) continue
        own.push(ownMs)
        all.push(allMs)
      }
      const line: Measurement = {
        operation: `list by ${sort}, own ${share * 100}%, p50`,
        value: quantile(own, 0.5),
        unit: 'ms',
        p50: quantile(own, 0.5),
        p99: quantile(own, 0.99),
        baseline: quantile(all, 0.5),
        goal: GOAL,
        isLowerBetter: true,
      }
      lines.push(line)
      console.log(`  ${line.operation}: ${line.value.toFixed(2)} ms, all ${line.baseline?.toFixed(2)} ms`)
    }
  }
  return lines
}
