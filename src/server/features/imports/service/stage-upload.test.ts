import { afterAll, beforeAll, expect, it } from 'vitest'
import { parseOrganizationId } from '#server/platform/db/organization-id.ts'
import { type ImportWorkspace, openImportWorkspace } from '#test/workspaces/imports.ts'
import { MAX_TURN_MS } from '../limits.ts'
import { insertImport } from '../store/imports.ts'
import type { StagedRow } from '../store/staging.ts'
import { stageUpload } from './stage-upload.ts'

let ws: ImportWorkspace
beforeAll(async () => {
  ws = await openImportWorkspace()
})
afterAll(() => ws.close())

const ROWS = 40

/** Rows that are all available and slow to read. */
function* slowRows(): Generator<StagedRow> {
  for (let row = 1; row <= ROWS; row++) {
    const until = performance.now() + MAX_TURN_MS / 2
    while (performance.now() < until);
    yield { row, problem: `Row ${row}: Last Name is missing`, raw: null }
  }
}

it('yields to other requests while it reads available rows', async () => {
  const organizationId = parseOrganizationId(await ws.createOrganization())
  const id = crypto.randomUUID()
  const newImport = { id, kind: 'vcf' as const, fileName: null, enrich: false, createdBy: null }
  await ws.db.tenant(organizationId, (tx) => insertImport(tx, newImport))
  let turns = 0
  let isDone = false
  const countTurn = () => {
    turns += 1
    if (!isDone) setImmediate(countTurn)
  }
  setImmediate(countTurn)
  const upload = await stageUpload(ws.db, organizationId, id, slowRows())
  isDone = true
  expect(upload.total).toBe(ROWS)
  // Each turn reads for at least TURN_MS, which is two rows.
  expect(turns).toBeGreaterThan(ROWS / 4)
})
